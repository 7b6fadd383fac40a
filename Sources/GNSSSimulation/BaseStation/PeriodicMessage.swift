internal import GNSSBasics

/// The schedule of a message that is sent at the first epoch and then at an interval.
struct PeriodicMessage: Sendable {
  private let interval: Int64
  private var last: GPSTime?

  init(intervalNanoseconds: Int64) { interval = intervalNanoseconds }

  /// Returns whether the message is due, and if so notes it as sent.
  mutating func isDue(at time: GPSTime) -> Bool {
    if let last, time.nanoseconds - last.nanoseconds < interval { return false }
    last = time
    return true
  }
}
