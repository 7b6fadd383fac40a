internal import GNSSBasics

/// The clock of a running caster.
struct CasterClock: Sendable {
  /// The date at which the caster began.
  let date: UnixTime
  private let start: ContinuousClock.Instant

  /// Starts a clock at a date.
  init(at date: UnixTime) {
    self.date = date
    start = .now
  }

  /// The time since the caster began.
  var elapsed: Duration { start.duration(to: .now) }

  /// Returns the GPS time at a time since the caster began; `nil` before GPS time began.
  func gpsTime(at elapsed: Duration) -> GPSTime? { GPSTime(date.advanced(by: elapsed)) }
}
