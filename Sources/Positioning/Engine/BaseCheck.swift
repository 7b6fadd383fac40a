internal import GNSSBasics
internal import SatelliteOrbits

/// A check of the position that a base tells, by its own codes.
///
/// A base that is elsewhere shifts every solution by as much, and nothing else shows it.
struct BaseCheck: Sendable {
  /// The distance of the base's codes from its position, metres, when it is too great to be noise and
  /// atmosphere; `nil` otherwise.
  private(set) var distance: Double?
  private var last: GPSTime?
  /// The offsets of the codes from the position, and their number.
  private var sum = SIMD3<Double>.zero
  private var count = 0.0

  /// The time between two checks, seconds.
  private static var interval: Double { 30 }
  /// The number of checks of which a mean is taken.
  private static var memory: Double { 20 }

  /// The mean offset of the codes from the position, metres; zero before the first check.
  var offset: SIMD3<Double> { count > 0 ? sum / count : .zero }

  /// Returns whether a check is due.
  func isDue(at time: GPSTime) -> Bool {
    last.map { time.seconds(since: $0).magnitude >= Self.interval } ?? true
  }

  /// Checks an epoch.
  mutating func check(_ epoch: EpochSignals, at place: ReceiverPlace, _ options: RTKOptions) {
    last = epoch.time
    // Who cannot tell its own position tells nothing against it.
    guard let (single, limit) = Self.position(of: epoch, at: place, options) else { return }
    if count == Self.memory { (sum, count) = (sum * (1 - 1 / count), count - 1) }
    sum += single - place.position
    count += 1
    let mean = offset
    let up = mean.dot(place.up)
    let level = (mean - up * place.up).length
    distance = level > limit.level || up.magnitude > limit.up ? mean.length : nil
  }

  /// Returns the position by the codes, with the limits up to which it may be off, metres.
  private static func position(
    of epoch: EpochSignals, at place: ReceiverPlace, _ options: RTKOptions
  ) -> (position: SIMD3<Double>, limit: (level: Double, up: Double))? {
    func single(_ ionosphere: KlobucharParameters?) -> SinglePoint? {
      let single = try? SinglePoint(
        epoch, near: place.position, mask: options.elevationMask, ionosphere: ionosphere)
      return single.flatMap { $0.used.count >= 6 ? $0 : nil }
    }
    if let combined = single(nil) {
      // GLONASS's codes have biases of some metres between channels.
      let isGLONASS = combined.used.allSatisfy { $0.satellite.constellation == .glonass }
      return (combined.position, isGLONASS ? (9, 18) : (4, 7))
    }
    // The ionosphere's model may be off by ten metres at noon, most of it in the height.
    return single(options.ionosphere).map { ($0.position, (7, 15)) }
  }
}
