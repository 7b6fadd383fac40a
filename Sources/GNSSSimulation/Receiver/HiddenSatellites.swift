internal import GNSSBasics

/// The satellites of a sky that are below a mask, and the time before which each cannot rise above it.
///
/// That holds for one place and what is driven away from it: an antenna that is carried farther sees all of them anew.
struct HiddenSatellites: Sendable {
  private var until: [GPSTime]
  /// The antenna's position for which `until` was worked out, ECEF, metres.
  private var anchor: SIMD3<Double>?

  /// How far from the anchor the times still hold, metres: a second of the slack in ``ApparentDirection/earliestRise(above:from:)``.
  private static let reach = 1000.0

  /// Creates a list of satellites, none of which is known to be hidden.
  init(count: Int) { until = Array(repeating: GPSTime(nanoseconds: .min), count: count) }

  /// Carries the antenna to a position; beyond the anchor's reach nothing is known to be hidden.
  mutating func come(to antenna: Antenna) {
    if let anchor, (antenna.position - anchor).length <= Self.reach { return }
    self = Self(count: until.count)
    anchor = antenna.position
  }

  /// Whether a satellite, by its place in the sky, cannot be above the mask at an instant.
  func isHidden(_ index: Int, at time: GPSTime) -> Bool { time < until[index] }

  /// Notes a satellite that was found below the mask.
  mutating func hide(_ index: Int, until time: GPSTime) { until[index] = time }
}
