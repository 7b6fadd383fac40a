internal import Mathematics

/// A point of a round Earth.
public struct SurfacePoint: Hashable, Sendable {
  /// Degrees, north positive.
  public var latitude: Double
  /// Degrees, east positive.
  public var longitude: Double

  /// Creates a point from degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Metres along the great circle to another point, by the haversine formula on a sphere of 6,371 km.
  ///
  /// Air Quality's own formula, in the order of its operations; within 0.6 % of the ellipsoid's.
  public func distance(to other: SurfacePoint) -> Double {
    let (a, b) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let halfNorth = Math.sine((other.latitude - latitude) * .pi / 180 / 2)
    let halfEast = Math.sine((other.longitude - longitude) * .pi / 180 / 2)
    let square = halfNorth * halfNorth + Math.cosine(a) * Math.cosine(b) * halfEast * halfEast
    let angle = Math.arcTangent(y: square.squareRoot(), x: (1 - square).squareRoot())
    return Self.radius * (2 * angle)
  }

  private static let radius = 6_371_000.0
}
