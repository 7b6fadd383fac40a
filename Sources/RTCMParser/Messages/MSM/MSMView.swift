/// A multiple signal message read where it lies, without a copy and without heap.
///
/// ```swift
/// let view = try MSMView(decoding: frame.payload)
/// view.forEachCell { cell in print(cell.satelliteID, cell.pseudorange ?? .nan) }
/// ```
public struct MSMView: ~Escapable {
  /// Whose observations, when, of which satellites and signals.
  public let header: MSMHeader
  fileprivate let reader: WordReader
  /// The first bits of the columns of satellites, of those of cells, and behind them.
  fileprivate let satelliteColumns, signalColumns, end: Int

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
  func satellites() -> [MSMSatellite] { copies(count: header.satelliteCount) }

  /// All cells' signals.
  func signals() -> [MSMSignal] { copies(count: header.cellCount) }

  /// All rows of one sort.
  private func copies<Row: MSMRow>(count: Int) -> [Row] {
    var rows: [Row] = []
    rows.append(addingCapacity: count) { rows in
      let type = header.type
      // As MSMType.withConstantKind(_:) does it, which cannot lend a span.
      switch type.kind {
      #if !hasFeature(Embedded) || CONSTANT_KINDS
        case 4: Row.copy(from: self, as: MSMType(type.constellation, kind: 4), to: &rows)
        case 5: Row.copy(from: self, as: MSMType(type.constellation, kind: 5), to: &rows)
        case 7: Row.copy(from: self, as: MSMType(type.constellation, kind: 7), to: &rows)
      #endif
      default: Row.copy(from: self, as: type, to: &rows)
      }
    }
    return rows
  }
}

/// What an MSM has columns of.
private protocol MSMRow {
  /// Appends all that a view shows, by the columns that a type has.
  static func copy(
    from view: borrowing MSMView, as type: MSMType, to rows: inout OutputSpan<Self>)
}

extension MSMSatellite: MSMRow {
  @inline(always)
  fileprivate static func copy(
    from view: borrowing MSMView, as type: MSMType, to rows: inout OutputSpan<Self>
  ) {
    let count = view.header.satelliteCount
    for id in view.header.satelliteIDs {
      rows.append(
        MSMSatellite(
          id: id, row: rows.count, of: count, at: view.satelliteColumns, in: view.reader, as: type))
    }
  }
}

extension MSMSignal: MSMRow {
  @inline(always)
  fileprivate static func copy(
    from view: borrowing MSMView, as type: MSMType, to rows: inout OutputSpan<Self>
  ) {
    let count = view.header.cellCount
    var walk = MSMCellWalk(view.header)
    while let satelliteID = walk.nextSatellite() {
      while let signalID = walk.nextSignal() {
        rows.append(
          MSMSignal(
            satelliteID: satelliteID, signalID: signalID, row: rows.count, of: count,
            at: view.signalColumns, in: view.reader, as: type))
      }
    }
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
