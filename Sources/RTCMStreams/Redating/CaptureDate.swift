internal import Mathematics

/// When a capture was made, by what its messages say.
struct CaptureDate {
  /// The instant of the first epoch; the week is a guess where nothing tells it.
  private(set) var firstEpoch = Self.unknown
  /// Time of week of the first epoch, GPS time, milliseconds.
  private let timeOfWeek: Int
  /// How often the messages say that the first epoch was in which week.
  private var votes: [(week: Int, count: Int)] = []
  /// What 1013 or 1029 says first.
  private var stated: GPSTime?

  /// Begins with the first epoch of a capture.
  init(_ scan: CaptureScan) {
    let leapSeconds = scan.leapSeconds
    let epochs = scan.frames.lazy.compactMap { $0.epoch }
    let told = epochs.compactMap { $0.gpsTimeOfWeekMilliseconds(leapSeconds: leapSeconds) }.first
    let timeOfDay = epochs.first?.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds)
    timeOfWeek = told ?? timeOfDay ?? 0
    firstEpoch = Self.unknown.nearest(millisecondsOfWeek: timeOfWeek)
  }

  /// Takes a message that came so many milliseconds after the first epoch.
  mutating func learn(from message: RTCMMessage, at time: Int) {
    if let orbit = message.weekAndSeconds {
      let offset = orbit.numbering.timeScale.secondsBehindGPSTime(leapSeconds: 0) * 1000
      let own = timeOfWeek + time - offset
      let distance = Int(orbit.seconds * 1000) - own.modulo(millisecondsPerWeek)
      // Near the turn of a week, some count by toe and others by the time of sending.
      guard distance.magnitude < millisecondsPerWeek / 2 else { return }
      let week = (stated ?? Self.unknown).nearestWeek(
        orbit.week + orbit.numbering.firstWeek, modulus: orbit.numbering.modulus)
      vote(week - own.dividedRoundingDown(by: millisecondsPerWeek).quotient)
    } else if stated == nil, let time = message.statedTime, time > Self.earliest {
      stated = time
      if votes.isEmpty { firstEpoch = time.nearest(millisecondsOfWeek: timeOfWeek) }
    }
  }

  private mutating func vote(_ week: Int) {
    if let index = votes.firstIndex(where: { $0.week == week }) {
      votes[index].count += 1
    } else {
      votes.append((week, 1))
    }
    guard let most = votes.max(by: { $0.count < $1.count }) else { return }
    firstEpoch = GPSTime(week: most.week, millisecondsOfWeek: timeOfWeek)
  }

  /// In the middle of the twenty years for which a GPS week number of nowadays stands: 2025.
  private static let unknown = GPSTime(week: 2400, secondsOfWeek: 0)
  /// A sender without a date says an earlier one: 1999.
  private static let earliest = GPSTime(week: 1024, secondsOfWeek: 0)
}
