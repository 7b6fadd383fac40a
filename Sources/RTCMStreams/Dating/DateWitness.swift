/// A message that tells a week.
struct DateWitness {
  /// The sender of a date: a type of message, or a satellite by a type of ephemeris.
  struct Source: Hashable {
    var type: UInt16?
    var satellite: SatelliteID?
  }

  var source: Source
  /// The time that the message tells, where the week number wraps in its first round.
  var time: GPSTime
  /// The number of weeks after which the week number wraps; `nil` for a time without wraps.
  ///
  /// The rounds of Galileo's and BeiDou's weeks are so long that they count as without.
  var modulus: Int?
  /// The clock that an ephemeris counts its weeks by; `nil` for a time of sending.
  var timeScale: TimeScale?

  /// Whether the sender's own clock told the time, and no satellite.
  var isClock: Bool { timeScale == nil }

  /// Finds what a message tells of the week; `nil` for most messages.
  ///
  /// GLONASS ephemerides are no witnesses: their four-year interval is wrong in streams that exist.
  init?(_ message: RTCMMessage) {
    guard message.impossibleTime == nil else { return nil }
    if let orbit = message.weekAndSeconds {
      self.init(orbit, of: message)
    } else if let time = message.statedTime, time > Self.earliest {
      self.init(source: Source(type: message.type), time: time)
    } else {
      return nil
    }
  }

  private init(
    _ orbit: (week: Int, seconds: Double, numbering: WeekNumbering), of message: RTCMMessage
  ) {
    let numbering = orbit.numbering
    let shift = numbering.timeScale.secondsBehindGPSTime(leapSeconds: 0)
    source = Source(type: message.type, satellite: message.orbitingSatellite)
    time = GPSTime(
      week: orbit.week + numbering.firstWeek,
      millisecondsOfWeek: Int(orbit.seconds * 1000) + shift * 1000)
    modulus = numbering == .gps ? numbering.modulus : nil
    timeScale = numbering.timeScale
  }

  /// Creates a witness that has a time of its own.
  init(source: Source, time: GPSTime) {
    self.source = source
    self.time = time
  }

  /// The number of weeks by which an ephemeris may be off, as senders count its week by toe or by the time of
  /// sending: one for a toe within half a day of the turn of a week.
  var slack: Int {
    guard let timeScale else { return 0 }
    let own = time.advanced(seconds: -timeScale.secondsBehindGPSTime(leapSeconds: 0))
    let halfDay = millisecondsPerDay / 2
    if own.millisecondsOfWeek < halfDay { return 1 }
    return own.millisecondsOfWeek >= millisecondsPerWeek - halfDay ? -1 : 0
  }

  /// Whether week and seconds surely belong together, by the time of the stream.
  ///
  /// Near the turn of a week, some senders count the week by toe and others by the time of sending.
  func isClear(at now: GPSTime) -> Bool {
    guard let timeScale else { return true }
    let shift = timeScale.secondsBehindGPSTime(leapSeconds: 0)
    let (own, other) = (time.advanced(seconds: -shift), now.advanced(seconds: -shift))
    return (own.millisecondsOfWeek - other.millisecondsOfWeek).magnitude < millisecondsPerWeek / 2
  }

  /// A sender without a date says an earlier one: 1999.
  private static let earliest = GPSTime(week: 1024, secondsOfWeek: 0)
}
