public import GNSSBasics
internal import RTCMParser

/// A base station that never existed: an endless sequence of epochs, the same every time.
///
/// ```swift
/// for epoch in try BaseStationSynthesizer(BaseStationConfiguration()).prefix(600) {
///   output.append(contentsOf: try epoch.encode())  // ten minutes of RTCM 3
/// }
/// ```
/// GPS, GLONASS, Galileo, BeiDou and QZSS with all that makes real streams what they are, or as much of it as the
/// configuration leaves on. Keeps no more than one epoch in memory.
public struct BaseStationSynthesizer: Sequence, IteratorProtocol, Sendable {
  private let configuration: BaseStationConfiguration
  private let schedule: BaseStationConfiguration.Schedule
  private var upcoming: GPSTime
  private var receiver: SimulatedReceiver
  private var stationMessages: PeriodicMessage
  private var biasMessages: PeriodicMessage
  private var ephemerides: EphemerisSchedule

  /// Creates a station.
  ///
  /// - Throws: ``BaseStationConfigurationError`` when the configuration is impossible.
  public init(
    _ configuration: BaseStationConfiguration
  ) throws(BaseStationConfigurationError) {
    let schedule = try configuration.schedule()
    self.configuration = configuration
    self.schedule = schedule
    upcoming = schedule.firstEpoch
    receiver = SimulatedReceiver(configuration.receiver)
    stationMessages = PeriodicMessage(intervalNanoseconds: schedule.station)
    biasMessages = PeriodicMessage(intervalNanoseconds: schedule.bias)
    // So that all are told within some seconds whatever the interval from epoch to epoch.
    let seconds = Int(schedule.interval / 1_000_000_000)
    ephemerides = EphemerisSchedule(
      intervalNanoseconds: schedule.ephemeris, mostAtOnce: 4 * Swift.max(1, seconds))
  }

  /// When the next epoch is, without making it; `nil` after the last.
  public var nextEpochTime: GPSTime? { upcoming < Self.end ? upcoming : nil }

  /// The next epoch; `nil` only after June 2267, where 64 bits of nanoseconds near their end.
  public mutating func next() -> BaseStationEpoch? {
    guard let time = nextEpochTime else { return nil }
    upcoming = GPSTime(nanoseconds: time.nanoseconds + schedule.interval)
    var observations = receiver.observe(at: time)
    observations.stationID = configuration.stationID
    configuration.misalign(&observations.observations)
    return BaseStationEpoch(
      announcements: announcements(at: time), observations: observations,
      msmKind: configuration.msmKind)
  }

  /// 2267-06-30, five years before the end of what ``/GNSSBasics/GPSTime`` can say.
  private static var end: GPSTime { GPSTime(week: 15_000, secondsOfWeek: 0) }

  /// Returns the messages that are due about the station and the satellites.
  private mutating func announcements(at time: GPSTime) -> [RTCMMessage] {
    var messages: [RTCMMessage] = []
    if stationMessages.isDue(at: time) { messages += configuration.stationMessages }
    if biasMessages.isDue(at: time) { messages += configuration.slowMessages(at: time) }
    messages += ephemerides.choose(from: receiver, at: time).flatMap(\.messages)
    return messages
  }
}
