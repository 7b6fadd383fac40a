package import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// The path of an antenna over time.
package enum AntennaPath: Sendable {
  /// An antenna at rest on the Earth.
  case standing(GeodeticPosition)
  /// A moving antenna: its position at an instant, without jumps.
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
  /// The latitude and longitude in degrees, and the height above the ellipsoid in metres.
  let geodetic: GeodeticPosition
  /// The position, Earth-centred and Earth-fixed, metres.
  let position: SIMD3<Double>
  /// The velocity over the ground, in the Earth-fixed frame, m/s.
  let velocity: SIMD3<Double>
  /// Unit vectors to the east, to the north, and up along the ellipsoid's normal.
  let east, north, up: SIMD3<Double>

  /// Creates an antenna at a position, with its velocity over the ground in the Earth-fixed frame, m/s.
  init(_ geodetic: GeodeticPosition, velocity: SIMD3<Double> = .zero) {
    self.geodetic = geodetic
    self.velocity = velocity
    let plane = TangentPlane(at: geodetic)
    position = SIMD3(plane.origin)
    (east, north, up) = plane.axes
  }

  /// Returns the antenna with its velocity on a path at an instant.
  func moving(on path: AntennaPath, at time: GPSTime) -> Antenna {
    guard case .moving = path else { return self }
    let before = SIMD3(
      ECEFPosition(path.position(at: time.advanced(byNanoseconds: -Self.halfStep))))
    let after = SIMD3(ECEFPosition(path.position(at: time.advanced(byNanoseconds: Self.halfStep))))
    return Antenna(geodetic, velocity: (after - before) / (2e-9 * Double(Self.halfStep)))
  }

  /// The velocity in a frame that does not rotate, with the Earth's rotation included, m/s.
  var inertialVelocity: SIMD3<Double> { velocity + position.carriedByEarth }

  /// Returns the azimuth of a direction, radians from north over east.
  func azimuth(of direction: SIMD3<Double>) -> Double {
    Math.arcTangent(y: direction.dot(east), x: direction.dot(north))
  }

  /// Half of the step for the velocity: 50 ms in nanoseconds.
  private static var halfStep: Int64 { 50_000_000 }
}
