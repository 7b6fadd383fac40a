/// A multiple signal message as a value: MSM1…MSM7 of any constellation (messages 1071…1137).
///
/// The message stores the integers of the wire, so that it encodes to the same bytes it was decoded from.
/// ``cells`` has the values in metres. To create a message from metres, use
/// ``init(type:stationID:epoch:isMoreToFollow:iods:observations:)``.
///
/// Source: RTCM 10403.3, §3.5.16.
public struct MSMMessage: Hashable, Sendable {
  /// The header: type, station, epoch and masks.
  public var header: MSMHeader
  /// The satellites of the header's satellite mask, in its order.
  public var satellites: [MSMSatellite]
  /// The cells of the header's masks, in their order.
  public var signals: [MSMSignal]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its parts and sets the header's masks accordingly.
  ///
  /// - Parameters:
  ///   - header: The header; its masks are replaced.
  ///   - satellites: The satellites in any order; IDs `1...64`, each once.
  ///   - signals: The cells of these satellites; signal IDs `1...32`, each once a satellite.
  /// - Throws: ``RTCMEncodingError`` when an ID is out of range or occurs twice, a signal's satellite is
  ///   missing, or the masks span more than 64 cells.
  public init(
    header: MSMHeader, satellites: [MSMSatellite], signals: [MSMSignal]
  ) throws(RTCMEncodingError) {
    self.header = header
    self.satellites = satellites.sorted { $0.id < $1.id }
    self.signals = signals.sorted {
      ($0.satelliteID, $0.signalID) < ($1.satelliteID, $1.signalID)
    }
    try self.header.setMasks(satellites: satellites, signals: signals)
    try checkMasks()
  }

  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early, is not an MSM or has more than 64 cells.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    self.init(try MSMView(decoding: payload))
  }

  /// Creates a message with a copy of a view's content.
  public init(_ view: borrowing MSMView) {
    header = view.header
    satellites = view.satellites()
    signals = view.signals()
    trailingBits = view.trailingBits
  }

  /// The cells in metres, ordered by satellite.
  public var cells: [MSMCell] {
    var index = 0
    return signals.compactMap { signal in
      while index < satellites.count && satellites[index].id < signal.satelliteID { index += 1 }
      guard index < satellites.count, satellites[index].id == signal.satelliteID else { return nil }
      return MSMCell(type: header.type, satellite: satellites[index], signal: signal)
    }
  }
}

// MARK: Encoding

extension MSMMessage: RTCMCodable {
  /// The message type, DF002.
  public var messageType: UInt16 { header.messageType }

  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or the satellites or signals are
  ///   not those of the header's masks.
  public func encode() throws(RTCMEncodingError) -> [UInt8] { try encoded(framed: false) }

  /// Encodes the message as a whole frame.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: The errors of ``encode()``, and ``RTCMEncodingError`` when the payload does not fit into a
  ///   frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] { try encoded(framed: true) }

  private func encoded(framed: Bool) throws(RTCMEncodingError) -> [UInt8] {
    do throws(RTCMEncodingError) { try checkMasks() } catch { throw error.of(messageType) }
    var (encoder, trailingBits) = (FieldEncoder(), trailingBits)
    try header.code(with: &encoder)
    encoder.write(satellites, signals, as: header.type)
    encoder.trailing(&trailingBits)
    return try encoder.encoded(self, framed: framed)
  }

  /// Shows the message to a visitor: the header, then each satellite, then each cell.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field and so has no bits to show.
  public func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError) {
    var describer = FieldDescriber(visitor: visitor)
    defer { visitor = describer.visitor }
    do throws(RTCMEncodingError) {
      try header.checkMaskBitCount()
      try header.code(with: &describer)
      for satellite in satellites { try describer.describe(satellite, of: header.type) }
      for signal in signals { try describer.describe(signal, of: header.type) }
    } catch { throw error.of(header.messageType) }
    describer.show(trailingBits)
  }

  /// Checks that the satellites and signals are those of the masks, in the same order.
  private func checkMasks() throws(RTCMEncodingError) {
    try header.checkMaskBitCount()
    let (satelliteCount, signalCount) = (header.satelliteCount, header.signalCount)
    let bitCount = satelliteCount &* signalCount
    guard satelliteCount == satellites.count, header.cellCount == signals.count,
      bitCount == 64 || header.cellMask >> UInt64(bitCount) == 0,
      hasIDs(of: MSMCellWalk(header, satelliteCount: satelliteCount, signalCount: signalCount))
    else {
      throw RTCMEncodingError(.masksDisagree, messageType: header.messageType)
    }
  }

  /// Whether the satellites and signals have the IDs of the masks; their numbers must already match.
  private func hasIDs(of walk: MSMCellWalk) -> Bool {
    // All differences are combined, so that the loop has no branch for each ID.
    let (satellites, signals) = (satellites.span, signals.span)
    var (walk, satellite, cell, difference) = (walk, 0, 0, UInt8(0))
    while let satelliteID = walk.nextSatellite() {
      // Sound: the masks have as many bits as there are satellites and cells.
      unsafe difference |= satellites[unchecked: satellite].id ^ satelliteID
      satellite &+= 1
      while let signalID = walk.nextSignal() {
        let signal = unsafe signals[unchecked: cell]
        difference |= (signal.satelliteID ^ satelliteID) | (signal.signalID ^ signalID)
        cell &+= 1
      }
    }
    return difference == 0
  }
}

extension FieldDescriber {
  fileprivate mutating func describe(
    _ satellite: MSMSatellite, of type: MSMType
  ) throws(RTCMEncodingError) {
    visitor.beginGroup("satellite", satelliteID: satellite.id, signalID: nil)
    var satellite = satellite
    for column in MSMSatelliteColumn.allCases {
      guard let field = type.field(column) else { continue }
      try satellite.code(column, as: field, with: &self)
    }
    visitor.endGroup()
  }

  fileprivate mutating func describe(
    _ signal: MSMSignal, of type: MSMType
  ) throws(RTCMEncodingError) {
    visitor.beginGroup("cell", satelliteID: signal.satelliteID, signalID: signal.signalID)
    var signal = signal
    for column in MSMSignalColumn.allCases {
      guard let field = type.field(column) else { continue }
      try signal.code(column, as: field, with: &self)
    }
    visitor.endGroup()
  }
}

extension FieldEncoder {
  /// Writes all satellites, then all cells, column by column.
  fileprivate mutating func write(
    _ satellites: [MSMSatellite], _ signals: [MSMSignal], as type: MSMType
  ) {
    @inline(always)
    func write(as type: MSMType) { writeColumns(satellites, signals, as: type) }
    type.withConstantKind(write(as:))
  }

  @inline(always)
  private mutating func writeColumns(
    _ satellites: [MSMSatellite], _ signals: [MSMSignal], as type: MSMType
  ) {
    write(type.field(.roughRangeInteger), of: satellites) { $0.roughRangeMilliseconds }
    write(type.field(.extendedInformation), of: satellites) { $0.extendedInformation }
    write(type.field(.roughRangeModulo), of: satellites) { $0.roughRangeModulo }
    write(type.field(.roughPhaserangeRate), of: satellites) { $0.roughPhaserangeRate }
    write(type.field(.finePseudorange), of: signals) { $0.finePseudorange }
    write(type.field(.finePhaserange), of: signals) { $0.finePhaserange }
    write(type.field(.lockTimeIndicator), of: signals) { $0.lockTimeIndicator }
    write(type.field(.halfCycleAmbiguity), of: signals) { UInt8($0.hasHalfCycleAmbiguity ? 1 : 0) }
    write(type.field(.cnr), of: signals) { $0.cnr }
    write(type.field(.finePhaserangeRate), of: signals) { $0.finePhaserangeRate }
  }
}

extension MSMHeader {
  /// Sets all three masks from the message's satellites and signals.
  fileprivate mutating func setMasks(
    satellites: [MSMSatellite], signals: [MSMSignal]
  ) throws(RTCMEncodingError) {
    (satelliteMask, signalMask) = (0, 0)
    for satellite in satellites {
      guard (1...64).contains(satellite.id) else { throw RTCMEncodingError(.masksDisagree) }
      satelliteMask |= MaskIDs.mask(of: satellite.id)
    }
    for signal in signals {
      guard (1...64).contains(signal.satelliteID), (1...32).contains(signal.signalID),
        satelliteMask & MaskIDs.mask(of: signal.satelliteID) != 0
      else { throw RTCMEncodingError(.masksDisagree) }
      signalMask |= UInt32(MaskIDs.mask(of: signal.signalID) >> 32)
    }
    try checkMaskBitCount()
    cellMask = 0
    for signal in signals {
      // The numbers of satellites and of signals after this cell give the position of its bit.
      let after = satelliteMask & (MaskIDs.mask(of: signal.satelliteID) - 1)
      let signalsAfter = UInt64(signalMask) << 32 & (MaskIDs.mask(of: signal.signalID) - 1)
      let bit = after.nonzeroBitCount * signalCount + signalsAfter.nonzeroBitCount
      cellMask |= 1 << UInt64(bit)
    }
  }
}
