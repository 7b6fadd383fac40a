internal import GNSSBasics
internal import Mathematics

/// When navigation epochs are: at whole multiples of their period in GPS time.
struct EpochClock: Hashable, Sendable {
  /// GPS time at board time zero.
  private let start: GPSTime
  /// Board time of the next epoch.
  private(set) var next: Duration
  private var period: Int64

  /// Creates a clock whose first epoch is the first one at or after power-up.
  ///
  /// A date before GPS time began is taken for that beginning.
  init(bootDate: UnixTime, period: Duration) {
    start = GPSTime(bootDate) ?? GPSTime(nanoseconds: 0)
    self.period = period.inNanoseconds
    next = .zero
    next = epoch(atOrAfter: .zero)
  }

  /// GPS time at a board time.
  func time(at boardTime: Duration) -> GPSTime {
    start.advanced(byNanoseconds: boardTime.inNanoseconds)
  }

  /// Begins anew with the first epoch at or after `now`.
  mutating func restart(period newPeriod: Duration, at now: Duration) {
    period = newPeriod.inNanoseconds
    next = epoch(atOrAfter: now)
  }

  /// Goes on to the epoch after the next.
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
