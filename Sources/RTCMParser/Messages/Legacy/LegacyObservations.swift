/// Observations of GPS and GLONASS in the messages before MSM (1001–1004, 1009–1012).
///
/// The message stores the integers of the wire, so that it encodes to the same bytes it was decoded from.
/// ``observations(near:)`` returns the values in metres. To create a message from metres, use
/// ``init(type:stationID:epoch:isMoreToFollow:observations:)``.
///
/// Source: RTCM 10403.3, tables 3.5-1 to 3.5-5 and 3.5-10 to 3.5-14. Payload of 1001, 1002, 1003, 1004: 64
/// bits, plus 58, 74, 101 or 125 for each satellite. Payload of 1009, 1010, 1011, 1012: 61 bits, plus 64, 79,
/// 107 or 130 for each satellite.
public struct LegacyObservations: Hashable, Sendable {
  /// The constellation and fields of the message.
  public var type: LegacyObservationType
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF004 or DF034, the time of the observations.
  ///
  /// A GLONASS message does not give the day of the week, so the day is 7, unknown.
  public var epoch: MSMEpoch
  /// DF005, whether more messages of the same epoch follow.
  public var isMoreToFollow = false
  /// DF007 or DF036, whether divergence-free smoothing is applied to pseudoranges.
  public var hasDivergenceFreeSmoothing = false
  /// DF008 or DF037, smoothing interval: 0 none, 1…6 below 30, 60, 120, 240, 480 s or more, 7
  /// unlimited.
  public var smoothingInterval: UInt8 = 0
  /// The satellites in the message's order, at most 31.
  public var satellites: [LegacySatellite]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields.
  public init(
    type: LegacyObservationType, stationID: UInt16, epoch: MSMEpoch, isMoreToFollow: Bool = false,
    satellites: [LegacySatellite] = []
  ) {
    self.type = type
    self.stationID = stationID
    self.epoch = epoch
    self.isMoreToFollow = isMoreToFollow
    self.satellites = satellites
  }
}

extension LegacyObservations: FieldFamily {
  /// The message type, DF002.
  public var messageType: UInt16 { type.messageType }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType messageType: UInt16) {
    guard let type = LegacyObservationType(messageType: messageType) else { return nil }
    let epoch = MSMEpoch(
      constellation: type.constellation, milliseconds: 0,
      glonassDayOfWeek: type.constellation == .glonass ? 7 : 0)
    self.init(type: type, stationID: 0, epoch: epoch)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    let fields = LegacyFields(type)
    var satelliteCount = satellites.count
    try coder.integer(.df003, &stationID)
    try coder.integer(MSMEpoch.field(of: type.constellation), &epoch.milliseconds)
    try coder.flag(.df005, &isMoreToFollow)
    try coder.integer(fields.satelliteCount, &satelliteCount)
    try coder.flag(fields.hasDivergenceFreeSmoothing, &hasDivergenceFreeSmoothing)
    try coder.integer(fields.smoothingInterval, &smoothingInterval)
    let type = self.type
    try coder.list(&satellites, count: satelliteCount, of: LegacySatellite(id: 0)) {
      (satellite, coder) throws(Coder.Failure) in
      coder.beginGroup("satellite", satelliteID: satellite.id)
      try satellite.code(with: &coder, type: type)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}
