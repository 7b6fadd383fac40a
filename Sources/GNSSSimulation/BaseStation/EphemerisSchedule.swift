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
    choose(
      due: inView.filter { isDue($0.satellite, since: $0.validity.lowerBound, at: time) }, at: time)
  }

  /// The same out of those of the satellites that a receiver has observed.
  mutating func choose(
    from receiver: borrowing SimulatedReceiver, at time: GPSTime
  ) -> [BroadcastSet] {
    choose(due: receiver.broadcasts { isDue($0, since: $1, at: time) }, at: time)
  }

  private mutating func choose(due inView: [BroadcastSet], at time: GPSTime) -> [BroadcastSet] {
    let due = inView.sorted { (lastTold($0), $0.satellite) < (lastTold($1), $1.satellite) }
      .prefix(mostAtOnce)
    for data in due {
      told[data.satellite] = Told(begin: data.validity.lowerBound, time: time)
    }
    return Array(due)
  }

  private func isDue(_ satellite: SatelliteID, since begin: GPSTime, at time: GPSTime) -> Bool {
    guard let last = last(satellite, since: begin) else { return true }
    return time.nanoseconds - last.time.nanoseconds >= interval
  }

  /// When the same data were last told; the beginning of time if never.
  private func lastTold(_ data: BroadcastSet) -> Int64 {
    last(data.satellite, since: data.validity.lowerBound)?.time.nanoseconds ?? .min
  }

  private func last(_ satellite: SatelliteID, since begin: GPSTime) -> Told? {
    guard let last = told[satellite], last.begin == begin else { return nil }
    return last
  }
}
