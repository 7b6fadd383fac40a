/// Observations of GPS and GLONASS as they were sent before MSM (messages 1001–1004, 1009–1012).
///
/// It holds the very integers of the wire, so that it encodes to what it was decoded from;
/// ``observations(near:)`` has them in metres. To make one from metres, use
/// ``init(type:stationID:epoch:isMoreToFollow:observations:)``.
///
/// Source: RTCM 10403.3, tables 3.5-1 to 3.5-5 and 3.5-10 to 3.5-14. Payload: 64 bits and 58, 74, 101
/// or 125 for each satellite (1001, 1002, 1003, 1004); 61 bits and 64, 79, 107 or 130 (1009, 1010,
/// 1011, 1012).
public struct LegacyObservations: Hashable, Sendable {
  /// System and fields.
  public var type: LegacyObservationType
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF004 or DF034, when the observations were made.
  ///
  /// A GLONASS message does not say the day of the week: 7, unknown.
  public var epoch: MSMEpoch
  /// DF005, whether more messages of the same epoch follow.
  public var isMoreToFollow = false
  /// DF007 or DF036, whether pseudoranges are smoothed free of divergence.
  public var hasDivergenceFreeSmoothing = false
  /// DF008 or DF037, smoothing interval: 0 none, 1…6 below 30, 60, 120, 240, 480 s or more, 7
  /// unlimited.
  public var smoothingInterval: UInt8 = 0
  /// The satellites in the message's order, at most 31.
  public var satellites: [LegacySatellite]
  /// The payload's bits behind its last field.
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
  /// DF002.
  public var messageType: UInt16 { type.messageType }

  /// A message of a type whose fields are all zero; `nil` when it is none of these types.
  public init?(emptyOfType messageType: UInt16) {
    guard let type = LegacyObservationType(messageType: messageType) else { return nil }
    let epoch = MSMEpoch(
      constellation: type.constellation, milliseconds: 0,
      glonassDayOfWeek: type.constellation == .glonass ? 7 : 0)
    self.init(type: type, stationID: 0, epoch: epoch)
  }

  /// Goes along the fields behind DF002.
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
