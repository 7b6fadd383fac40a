/// A multiple signal message read where it lies, without a copy and without heap.
///
/// ```swift
/// let view = try MSMView(decoding: frame.payload)
/// view.forEachCell { cell in print(cell.satelliteID, cell.pseudorange ?? .nan) }
/// ```
public struct MSMView: ~Escapable {
  /// Whose observations, when, of which satellites and signals.
  public let header: MSMHeader
  private let reader: WordReader
  /// The first bits of the columns of satellites, of those of cells, and behind them.
  private let satelliteColumns, signalColumns, end: Int

  /// Reads the header of a payload, which runs from DF002 up to the CRC, and checks its length.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early, is no MSM or has more than 64 cells.
  @_lifetime(copy payload)
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    header = try MSMHeader(decodingWith: &decoder)
    reader = WordReader(payload)
    let widths = header.type.widths
    satelliteColumns = decoder.cursor.position
    signalColumns = satelliteColumns &+ header.satelliteCount &* widths.satellite
    end = signalColumns &+ header.cellCount &* widths.cell
    if end > payload.count * 8 {
      throw header.truncation(behind: decoder.cursor, of: payload)
    }
  }

  /// What the payload holds behind its last field.
  public var trailingBits: TrailingBits {
    TrailingBits(from: BitCursor(position: end), of: reader.payload)
  }

  /// Gives each satellite of the message, by ascending ID, also one without a cell.
  public func forEachSatellite<E: Error>(
    _ body: (MSMSatellite) throws(E) -> Void
  ) throws(E) {
    let rows = header.satelliteCount
    var row = 0
    for id in header.satelliteIDs {
      try body(
        MSMSatellite(
          id: id, row: row, of: rows, at: satelliteColumns, in: reader, as: header.type))
      row &+= 1
    }
  }

  /// Gives each cell of the message, satellite by satellite, signals by ascending ID.
  public func forEachCell<E: Error>(_ body: (MSMCell) throws(E) -> Void) throws(E) {
    @inline(always)
    func give(of type: MSMType) throws(E) { try forEachCell(of: type, body) }
    try header.type.withConstantKind(give(of:))
  }

  @inline(always)
  private func forEachCell<E: Error>(
    of type: MSMType, _ body: (MSMCell) throws(E) -> Void
  ) throws(E) {
    var (walk, satelliteRow, row) = (MSMCellWalk(header), 0, 0)
    let (satelliteRows, rows) = (header.satelliteCount, header.cellCount)
    while let satelliteID = walk.nextSatellite() {
      let satellite = MSMSatellite(
        id: satelliteID, row: satelliteRow, of: satelliteRows, at: satelliteColumns, in: reader,
        as: type)
      satelliteRow &+= 1
      while let signalID = walk.nextSignal() {
        let signal = MSMSignal(
          satelliteID: satelliteID, signalID: signalID, row: row, of: rows, at: signalColumns,
          in: reader, as: type)
        row &+= 1
        try body(MSMCell(type: type, satellite: satellite, signal: signal))
      }
    }
  }
}

// MARK: Copies

extension MSMView {
  /// All satellites.
  func satellites() -> [MSMSatellite] {
    var satellites: [MSMSatellite] = []
    satellites.append(addingCapacity: header.satelliteCount) { satellites in
      for id in header.satelliteIDs { satellites.append(MSMSatellite(id: id)) }
    }
    var columns = MSMColumnReader(at: satelliteColumns, in: reader)
    var rows = satellites.mutableSpan
    columns.read(header.type, into: &rows)
    return satellites
  }

  /// All cells' signals.
  func signals() -> [MSMSignal] {
    var signals = Array(
      repeating: MSMSignal(satelliteID: 0, signalID: 0), count: header.cellCount)
    var columns = MSMColumnReader(at: signalColumns, in: reader)
    var rows = signals.mutableSpan
    var (walk, row) = (MSMCellWalk(header), 0)
    while let satelliteID = walk.nextSatellite() {
      while let signalID = walk.nextSignal() {
        rows[row].satelliteID = satelliteID
        rows[row].signalID = signalID
        row &+= 1
      }
    }
    columns.read(header.type, into: &rows)
    return signals
  }
}

/// Reads columns that lie behind one another, as many rows of each at once as eight bytes hold.
private struct MSMColumnReader: ~Escapable {
  private let reader: WordReader
  /// Where the next column begins.
  private var position: Int

  @_lifetime(copy reader)
  init(at position: Int, in reader: WordReader) {
    self.position = position
    self.reader = reader
  }

  /// Reads all that a type has of its rows.
  @_lifetime(self: copy self)
  mutating func read<Row: MSMRow>(_ type: MSMType, into rows: inout MutableSpan<Row>) {
    // As MSMType.withConstantKind(_:) does it, which cannot lend a span.
    switch type.kind {
    #if !hasFeature(Embedded)
      case 4: Row.read(MSMType(type.constellation, kind: 4), into: &rows, by: &self)
      case 5: Row.read(MSMType(type.constellation, kind: 5), into: &rows, by: &self)
      case 7: Row.read(MSMType(type.constellation, kind: 7), into: &rows, by: &self)
    #endif
    default: Row.read(type, into: &rows, by: &self)
    }
  }

  /// Reads one column.
  @inline(always)
  @_lifetime(self: copy self)
  mutating func read<Row, Value: FixedWidthInteger>(
    _ field: DataField?, into rows: inout MutableSpan<Row>, _ set: (inout Row, Value?) -> Void
  ) {
    guard let field else { return }
    let width = field.bitCount
    let rowsInWord = width < 20 ? 57 / width : 1
    var row = 0
    while row < rows.count {
      var word = reader.leftAlignedBits(at: position)
      let end = min(row &+ rowsInWord, rows.count)
      position &+= (end &- row) &* width
      repeat {
        let bits = (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- width)
        word = word &<< UInt64(truncatingIfNeeded: width)
        let isAvailable = bits != field.notAvailable
        set(&rows[row], isAvailable ? Value(truncatingIfNeeded: field.integer(of: bits)) : nil)
        row &+= 1
      } while row < end
    }
  }
}

/// What an MSM has columns of.
private protocol MSMRow {
  /// Reads all columns that a type has.
  @_lifetime(columns: copy columns)
  static func read(
    _ type: MSMType, into rows: inout MutableSpan<Self>, by columns: inout MSMColumnReader)
}

extension MSMSatellite: MSMRow {
  @inline(always)
  @_lifetime(columns: copy columns)
  fileprivate static func read(
    _ type: MSMType, into rows: inout MutableSpan<Self>, by columns: inout MSMColumnReader
  ) {
    columns.read(type.field(.roughRangeInteger), into: &rows) { $0.roughRangeMilliseconds = $1 }
    columns.read(type.field(.extendedInformation), into: &rows) { $0.extendedInformation = $1 ?? 0 }
    columns.read(type.field(.roughRangeModulo), into: &rows) { $0.roughRangeModulo = $1 ?? 0 }
    columns.read(type.field(.roughPhaserangeRate), into: &rows) { $0.roughPhaserangeRate = $1 }
  }
}

extension MSMSignal: MSMRow {
  @inline(always)
  @_lifetime(columns: copy columns)
  fileprivate static func read(
    _ type: MSMType, into rows: inout MutableSpan<Self>, by columns: inout MSMColumnReader
  ) {
    columns.read(type.field(.finePseudorange), into: &rows) { $0.finePseudorange = $1 }
    columns.read(type.field(.finePhaserange), into: &rows) { $0.finePhaserange = $1 }
    columns.read(type.field(.lockTimeIndicator), into: &rows) { $0.lockTimeIndicator = $1 ?? 0 }
    columns.read(type.field(.halfCycleAmbiguity), into: &rows) {
      $0.hasHalfCycleAmbiguity = $1 == UInt8(1)
    }
    columns.read(type.field(.cnr), into: &rows) { $0.cnr = $1 }
    columns.read(type.field(.finePhaserangeRate), into: &rows) { $0.finePhaserangeRate = $1 }
  }
}

extension MSMType {
  /// How many bits all columns have for a satellite, and for a cell.
  fileprivate var widths: (satellite: Int, cell: Int) {
    @inline(always)
    func widths(of type: Self) -> (satellite: Int, cell: Int) {
      (type.bitsPerSatellite, type.bitsPerCell)
    }
    return withConstantKind(widths(of:))
  }
}

extension MSMHeader {
  /// The error of a payload that ends before the last row of its last column.
  fileprivate func truncation(
    behind cursor: BitCursor, of payload: Span<UInt8>
  ) -> RTCMDecodingError {
    var cursor = cursor
    return cursor.skip(type.field(.roughRangeInteger), satelliteCount, of: payload)
      ?? cursor.skip(type.field(.extendedInformation), satelliteCount, of: payload)
      ?? cursor.skip(type.field(.roughRangeModulo), satelliteCount, of: payload)
      ?? cursor.skip(type.field(.roughPhaserangeRate), satelliteCount, of: payload)
      ?? cursor.skip(type.field(.finePseudorange), cellCount, of: payload)
      ?? cursor.skip(type.field(.finePhaserange), cellCount, of: payload)
      ?? cursor.skip(type.field(.lockTimeIndicator), cellCount, of: payload)
      ?? cursor.skip(type.field(.halfCycleAmbiguity), cellCount, of: payload)
      ?? cursor.skip(type.field(.cnr), cellCount, of: payload)
      ?? cursor.skip(type.field(.finePhaserangeRate), cellCount, of: payload)
      ?? cursor.truncation(at: .df396(bits: cellMaskBitCount), of: payload)
  }
}

extension BitCursor {
  /// Moves behind a column of so many rows, or to the first that is not there and says so.
  fileprivate mutating func skip(
    _ field: DataField?, _ rows: Int, of payload: Span<UInt8>
  ) -> RTCMDecodingError? {
    guard let field else { return nil }
    let left = remaining(in: payload) / field.bitCount
    position += min(left, rows) * field.bitCount
    return left < rows ? truncation(at: field, of: payload) : nil
  }
}
