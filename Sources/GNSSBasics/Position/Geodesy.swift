internal import Mathematics

/// The World Geodetic System 1984 ellipsoid and the constants that go with it.
///
/// Source: NGA.STND.0036, tables 3.1 and 3.2.
public enum WGS84 {
  /// Semi-major axis, metres.
  public static let semiMajorAxis = 6_378_137.0
  /// Flattening.
  public static let flattening = 1 / 298.257_223_563
  /// Square of the first eccentricity.
  public static let eccentricitySquared = flattening * (2 - flattening)
  /// Earth's rotation rate, rad/s.
  public static let rotationRate = 7.292_115_146_7e-5
  /// Speed of light in vacuum, m/s.
  public static let speedOfLight = 299_792_458.0
}

/// A point in an Earth-centred, Earth-fixed frame, metres.
public struct ECEFPosition: Hashable, Sendable {
  /// Towards the intersection of the equator with the prime meridian, metres.
  public var x: Double
  /// Towards 90° east on the equator, metres.
  public var y: Double
  /// Towards the north pole, metres.
  public var z: Double

  /// Creates a point from its coordinates in metres.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The straight-line distance to another point, metres.
  public func distance(to other: ECEFPosition) -> Double {
    let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }

  /// Whether the point is near the surface of the Earth, which is 6,356 to 6,378 km from the centre
  /// without its mountains.
  public var isOnEarth: Bool {
    (6_300_000...6_400_000).contains(distance(to: ECEFPosition(x: 0, y: 0, z: 0)))
  }
}

/// A point by geodetic latitude, longitude and height above the WGS 84 ellipsoid.
public struct GeodeticPosition: Hashable, Sendable {
  /// Geodetic latitude, degrees, north positive.
  public var latitude: Double
  /// Longitude, degrees, east positive.
  public var longitude: Double
  /// Height above the ellipsoid, metres.
  public var height: Double

  /// Creates a point from degrees and metres.
  public init(latitude: Double, longitude: Double, height: Double) {
    self.latitude = latitude
    self.longitude = longitude
    self.height = height
  }
}

extension ECEFPosition {
  /// The same point in an Earth-centred, Earth-fixed frame.
  public init(_ position: GeodeticPosition) {
    let latitude = position.latitude.degreesInRadians
    let longitude = position.longitude.degreesInRadians
    let sine = Math.sine(latitude)
    let primeVertical =
      WGS84.semiMajorAxis / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
    let fromAxis = (primeVertical + position.height) * Math.cosine(latitude)
    self.init(
      x: fromAxis * Math.cosine(longitude),
      y: fromAxis * Math.sine(longitude),
      z: (primeVertical * (1 - WGS84.eccentricitySquared) + position.height) * sine
    )
  }
}

extension GeodeticPosition {
  /// The same point by latitude, longitude and height.
  ///
  /// Fixed-point iteration on the latitude: it gains more than two digits a round near the Earth's
  /// surface, and is good to a micrometre up to satellite heights. At the Earth's centre, where
  /// there is no answer, it returns latitude 0.
  public init(_ position: ECEFPosition) {
    let fromAxis = (position.x * position.x + position.y * position.y).squareRoot()
    var latitude = Math.arcTangent(
      y: position.z, x: fromAxis * (1 - WGS84.eccentricitySquared))
    var primeVertical = WGS84.semiMajorAxis
    for _ in 0..<8 {
      let sine = Math.sine(latitude)
      primeVertical =
        WGS84.semiMajorAxis / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
      let last = latitude
      latitude = Math.arcTangent(
        y: position.z + WGS84.eccentricitySquared * primeVertical * sine, x: fromAxis)
      // From here on it would stay what it is.
      if latitude == last { break }
    }
    let (sine, cosine) = (Math.sine(latitude), Math.cosine(latitude))
    // Projected on the ellipsoid's normal, this holds at the poles as well as at the equator.
    let height =
      fromAxis * cosine + position.z * sine - WGS84.semiMajorAxis * WGS84.semiMajorAxis
      / primeVertical
    self.init(
      latitude: latitude.radiansInDegrees,
      longitude: Math.arcTangent(y: position.y, x: position.x).radiansInDegrees,
      height: height
    )
  }

  /// The point a little east, north and up of this one, by metres in the local tangent plane.
  ///
  /// Meant for steps of up to some kilometres; the height is that above the tangent plane.
  public func moved(east: Double, north: Double, up: Double = 0) -> GeodeticPosition {
    TangentPlane(at: self).position(east: east, north: north, up: up)
  }

  /// The vector from this point to another in this point's local frame, metres.
  public func localOffset(to other: GeodeticPosition) -> (east: Double, north: Double, up: Double) {
    TangentPlane(at: self).offset(to: other)
  }
}

/// The plane that touches the ellipsoid's parallel surface at a point, for who asks about it again and again.
package struct TangentPlane: Hashable, Sendable {
  private let origin: ECEFPosition
  private let sinLat: Double
  private let cosLat: Double
  private let sinLon: Double
  private let cosLon: Double

  /// The plane at a point.
  package init(at point: GeodeticPosition) {
    origin = ECEFPosition(point)
    sinLat = Math.sine(point.latitude.degreesInRadians)
    cosLat = Math.cosine(point.latitude.degreesInRadians)
    sinLon = Math.sine(point.longitude.degreesInRadians)
    cosLon = Math.cosine(point.longitude.degreesInRadians)
  }

  /// The point so many metres east and north on it, and up from it.
  package func position(east: Double, north: Double, up: Double) -> GeodeticPosition {
    GeodeticPosition(
      ECEFPosition(
        x: origin.x - sinLon * east - sinLat * cosLon * north + cosLat * cosLon * up,
        y: origin.y + cosLon * east - sinLat * sinLon * north + cosLat * sinLon * up,
        z: origin.z + cosLat * north + sinLat * up
      ))
  }

  /// The vector to a point, metres.
  package func offset(to other: GeodeticPosition) -> (east: Double, north: Double, up: Double) {
    let to = ECEFPosition(other)
    let (dx, dy, dz) = (to.x - origin.x, to.y - origin.y, to.z - origin.z)
    return (
      east: -sinLon * dx + cosLon * dy,
      north: -sinLat * cosLon * dx - sinLat * sinLon * dy + cosLat * dz,
      up: cosLat * cosLon * dx + cosLat * sinLon * dy + sinLat * dz
    )
  }
}
