internal import GNSSBasics
internal import SatelliteOrbits

/// The times before which each satellite of a sky cannot have risen, for antennas near one place.
///
/// A move of the antenna to another place on the Earth discards the times.
struct HiddenSatellites: Sendable {
  private var until: [GPSTime]
  /// The place for which the times hold, Earth-centred and Earth-fixed, metres.
  private var place: SIMD3<Double>?

  /// Creates the state of `count` satellites, none of them known to be hidden.
  init(count: Int) {
    until = Array(repeating: GPSTime(nanoseconds: .min), count: count)
  }

  /// Prepares for an antenna's place; discards the times when the place is too far from the last one.
  mutating func look(from antenna: Antenna) {
    guard let place, (antenna.position - place).length > Self.reach else {
      self.place = place ?? antenna.position
      return
    }
    self = HiddenSatellites(count: until.count)
    self.place = antenna.position
  }

  /// Whether a satellite cannot have risen yet.
  func hides(_ index: Int, at time: GPSTime) -> Bool { time < until[index] }

  /// Notes that a satellite is below a mask.
  mutating func note(
    _ index: Int, at direction: ApparentDirection, below sineOfMask: Double, at time: GPSTime
  ) {
    until[index] = direction.earliestRise(above: sineOfMask - Self.margin, from: time)
  }

  /// The distance from `place` beyond which the times are discarded, metres.
  private static var reach: Double { 10_000 }
  /// The greatest change in the sine of an elevation by a move within `reach`.
  ///
  /// The change has two parts: the tilt of the horizon, at least 6,357 km from the Earth's centre, and
  /// the shift against a satellite, at least 19,000 km away.
  private static var margin: Double { 2.2e-3 }
}
