/// A multiple signal message read where it lies, without a copy and without heap.
///
/// ```swift
/// let view = try MSMView(decoding: frame.payload)
/// view.forEachCell { cell in print(cell.satelliteID, cell.pseudorange ?? .nan) }
/// ```
public struct MSMView: ~Escapable {
  /// Whose observations, when, of which satellites and signals.
  public let header: MSMHeader
  private let payload: Span<UInt8>
  private let satelliteColumns: InlineArray<4, MSMColumn>
  private let signalColumns: InlineArray<6, MSMColumn>
  private let end: BitCursor

  /// Reads the header of a payload, which runs from DF002 up to the CRC, and checks its length.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early, is no MSM or has more than 64 cells.
  @_lifetime(copy payload)
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    let header = try MSMHeader(decodingWith: &decoder)
    var cursor = decoder.cursor
    var satelliteColumns = InlineArray<4, MSMColumn>(repeating: .absent)
    for column in MSMSatelliteColumn.allCases {
      satelliteColumns[column.rawValue] = try MSMColumn(
        of: header.type.field(column), rows: header.satelliteCount, from: &cursor, in: payload)
    }
    var signalColumns = InlineArray<6, MSMColumn>(repeating: .absent)
    for column in MSMSignalColumn.allCases {
      signalColumns[column.rawValue] = try MSMColumn(
        of: header.type.field(column), rows: header.cellCount, from: &cursor, in: payload)
    }
    self.header = header
    self.payload = payload
    self.satelliteColumns = satelliteColumns
    self.signalColumns = signalColumns
    end = cursor
  }

  /// What the payload holds behind its last field.
  public var trailingBits: TrailingBits { TrailingBits(from: end, of: payload) }

  /// Gives each satellite of the message, by ascending ID, also one without a cell.
  public func forEachSatellite<E: Error>(
    _ body: (MSMSatellite) throws(E) -> Void
  ) throws(E) {
    var index = 0
    for id in header.satelliteIDs {
      try body(satellite(at: index, id: id))
      index += 1
    }
  }

  /// Gives each cell of the message, satellite by satellite, signals by ascending ID.
  public func forEachCell<E: Error>(_ body: (MSMCell) throws(E) -> Void) throws(E) {
    var cells = header.leftAlignedCellMask
    var (satelliteIndex, cellIndex) = (0, 0)
    for satelliteID in header.satelliteIDs {
      let satellite = satellite(at: satelliteIndex, id: satelliteID)
      satelliteIndex += 1
      for signalID in header.signalIDs {
        let isPresent = cells >> 63 == 1
        cells <<= 1
        guard isPresent else { continue }
        let signal = signal(at: cellIndex, satelliteID: satelliteID, signalID: signalID)
        cellIndex += 1
        try body(MSMCell(type: header.type, satellite: satellite, signal: signal))
      }
    }
  }

  // MARK: -

  @inline(__always)
  private func satellite(at row: Int, id: UInt8) -> MSMSatellite {
    func column(_ column: MSMSatelliteColumn) -> MSMColumn { satelliteColumns[column.rawValue] }
    return MSMSatellite(
      id: id,
      roughRangeMilliseconds: column(.roughRangeInteger).unsigned(row: row, in: payload)
        .map { UInt8(truncatingIfNeeded: $0) },
      extendedInformation: UInt8(
        truncatingIfNeeded: column(.extendedInformation).unsigned(row: row, in: payload) ?? 0),
      roughRangeModulo: column(.roughRangeModulo).unsigned(row: row, in: payload) ?? 0,
      roughPhaserangeRate: column(.roughPhaserangeRate).signed(row: row, in: payload)
        .map { Int16(truncatingIfNeeded: $0) }
    )
  }

  @inline(__always)
  private func signal(at row: Int, satelliteID: UInt8, signalID: UInt8) -> MSMSignal {
    func column(_ column: MSMSignalColumn) -> MSMColumn { signalColumns[column.rawValue] }
    return MSMSignal(
      satelliteID: satelliteID,
      signalID: signalID,
      finePseudorange: column(.finePseudorange).signed(row: row, in: payload),
      finePhaserange: column(.finePhaserange).signed(row: row, in: payload),
      lockTimeIndicator: column(.lockTimeIndicator).unsigned(row: row, in: payload) ?? 0,
      hasHalfCycleAmbiguity: column(.halfCycleAmbiguity).unsigned(row: row, in: payload) == 1,
      cnr: column(.cnr).unsigned(row: row, in: payload),
      finePhaserangeRate: column(.finePhaserangeRate).signed(row: row, in: payload)
        .map { Int16(truncatingIfNeeded: $0) }
    )
  }
}
