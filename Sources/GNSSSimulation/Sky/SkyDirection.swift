internal import GNSSBasics
internal import Mathematics

extension SkyDirection {
  /// Creates the direction of a line of sight from an antenna.
  init(_ sight: LineOfSight, from antenna: Antenna) {
    self.init(sight.direction, sineOfElevation: sight.sineOfElevation, from: antenna)
  }

  /// Creates the direction of a vector from an antenna.
  init(_ vector: SIMD3<Double>, sineOfElevation sine: Double, from antenna: Antenna) {
    let azimuth = antenna.azimuth(of: vector).radiansInDegrees
    self.init(
      azimuth: azimuth < 0 ? azimuth + 360 : azimuth,
      elevation:
        Math.arcTangent(y: sine, x: max(1 - sine * sine, 0).squareRoot()).radiansInDegrees)
  }
}
