internal import Mathematics

/// A point on a spherical Earth.
public struct SurfacePoint: Hashable, Sendable {
  /// The latitude, degrees, positive north.
  public var latitude: Double
  /// The longitude, degrees, positive east.
  public var longitude: Double

  /// Creates a point from degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the great-circle distance to another point, metres, by the haversine formula on a 6,371 km
  /// sphere.
  ///
  /// The formula and the order of its operations are Air Quality's. The result is within 0.6 % of the
  /// distance on the ellipsoid.
  public func distance(to other: SurfacePoint) -> Double {
    let (a, b) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let halfNorth = Math.sine((other.latitude - latitude) * .pi / 180 / 2)
    let halfEast = Math.sine((other.longitude - longitude) * .pi / 180 / 2)
    let square = halfNorth * halfNorth + Math.cosine(a) * Math.cosine(b) * halfEast * halfEast
    let angle = Math.arcTangent(y: square.squareRoot(), x: (1 - square).squareRoot())
    return Self.radius * (2 * angle)
  }

  /// The radius of the sphere, metres.
  static let radius = 6_371_000.0

  /// Whether the latitude is within ±90° and the longitude within ±180°.
  package var isOnEarth: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }
}
