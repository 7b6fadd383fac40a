/// A message that gives a week.
struct DateWitness {
  /// The source of a date: a message type, or a satellite together with an ephemeris type.
  struct Source: Hashable {
    var type: UInt16?
    var satellite: SatelliteID?
  }

  var source: Source
  /// The time in the message; a week number that wraps is read in its first cycle.
  var time: GPSTime
  /// The number of weeks after which the week number wraps; `nil` for a time without wraps.
  ///
  /// The cycles of Galileo's and BeiDou's weeks are so long that they count as without wraps.
  var modulus: Int?
  /// The time scale of an ephemeris's weeks; `nil` for a time of transmission.
  var timeScale: TimeScale?

  /// Whether the time comes from the sender's own clock, not from a satellite.
  var isClock: Bool { timeScale == nil }

  /// Finds the week in a message; `nil` for most messages.
  ///
  /// GLONASS ephemerides are not used: their four-year interval is wrong in existing streams.
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

  /// Creates a witness whose week number does not wrap.
  init(source: Source, time: GPSTime) {
    self.source = source
    self.time = time
  }

  /// The number of weeks by which an ephemeris's week may be off: 1 or -1 for a toe within half a day of
  /// the week rollover, else 0.
  ///
  /// Some senders count the week by toe, others by the time of transmission.
  var slack: Int {
    guard let timeScale else { return 0 }
    let own = time.advanced(seconds: -timeScale.secondsBehindGPSTime(leapSeconds: 0))
    let halfDay = millisecondsPerDay / 2
    if own.millisecondsOfWeek < halfDay { return 1 }
    return own.millisecondsOfWeek >= millisecondsPerWeek - halfDay ? -1 : 0
  }

  /// Whether week and seconds of the witness certainly belong together at the stream's time.
  ///
  /// Near the week rollover, some senders count the week by toe and others by the time of transmission.
  func isClear(at now: GPSTime) -> Bool {
    guard let timeScale else { return true }
    let shift = timeScale.secondsBehindGPSTime(leapSeconds: 0)
    let (own, other) = (time.advanced(seconds: -shift), now.advanced(seconds: -shift))
    return (own.millisecondsOfWeek - other.millisecondsOfWeek).magnitude < millisecondsPerWeek / 2
  }

  /// The earliest time accepted, in 1999: a sender without a date sends an earlier time.
  private static let earliest = GPSTime(week: 1024, secondsOfWeek: 0)
}
