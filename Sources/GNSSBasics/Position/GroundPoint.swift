internal import Mathematics

/// A point on the WGS 84 ellipsoid, for repeated distances over ground; heights are left out.
package struct GroundPoint: Hashable, Sendable {
  /// The geodetic position, at height 0.
  package let position: GeodeticPosition
  /// The same position in the Earth-centred, Earth-fixed frame.
  package let ecef: ECEFPosition

  /// Creates the point of the ellipsoid below or above a position.
  package init(_ position: GeodeticPosition) {
    self.position = GeodeticPosition(
      latitude: position.latitude, longitude: position.longitude, height: 0)
    ecef = ECEFPosition(self.position)
  }

  /// Returns the distance over ground to another point, metres.
  ///
  /// The distance is the arc above the chord. It is within a centimetre of the geodesic up to 50 km, and
  /// within 0.6 % of it at any distance. It is the shorter way round, also across the 180° meridian.
  package func distance(to other: GroundPoint) -> Double {
    let share = ecef.distance(to: other.ecef) / (2 * WGS84.meanRadius)
    return 2 * WGS84.meanRadius * Math.arcSine(min(share, 1))
  }
}
