internal import GNSSBasics
internal import Mathematics

/// The times of navigation epochs: whole multiples of their period in GPS time.
struct EpochClock: Hashable, Sendable {
  /// The GPS time at board time zero.
  private let start: GPSTime
  /// The board time of the next epoch.
  private(set) var next: Duration
  private var period: Int64

  /// Creates a clock whose first epoch is at or after power-up.
  ///
  /// A boot date before the beginning of GPS time counts as that beginning.
  init(bootDate: UnixTime, period: Duration) {
    start = GPSTime(bootDate) ?? GPSTime(nanoseconds: 0)
    self.period = period.inNanoseconds
    next = .zero
    next = epoch(atOrAfter: .zero)
  }

  /// Returns the GPS time at a board time.
  func time(at boardTime: Duration) -> GPSTime {
    start.advanced(byNanoseconds: boardTime.inNanoseconds)
  }

  /// Restarts the clock with the first epoch at or after `now`.
  mutating func restart(period newPeriod: Duration, at now: Duration) {
    period = newPeriod.inNanoseconds
    next = epoch(atOrAfter: now)
  }

  /// Advances the next epoch by one period.
  mutating func step() { next += .nanoseconds(period) }

  /// Changes the period; the next epoch is the first one after `now`.
  mutating func setPeriod(_ newPeriod: Duration, at now: Duration) {
    guard newPeriod.inNanoseconds != period else { return }
    period = newPeriod.inNanoseconds
    next = epoch(atOrAfter: now + .nanoseconds(1))
  }

  private func epoch(atOrAfter boardTime: Duration) -> Duration {
    let sinceEpoch = time(at: boardTime).nanoseconds.modulo(period)
    return sinceEpoch == 0 ? boardTime : boardTime + .nanoseconds(period - sinceEpoch)
  }
}
