package import GNSSBasics
internal import Mathematics

/// The path of an antenna.
package enum AntennaPath: Sendable {
  /// The antenna stands on the Earth.
  case standing(GeodeticPosition)
  /// The antenna moves: its position at an instant, without jumps.
  case moving(@Sendable (GPSTime) -> GeodeticPosition)

  /// Returns the antenna's position at an instant.
  package func position(at time: GPSTime) -> GeodeticPosition {
    switch self {
    case .standing(let position): position
    case .moving(let path): path(time)
    }
  }
}

/// An antenna at an instant.
struct Antenna: Hashable, Sendable {
  /// Latitude and longitude in degrees, and height above the ellipsoid.
  let geodetic: GeodeticPosition
  /// Earth-centred, Earth-fixed, metres.
  let position: SIMD3<Double>
  /// Over the ground, in the same frame, m/s.
  let velocity: SIMD3<Double>
  /// Unit vectors: to the east and north, and along the ellipsoid's normal.
  let east, north, up: SIMD3<Double>

  /// An antenna at a place, with its velocity over the ground in the Earth's frame, m/s.
  init(_ geodetic: GeodeticPosition, velocity: SIMD3<Double> = .zero) {
    self.geodetic = geodetic
    self.velocity = velocity
    let (latitude, longitude) = (
      geodetic.latitude.degreesInRadians, geodetic.longitude.degreesInRadians
    )
    let (sinLat, cosLat) = (Math.sine(latitude), Math.cosine(latitude))
    let (sinLon, cosLon) = (Math.sine(longitude), Math.cosine(longitude))
    position = SIMD3(ECEFPosition(geodetic))
    east = SIMD3(-sinLon, cosLon, 0)
    north = SIMD3(-sinLat * cosLon, -sinLat * sinLon, cosLat)
    up = SIMD3(cosLat * cosLon, cosLat * sinLon, sinLat)
  }

  /// The same antenna with its velocity on a path at an instant.
  func moving(on path: AntennaPath, at time: GPSTime) -> Antenna {
    guard case .moving = path else { return self }
    let before = SIMD3(
      ECEFPosition(path.position(at: time.advanced(byNanoseconds: -Self.halfStep))))
    let after = SIMD3(ECEFPosition(path.position(at: time.advanced(byNanoseconds: Self.halfStep))))
    return Antenna(geodetic, velocity: (after - before) / (2e-9 * Double(Self.halfStep)))
  }

  /// Velocity with the Earth's rotation, seen from a frame that does not rotate, m/s.
  var inertialVelocity: SIMD3<Double> { velocity + position.carriedByEarth }

  /// The azimuth of a direction, radians from north over east.
  func azimuth(of direction: SIMD3<Double>) -> Double {
    Math.arcTangent(y: direction.dot(east), x: direction.dot(north))
  }

  /// A twentieth of a second.
  private static var halfStep: Int64 { 50_000_000 }
}

extension SIMD3<Double> {
  /// A point's coordinates, metres.
  init(_ position: ECEFPosition) { self.init(position.x, position.y, position.z) }
}
