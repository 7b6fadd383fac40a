package import GNSSBasics

/// Decides which ephemerides a station tells at an epoch.
///
/// A satellite's data are due when they have not been told yet, because it rose or they are new, and
/// again after an interval. Only some go at once, those that have waited longest first.
package struct EphemerisSchedule: Sendable {
  private struct Told: Sendable {
    /// Since when the data are flown.
    var begin: GPSTime
    var time: GPSTime
  }

  private let interval: Int64
  private let mostAtOnce: Int
  private var told: [SatelliteID: Told] = [:]

  package init(intervalNanoseconds: Int64, mostAtOnce: Int) {
    interval = intervalNanoseconds
    self.mostAtOnce = mostAtOnce
  }

  /// Forgets what was told: somebody else listens now.
  package mutating func startAnew() { told = [:] }

  /// The data to tell at an epoch, out of those of all satellites in view; they count as told.
  package mutating func choose(from inView: [BroadcastSet], at time: GPSTime) -> [BroadcastSet] {
    let due = inView.filter { isDue($0, at: time) }
      .sorted { (lastTold($0), $0.satellite) < (lastTold($1), $1.satellite) }
      .prefix(mostAtOnce)
    for data in due {
      told[data.satellite] = Told(begin: data.validity.lowerBound, time: time)
    }
    return Array(due)
  }

  private func isDue(_ data: BroadcastSet, at time: GPSTime) -> Bool {
    guard let last = last(data) else { return true }
    return time.nanoseconds - last.time.nanoseconds >= interval
  }

  /// When the same data were last told; the beginning of time if never.
  private func lastTold(_ data: BroadcastSet) -> Int64 { last(data)?.time.nanoseconds ?? .min }

  private func last(_ data: BroadcastSet) -> Told? {
    guard let last = told[data.satellite], last.begin == data.validity.lowerBound else {
      return nil
    }
    return last
  }
}
