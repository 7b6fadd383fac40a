/// The header of a multiple signal message: type, station, epoch, and the masks of satellites, signals and
/// cells.
///
/// Source: RTCM 10403.3, table 3.5-78. Size: 169 bits, plus the cell mask.
public struct MSMHeader: Hashable, Sendable {
  /// The constellation and kind, which determine the message type.
  public var type: MSMType
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// The time of the observations.
  public var epoch: MSMEpoch
  /// DF393, whether more messages of the same epoch follow.
  public var isMoreToFollow: Bool
  /// DF409, issue of data station, `0...7`.
  public var iods: UInt8
  /// DF001, seven reserved bits.
  public var reserved: UInt8 = 0
  /// DF411, clock steering, `0...3`: 0 none, 1 applied, 2 unknown.
  public var clockSteering: UInt8 = 0
  /// DF412, external clock, `0...3`: 0 internal, 1 locked, 2 external but not locked, 3 unknown.
  public var externalClock: UInt8 = 0
  /// DF417, whether divergence-free smoothing is used.
  public var hasDivergenceFreeSmoothing = false
  /// DF418, smoothing interval, `0...7`: 0 none, then under 30 s, 1, 2, 4, 8 minutes, over 8, unlimited.
  public var smoothingInterval: UInt8 = 0
  /// DF394, the satellite mask: ID 1 is the highest bit, ID 64 the lowest.
  public var satelliteMask: UInt64 = 0
  /// DF395, the signal mask: ID 1 is the highest bit, ID 32 the lowest.
  public var signalMask: UInt32 = 0
  /// DF396, the cell mask: one bit for each signal of each satellite, ordered by satellite.
  ///
  /// The first cell is the highest of ``cellMaskBitCount`` bits.
  public var cellMask: UInt64 = 0

  /// Creates a header with empty masks.
  public init(
    type: MSMType, stationID: UInt16, epoch: MSMEpoch, isMoreToFollow: Bool = false, iods: UInt8 = 0
  ) {
    self.type = type
    self.stationID = stationID
    self.epoch = epoch
    self.isMoreToFollow = isMoreToFollow
    self.iods = iods
  }

  /// The message type, DF002, `1071...1137`.
  public var messageType: UInt16 { type.messageType }
  /// The constellation of the satellites.
  public var constellation: Constellation { type.constellation }
  /// The kind of MSM, `1...7`.
  public var kind: UInt8 { type.kind }
  /// The number of satellites in the satellite mask.
  public var satelliteCount: Int { satelliteMask.nonzeroBitCount }
  /// The number of signals in the signal mask.
  public var signalCount: Int { signalMask.nonzeroBitCount }
  /// The number of cells in the cell mask.
  public var cellCount: Int { cellMask.nonzeroBitCount }
  /// The width of DF396 in bits, at most 64 in a valid message.
  public var cellMaskBitCount: Int { satelliteCount * signalCount }
}

extension MSMHeader {
  /// Computes the length in bytes of a frame with this header's type and signals, and some satellites.
  ///
  /// - Parameters:
  ///   - satelliteCount: The number of satellites.
  ///   - cellCount: The number of cells of these satellites.
  /// - Returns: The length, header and CRC included.
  package func frameLength(satelliteCount: Int, cellCount: Int) -> Int {
    let bitsPerSatellite = signalCount + type.bitsPerSatellite
    let bitCount =
      Self.bitCountBeforeCellMask + satelliteCount * bitsPerSatellite + cellCount * type.bitsPerCell
    return RTCMFrame.minimumLength + (bitCount + 7) / 8
  }

  /// The number of bits before the cell mask, 169 for all systems.
  private static var bitCountBeforeCellMask: Int { 169 }

  /// The maximum number of bits in the cell mask, 64.
  package static var maximumCellMaskBitCount: Int { 64 }

  /// Decodes the header of a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early, is not an MSM or has more than 64 cells.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    try self.init(decodingWith: &decoder)
  }

  /// Decodes the header and advances the decoder past it.
  @inline(__always)
  @_lifetime(decoder: copy decoder)
  init(decodingWith decoder: inout FieldDecoder) throws(RTCMDecodingError) {
    var messageType: UInt16 = 0
    decoder.integer(.df002, &messageType)
    try decoder.finish()
    guard let type = MSMType(messageType: messageType) else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: messageType)
    }
    let epoch = MSMEpoch(constellation: type.constellation, milliseconds: 0)
    self.init(type: type, stationID: 0, epoch: epoch)
    try codeUpToSignals(with: &decoder)
    try decoder.finish()
    guard cellMaskBitCount <= Self.maximumCellMaskBitCount else {
      throw RTCMDecodingError(
        .tooManyCells(satellites: satelliteCount, signals: signalCount),
        field: 396, bitOffset: decoder.cursor.position, messageType: messageType)
    }
    decoder.integer(.df396(bits: cellMaskBitCount), &cellMask)
    try decoder.finish()
  }

  /// Codes the fields between DF002 and the cell mask, whose width depends on these fields.
  @inline(__always)
  @_lifetime(coder: copy coder)
  package mutating func codeUpToSignals<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try epoch.code(with: &coder)
    try coder.flag(.df393, &isMoreToFollow)
    try coder.integer(.df409, &iods)
    try coder.integer(.df001(bits: 7), &reserved)
    try coder.integer(.df411, &clockSteering)
    try coder.integer(.df412, &externalClock)
    try coder.flag(.df417, &hasDivergenceFreeSmoothing)
    try coder.integer(.df418, &smoothingInterval)
    try coder.integer(.df394, &satelliteMask)
    try coder.integer(.df395, &signalMask)
  }

  /// Encodes or describes the whole header, including DF002 and the cell mask.
  @inline(__always)
  func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var (header, messageType) = (self, self.messageType)
    try coder.integer(.df002, &messageType)
    try header.codeUpToSignals(with: &coder)
    try coder.integer(.df396(bits: cellMaskBitCount), &header.cellMask)
  }

  /// Checks that the cell mask has at most 64 bits.
  @inline(__always)
  func checkMaskBitCount() throws(RTCMEncodingError) {
    guard cellMaskBitCount <= Self.maximumCellMaskBitCount else {
      throw RTCMEncodingError(
        .tooManyCells(satellites: satelliteCount, signals: signalCount), field: 396)
    }
  }
}
