internal import RTCMParser

/// Decides which ephemerides a station tells at an epoch.
///
/// A satellite's data are due when they have not been told yet, because it rose or they are new, and
/// again after an interval. Only some go at once, those that have waited longest first.
struct EphemerisSchedule: Sendable {
  private struct Told: Sendable {
    var issue: Int
    var time: GPSTime
  }

  private let interval: Int64
  private let mostAtOnce: Int
  private var told: [Int: Told] = [:]

  init(intervalNanoseconds: Int64, mostAtOnce: Int) {
    interval = intervalNanoseconds
    self.mostAtOnce = mostAtOnce
  }

  /// The data to tell at an epoch, out of those of all satellites in view; they count as told.
  mutating func choose(from inView: some Sequence<NavigationData>, at time: GPSTime)
    -> [NavigationData]
  {
    let due = inView.filter { isDue($0, at: time) }
      .sorted { (lastTold($0), $0.prn) < (lastTold($1), $1.prn) }
      .prefix(mostAtOnce)
    for data in due { told[data.prn] = Told(issue: data.iodc, time: time) }
    return Array(due)
  }

  private func isDue(_ data: NavigationData, at time: GPSTime) -> Bool {
    guard let last = told[data.prn], last.issue == data.iodc else { return true }
    return time.nanoseconds - last.time.nanoseconds >= interval
  }

  /// When the same data were last told; the beginning of time if never.
  private func lastTold(_ data: NavigationData) -> Int64 {
    guard let last = told[data.prn], last.issue == data.iodc else { return .min }
    return last.time.nanoseconds
  }
}

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
