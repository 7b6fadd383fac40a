/// A view of a multiple signal message in place, without a copy and without heap memory.
///
/// ```swift
/// let view = try MSMView(decoding: frame.payload)
/// view.forEachCell { cell in print(cell.satelliteID, cell.pseudorange ?? .nan) }
/// ```
public struct MSMView: ~Escapable {
  /// The header: type, station, epoch and masks.
  public let header: MSMHeader
  fileprivate let reader: WordReader
  /// The bit offsets of the first satellite column and of the first cell column; `end` is the offset after
  /// the last.
  let satelliteColumns, signalColumns: Int
  fileprivate let end: Int
  /// The numbers of the masks' bits, which take a while to count.
  let satelliteCount, signalCount, cellCount: Int

  /// Decodes the header of a payload, which runs from DF002 up to the CRC, and checks the payload's length.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early, is not an MSM or has more than 64 cells.
  @_lifetime(copy payload)
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    header = try MSMHeader(decodingWith: &decoder)
    reader = WordReader(payload)
    let widths = header.type.widths
    satelliteColumns = decoder.cursor.position
    satelliteCount = header.satelliteCount
    signalCount = header.signalCount
    cellCount = header.cellCount
    signalColumns = satelliteColumns &+ satelliteCount &* widths.satellite
    end = signalColumns &+ cellCount &* widths.cell
    if end > payload.count * 8 {
      throw header.truncation(behind: decoder.cursor, of: payload)
    }
  }

  /// The payload's bits after its last field.
  public var trailingBits: TrailingBits {
    TrailingBits(from: BitCursor(position: end), of: reader.payload)
  }

  /// Calls `body` with each satellite of the message, by ascending ID, including satellites without a cell.
  public func forEachSatellite<E: Error>(
    _ body: (MSMSatellite) throws(E) -> Void
  ) throws(E) {
    var satellites = InlineArray<64, MSMSatellite>(repeating: MSMSatellite())
    read(into: &satellites)
    var row = 0
    for id in header.satelliteIDs {
      var satellite = satellites[row & 63]
      satellite.id = id
      try body(satellite)
      row &+= 1
    }
  }

  /// Calls `body` with each cell of the message, ordered by satellite ID, then by signal ID.
  public func forEachCell<E: Error>(_ body: (MSMCell) throws(E) -> Void) throws(E) {
    var satellites = InlineArray<64, MSMSatellite>(repeating: MSMSatellite())
    var signals = InlineArray<64, MSMSignal>(repeating: MSMSignal())
    read(into: &satellites)
    read(into: &signals)
    let type = header.type
    var (walk, row, cell) = (self.walk, 0, 0)
    while let satelliteID = walk.nextSatellite() {
      var satellite = satellites[row & 63]
      satellite.id = satelliteID
      row &+= 1
      while let signalID = walk.nextSignal() {
        var signal = signals[cell & 63]
        (signal.satelliteID, signal.signalID) = (satelliteID, signalID)
        cell &+= 1
        try body(MSMCell(type: type, satellite: satellite, signal: signal))
      }
    }
  }

  /// The walk over the message's cells.
  @inline(always)
  private var walk: MSMCellWalk {
    MSMCellWalk(header, satelliteCount: satelliteCount, signalCount: signalCount)
  }

  /// Reads all rows of the message; no message has more than 64 satellites or cells.
  @inline(always)
  private func read<Row: MSMRow>(into rows: inout InlineArray<64, Row>) {
    var span = rows.mutableSpan
    read(into: &span)
  }
}

// MARK: Rows

extension MSMView {
  /// Returns all satellites of the message.
  func satellites() -> [MSMSatellite] {
    rows { (satellites) in
      var row = 0
      for id in header.satelliteIDs {
        satellites[row].id = id
        row &+= 1
      }
    }
  }

  /// Returns the signals of all cells.
  func signals() -> [MSMSignal] {
    rows { (signals) in
      var (walk, row) = (self.walk, 0)
      while let satelliteID = walk.nextSatellite() {
        while let signalID = walk.nextSignal() {
          signals[row].satelliteID = satelliteID
          signals[row].signalID = signalID
          row &+= 1
        }
      }
    }
  }

  /// Returns all satellite rows or all signal rows of the message.
  @inline(always)
  private func rows<Row: MSMRow>(_ setIDs: (inout MutableSpan<Row>) -> Void) -> [Row] {
    let count = Row.columns(of: self).rowCount
    var rows: [Row] = []
    rows.reserveCapacity(count)
    // Sound: the memory holds `count` rows, all of which are set before they are read.
    rows.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, initializedCount in
        var rows = unsafe MutableSpan(_unsafeElements: memory)
        read(into: &rows)
        setIDs(&rows)
        initializedCount = count
      }
    }
    return rows
  }

  #if !hasFeature(Embedded) || CONSTANT_KINDS
    /// Reads all rows of the message into the first elements of `rows`; all of them must fit.
    func read<Row: MSMRow>(into rows: inout MutableSpan<Row>) {
      let (position, count) = Row.columns(of: self)
      var columns = MSMColumnReader(reader, columns: position, of: count, rows: 0..<count)
      Row.read(&rows, from: &columns, of: header.type)
    }
  #else
    /// Reads all rows of the message into the first elements of `rows`; all of them must fit.
    func read<Row: MSMRow>(into rows: inout MutableSpan<Row>) {
      for row in 0..<Row.columns(of: self).rowCount { rows[row] = self.row(row) }
    }

    /// Reads one row of the message, without its IDs.
    ///
    /// Reading one by one takes less code, and a microcontroller's memory is small.
    private func row<Row: MSMRow>(_ row: Int) -> Row {
      let (position, count) = Row.columns(of: self)
      var rows = InlineArray<1, Row>(repeating: Row())
      var columns = MSMColumnReader(reader, columns: position, of: count, rows: row..<row &+ 1)
      var span = rows.mutableSpan
      Row.read(&span, from: &columns, as: header.type)
      return rows[0]
    }
  #endif
}

extension MSMType {
  /// The number of bits of one satellite and of one cell in all columns.
  fileprivate var widths: (satellite: Int, cell: Int) {
    @inline(always)
    func widths(of type: Self) -> (satellite: Int, cell: Int) {
      (type.bitsPerSatellite, type.bitsPerCell)
    }
    return withConstantKind(widths(of:))
  }
}

extension MSMHeader {
  /// Returns the error of a payload that ends before the last row of its last column.
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
  /// Advances the cursor past a column of `rows` rows; at the payload's end it stops at the first missing row
  /// and returns the error.
  fileprivate mutating func skip(
    _ field: DataField?, _ rows: Int, of payload: Span<UInt8>
  ) -> RTCMDecodingError? {
    guard let field else { return nil }
    let left = remaining(in: payload) / field.bitCount
    position += min(left, rows) * field.bitCount
    return left < rows ? truncation(at: field, of: payload) : nil
  }
}
