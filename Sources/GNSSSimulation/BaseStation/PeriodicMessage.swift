internal import GNSSBasics

/// Something that is told at the first epoch and then at an interval.
struct PeriodicMessage: Sendable {
  private let interval: Int64
  private var last: GPSTime?

  init(intervalNanoseconds: Int64) { interval = intervalNanoseconds }

  /// Whether it is due; then it counts as told.
  mutating func isDue(at time: GPSTime) -> Bool {
    if let last, time.nanoseconds - last.nanoseconds < interval { return false }
    last = time
    return true
  }
}
