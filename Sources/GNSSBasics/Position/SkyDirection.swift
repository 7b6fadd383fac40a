internal import Mathematics

/// A direction in the sky, degrees.
package struct SkyDirection: Hashable, Sendable {
  /// The azimuth, clockwise from north, `0..<360` degrees.
  package var azimuth: Double
  /// The elevation above the horizon, `-90...90` degrees.
  package var elevation: Double

  /// Creates a direction from azimuth and elevation in degrees.
  package init(azimuth: Double, elevation: Double) {
    (self.azimuth, self.elevation) = (azimuth, elevation)
  }

  /// Creates the direction of a vector in the Earth-fixed frame, seen from the point of a plane.
  package init(of vector: SIMD3<Double>, from plane: TangentPlane) {
    let axes = plane.axes
    let east = (vector * axes.east).sum()
    let north = (vector * axes.north).sum()
    let up = (vector * axes.up).sum()
    azimuth = Math.bearing(east: east, north: north)
    let level = (east * east + north * north).squareRoot()
    elevation = Math.arcTangent(y: up, x: level).radiansInDegrees
  }
}
