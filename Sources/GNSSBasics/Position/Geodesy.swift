internal import Mathematics

/// The World Geodetic System 1984 ellipsoid, with its constants.
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
  /// The coordinate towards the intersection of the equator with the prime meridian, metres.
  public var x: Double
  /// The coordinate towards 90° east on the equator, metres.
  public var y: Double
  /// The coordinate towards the north pole, metres.
  public var z: Double

  /// Creates a point from its coordinates in metres.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Returns the straight-line distance to another point, metres.
  public func distance(to other: ECEFPosition) -> Double {
    let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }

  /// Whether the point is near the Earth's surface: 6,300 to 6,400 km from the centre.
  ///
  /// Without mountains, the surface is 6,356 to 6,378 km from the centre.
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
  /// Creates the Earth-centred, Earth-fixed coordinates of a geodetic position.
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
  /// Creates the latitude, longitude and height of an Earth-centred, Earth-fixed position.
  ///
  /// The latitude comes from a fixed-point iteration. Near the Earth's surface each round gains more than two
  /// digits; up to satellite heights the result is exact to a micrometre. At the Earth's centre, where no
  /// latitude is defined, the result is latitude 0.
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
      // Further rounds would not change the latitude.
      if latitude == last { break }
    }
    let (sine, cosine) = (Math.sine(latitude), Math.cosine(latitude))
    // The projection on the ellipsoid's normal is valid at the poles as well as at the equator.
    let height =
      fromAxis * cosine + position.z * sine - WGS84.semiMajorAxis * WGS84.semiMajorAxis
      / primeVertical
    self.init(
      latitude: latitude.radiansInDegrees,
      longitude: Math.arcTangent(y: position.y, x: position.x).radiansInDegrees,
      height: height
    )
  }

  /// Returns the point at an offset east, north and up, in metres in the local tangent plane.
  ///
  /// The function is meant for offsets of up to some kilometres; `up` counts from the tangent plane.
  public func moved(east: Double, north: Double, up: Double = 0) -> GeodeticPosition {
    TangentPlane(at: self).position(east: east, north: north, up: up)
  }

  /// Returns the vector from this point to another in this point's local frame, metres.
  public func localOffset(to other: GeodeticPosition) -> (east: Double, north: Double, up: Double) {
    TangentPlane(at: self).offset(to: other)
  }
}

/// The tangent plane at a point, parallel to the ellipsoid's surface there, for repeated use.
package struct TangentPlane: Hashable, Sendable {
  /// The point at which the plane touches.
  package let origin: ECEFPosition
  private let sinLat: Double
  private let cosLat: Double
  private let sinLon: Double
  private let cosLon: Double

  /// Creates the tangent plane at a point.
  package init(at point: GeodeticPosition) {
    origin = ECEFPosition(point)
    sinLat = Math.sine(point.latitude.degreesInRadians)
    cosLat = Math.cosine(point.latitude.degreesInRadians)
    sinLon = Math.sine(point.longitude.degreesInRadians)
    cosLon = Math.cosine(point.longitude.degreesInRadians)
  }

  /// Returns the point at an offset east and north in the plane, and up from the plane, metres.
  package func position(east: Double, north: Double, up: Double) -> GeodeticPosition {
    GeodeticPosition(
      ECEFPosition(
        x: origin.x - sinLon * east - sinLat * cosLon * north + cosLat * cosLon * up,
        y: origin.y + cosLon * east - sinLat * sinLon * north + cosLat * sinLon * up,
        z: origin.z + cosLat * north + sinLat * up
      ))
  }

  /// Returns the vector to a point, metres.
  package func offset(to other: GeodeticPosition) -> (east: Double, north: Double, up: Double) {
    offset(to: ECEFPosition(other))
  }

  /// Returns the vector to a point in the Earth-centred, Earth-fixed frame, metres.
  package func offset(to: ECEFPosition) -> (east: Double, north: Double, up: Double) {
    let (dx, dy, dz) = (to.x - origin.x, to.y - origin.y, to.z - origin.z)
    return (
      east: -sinLon * dx + cosLon * dy,
      north: -sinLat * cosLon * dx - sinLat * sinLon * dy + cosLat * dz,
      up: cosLat * cosLon * dx + cosLat * sinLon * dy + sinLat * dz
    )
  }

  /// The unit vectors to the east, to the north and upwards, as Earth-centred, Earth-fixed coordinates.
  package var axes: (east: SIMD3<Double>, north: SIMD3<Double>, up: SIMD3<Double>) {
    (
      east: SIMD3(-sinLon, cosLon, 0),
      north: SIMD3(-sinLat * cosLon, -sinLat * sinLon, cosLat),
      up: SIMD3(cosLat * cosLon, cosLat * sinLon, sinLat)
    )
  }
}
