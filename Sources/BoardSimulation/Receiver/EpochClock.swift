/// When navigation epochs are: at whole multiples of their period in GPS time.
struct EpochClock: Hashable, Sendable {
  /// Unix time of board time zero, nanoseconds.
  let bootDate: Int64
  /// Board time of the next epoch.
  private(set) var next: Duration
  private var period: Int64

  /// Creates a clock whose first epoch is the first one at or after power-up.
  init(bootDate: Int64, period: Duration) {
    self.bootDate = bootDate
    self.period = period.wholeNanoseconds
    next = .zero
    next = epoch(atOrAfter: .zero)
  }

  /// GNSS time at a board time.
  func time(at boardTime: Duration) -> GNSSTime {
    GNSSTime(unixNanoseconds: bootDate &+ boardTime.wholeNanoseconds)
  }

  /// Goes on to the epoch after the next.
  mutating func step() { next += .nanoseconds(period) }

  /// Changes the period; the next epoch is the first one after `now`.
  mutating func setPeriod(_ newPeriod: Duration, at now: Duration) {
    guard newPeriod.wholeNanoseconds != period else { return }
    period = newPeriod.wholeNanoseconds
    next = epoch(atOrAfter: now + .nanoseconds(1))
  }

  private func epoch(atOrAfter boardTime: Duration) -> Duration {
    let time = time(at: boardTime).gpsNanoseconds
    let sinceEpoch = time &- time.flooredQuotient(period) &* period
    return sinceEpoch == 0 ? boardTime : boardTime + .nanoseconds(period - sinceEpoch)
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; it has to be below 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
