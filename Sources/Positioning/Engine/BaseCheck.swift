internal import GNSSBasics
internal import SatelliteOrbits

/// A check of the position that a base tells, by its own codes.
///
/// A base that is elsewhere shifts every solution by as much, and nothing else shows it.
struct BaseCheck: Sendable {
  /// The level distance of the base's codes from its position, metres, when it is too great to be noise and
  /// ionosphere; `nil` otherwise.
  private(set) var distance: Double?
  private var last: GPSTime?

  /// The time between two checks, seconds.
  private static var interval: Double { 30 }
  /// The level distance up to which the ionosphere may be at fault, metres.
  private static var limit: Double { 7 }

  /// Returns whether a check is due.
  func isDue(at time: GPSTime) -> Bool {
    last.map { time.seconds(since: $0).magnitude >= Self.interval } ?? true
  }

  /// Checks an epoch.
  mutating func check(_ epoch: EpochSignals, at place: ReceiverPlace, _ options: RTKOptions) {
    last = epoch.time
    let single = try? SinglePoint(
      epoch, near: place.position, mask: options.elevationMask, ionosphere: options.ionosphere)
    // Who cannot tell its own position tells nothing against it.
    guard let single, single.used.count >= 6 else { return }
    let off = single.position - place.position
    let level = (off - off.dot(place.up) * place.up).length
    distance = level > Self.limit ? level : nil
  }
}
