internal import Mathematics

extension GeodeticPosition {
  /// Metres over ground to another point, heights left out: the great circle on a sphere.
  ///
  /// Within 0.6 % of the way on the ellipsoid; the shorter way round, also over the meridian of 180°.
  public func greatCircleDistance(to other: GeodeticPosition) -> Double {
    let halfNorth = Math.sine((other.latitude - latitude).degreesInRadians / 2)
    let halfEast = Math.sine((other.longitude - longitude).degreesInRadians / 2)
    let (from, to) = (latitude.degreesInRadians, other.latitude.degreesInRadians)
    // The haversine formula, which is exact for near points and for antipodes.
    let square =
      halfNorth * halfNorth + Math.cosine(from) * Math.cosine(to) * halfEast * halfEast
    let angle = 2 * Math.arcTangent(y: square.squareRoot(), x: max(1 - square, 0).squareRoot())
    return Self.meanRadius * angle
  }

  /// Mean radius of the WGS 84 ellipsoid, (2 a + b) / 3, metres.
  private static let meanRadius = WGS84.semiMajorAxis * (1 - WGS84.flattening / 3)
}
