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
  private let satelliteColumns: MSMSatelliteColumns
  private let signalColumns: MSMSignalColumns
  private let end: BitCursor

  /// Reads the header of a payload, which runs from DF002 up to the CRC, and checks its length.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early, is no MSM or has more than 64 cells.
  @_lifetime(copy payload)
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    let header = try MSMHeader(decodingWith: &decoder)
    var cursor = decoder.cursor
    satelliteColumns = try MSMSatelliteColumns(of: header, from: &cursor, in: payload)
    signalColumns = try MSMSignalColumns(of: header, from: &cursor, in: payload)
    self.header = header
    reader = WordReader(payload)
    end = cursor
  }

  /// What the payload holds behind its last field.
  public var trailingBits: TrailingBits { TrailingBits(from: end, of: reader.payload) }

  /// Gives each satellite of the message, by ascending ID, also one without a cell.
  public func forEachSatellite<E: Error>(
    _ body: (MSMSatellite) throws(E) -> Void
  ) throws(E) {
    let columns = satelliteColumns
    var row = 0
    for id in header.satelliteIDs {
      try body(columns.satellite(row: row, id: id, in: reader))
      row += 1
    }
  }

  /// Gives each cell of the message, satellite by satellite, signals by ascending ID.
  public func forEachCell<E: Error>(_ body: (MSMCell) throws(E) -> Void) throws(E) {
    let (satelliteColumns, signalColumns) = (satelliteColumns, signalColumns)
    var cells = header.leftAlignedCellMask
    var (satelliteRow, row) = (0, 0)
    for satelliteID in header.satelliteIDs {
      let satellite = satelliteColumns.satellite(row: satelliteRow, id: satelliteID, in: reader)
      satelliteRow += 1
      for signalID in header.signalIDs {
        let isPresent = cells >> 63 == 1
        cells <<= 1
        guard isPresent else { continue }
        let signal = signalColumns.signal(
          row: row, satelliteID: satelliteID, signalID: signalID, in: reader)
        row += 1
        try body(MSMCell(type: header.type, satellite: satellite, signal: signal))
      }
    }
  }
}
