internal import GNSSBasics

/// Until when each satellite of a sky cannot have risen, for whoever looks up from about one place.
///
/// An antenna may be put somewhere else on the Earth from one look to the next: what was known is forgotten then.
struct HiddenSatellites: Sendable {
  private var until: [GPSTime]
  /// The place of the computation, metres from the Earth's centre.
  private var place: SIMD3<Double>?

  /// Nothing is known of so many satellites.
  init(count: Int) {
    until = Array(repeating: GPSTime(nanoseconds: .min), count: count)
  }

  /// Looks up from an antenna.
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

  /// The distance of an antenna from there at which all is computed anew, metres.
  private static var reach: Double { 10_000 }
  /// By how much that raises the sine of an elevation: by the turn of the horizon, 6,357 km from the Earth's centre at
  /// least, and by the way to a satellite, 19,000 km at least.
  private static var margin: Double { 2.2e-3 }
}
