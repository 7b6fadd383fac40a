public import GNSSBasics
internal import RTCMParser

/// A synthetic base station: an endless sequence of epochs, the same for the same configuration.
///
/// ```swift
/// for epoch in try BaseStationSynthesizer(BaseStationConfiguration()).prefix(600) {
///   output.append(contentsOf: try epoch.encode())  // ten minutes of RTCM 3
/// }
/// ```
///
/// The station observes GPS, GLONASS, Galileo, BeiDou and QZSS, with all effects of real streams that the
/// configuration leaves on. It keeps no more than one epoch in memory.
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
    // The limit lets all ephemerides be sent within some seconds, whatever the interval of epochs.
    let seconds = Int(schedule.interval / 1_000_000_000)
    ephemerides = EphemerisSchedule(
      intervalNanoseconds: schedule.ephemeris, mostAtOnce: 4 * Swift.max(1, seconds))
  }

  /// The time of the next epoch, which is not made yet; `nil` after the last epoch.
  public var nextEpochTime: GPSTime? { upcoming < Self.end ? upcoming : nil }

  /// Returns the next epoch; `nil` only after June 2267, near the end of 64 bits of nanoseconds.
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

  /// The end, 2267-06-30, five years before the last instant that ``/GNSSBasics/GPSTime`` can represent.
  private static var end: GPSTime { GPSTime(week: 15_000, secondsOfWeek: 0) }

  /// Returns the messages about the station and its satellites that are due.
  private mutating func announcements(at time: GPSTime) -> [RTCMMessage] {
    var messages: [RTCMMessage] = []
    if stationMessages.isDue(at: time) { messages += configuration.stationMessages }
    if biasMessages.isDue(at: time) { messages += configuration.slowMessages(at: time) }
    messages += ephemerides.choose(from: receiver, at: time).flatMap(\.messages)
    return messages
  }
}
