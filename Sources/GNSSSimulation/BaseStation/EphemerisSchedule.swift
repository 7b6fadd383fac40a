package import GNSSBasics

/// A schedule of the ephemerides that a station sends at each epoch.
///
/// A satellite's data are due when the satellite has risen or its data are new, and again after an
/// interval. The number sent at once is limited; the data that have waited longest come first.
package struct EphemerisSchedule: Sendable {
  private struct Told: Sendable {
    /// The beginning of the data's validity.
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

  /// Forgets what was sent, so that a new listener receives all data.
  package mutating func startAnew() { told = [:] }

  /// Returns the data to send at an epoch, out of those of all satellites in view, and notes them as sent.
  package mutating func choose(from inView: [BroadcastSet], at time: GPSTime) -> [BroadcastSet] {
    choose(
      due: inView.filter { isDue($0.satellite, since: $0.validity.lowerBound, at: time) }, at: time)
  }

  /// Returns the data to send at an epoch, out of those of the satellites that a receiver has observed.
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

  /// Returns the time at which the same data were last sent; `Int64.min` for never.
  private func lastTold(_ data: BroadcastSet) -> Int64 {
    last(data.satellite, since: data.validity.lowerBound)?.time.nanoseconds ?? .min
  }

  private func last(_ satellite: SatelliteID, since begin: GPSTime) -> Told? {
    guard let last = told[satellite], last.begin == begin else { return nil }
    return last
  }
}
