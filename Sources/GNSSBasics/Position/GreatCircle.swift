internal import Mathematics

extension GeodeticPosition {
  /// Returns the distance over ground to another point, metres, without heights: the great circle on a
  /// sphere.
  ///
  /// The result is within 0.6 % of the distance on the ellipsoid. It is the shorter way round, also across
  /// the 180° meridian.
  public func greatCircleDistance(to other: GeodeticPosition) -> Double {
    let halfNorth = Math.sine((other.latitude - latitude).degreesInRadians / 2)
    let halfEast = Math.sine((other.longitude - longitude).degreesInRadians / 2)
    let (from, to) = (latitude.degreesInRadians, other.latitude.degreesInRadians)
    // The haversine formula, which is accurate for near points and for antipodes.
    let square =
      halfNorth * halfNorth + Math.cosine(from) * Math.cosine(to) * halfEast * halfEast
    let angle = 2 * Math.arcTangent(y: square.squareRoot(), x: max(1 - square, 0).squareRoot())
    return WGS84.meanRadius * angle
  }
}

extension WGS84 {
  /// The mean radius of the ellipsoid, (2 a + b) / 3, metres.
  static let meanRadius = semiMajorAxis * (1 - flattening / 3)
}
