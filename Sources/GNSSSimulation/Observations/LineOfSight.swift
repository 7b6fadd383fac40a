internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// An antenna that stands on the Earth.
struct StandingAntenna: Hashable, Sendable {
  /// Earth-centred, Earth-fixed, metres.
  let position: SIMD3<Double>
  /// Unit vector along the ellipsoid's normal.
  let up: SIMD3<Double>
  /// Velocity with the Earth's rotation, seen from a frame that does not rotate, m/s.
  let inertialVelocity: SIMD3<Double>

  init(_ geodetic: GeodeticPosition) {
    let latitude = geodetic.latitude.degreesInRadians
    let longitude = geodetic.longitude.degreesInRadians
    let point = ECEFPosition(geodetic)
    position = SIMD3(point.x, point.y, point.z)
    up = SIMD3(
      Math.cosine(latitude) * Math.cosine(longitude),
      Math.cosine(latitude) * Math.sine(longitude),
      Math.sine(latitude))
    inertialVelocity = position.carriedByEarth
  }
}

/// The way of a signal from a satellite to an antenna that receives it at a given time.
///
/// All vectors are in the frame that does not rotate and coincides with the Earth-fixed one at
/// reception: the satellite is where it was when it sent, turned by what the Earth turned since
/// (IS-GPS-200, 20.3.3.4.3.4; the Sagnac effect).
struct LineOfSight: Hashable, Sendable {
  /// Geometric range, metres.
  let range: Double
  /// Rate of the range in time of reception, m/s.
  let rangeRate: Double
  /// Sine of the elevation above the antenna's horizon.
  let sineOfElevation: Double
  /// Satellite clock minus GPS time at transmission, seconds.
  let clockOffset: Double
  /// Its rate in time of reception, s/s.
  let clockRate: Double

  init(from orbit: BroadcastOrbit, to antenna: StandingAntenna, receivedAt time: GPSTime) {
    var travelTime = Self.typicalTravelTime
    // A satellite's range changes by 3 millionths of the time's error, so an error of 12 ms leaves
    // after each round 36 ns, 0.1 ps and nothing.
    for _ in 0..<2 {
      let state = orbit.state(at: time, minus: travelTime)
      let sight = state.position.turned(by: travelTime) - antenna.position
      travelTime = sight.length / GPSConstants.speedOfLight
    }
    let state = orbit.state(at: time, minus: travelTime)
    self.init(state: state, travelTime: travelTime, antenna: antenna)
  }

  private init(state: SatelliteState, travelTime: Double, antenna: StandingAntenna) {
    let sight = state.position.turned(by: travelTime) - antenna.position
    let velocity = (state.velocity + state.position.carriedByEarth).turned(by: travelTime)
    range = sight.length
    let direction = sight / range
    // Transmission is later by 1 - rate/c for each second of reception; solved for the rate.
    rangeRate =
      direction.dot(velocity - antenna.inertialVelocity)
      / (1 + direction.dot(velocity) / GPSConstants.speedOfLight)
    sineOfElevation = direction.dot(antenna.up)
    clockOffset = state.clockOffset
    clockRate = state.clockRate * (1 - rangeRate / GPSConstants.speedOfLight)
  }

  /// From 67 ms overhead to 86 ms at the horizon, seconds.
  private static var typicalTravelTime: Double { 0.077 }
}

extension SIMD3<Double> {
  func dot(_ other: Self) -> Double { (self * other).sum() }

  var length: Double { dot(self).squareRoot() }

  /// The velocity that the Earth's rotation gives a point fixed to it, m/s.
  var carriedByEarth: Self {
    SIMD3(-GPSConstants.earthRotationRate * y, GPSConstants.earthRotationRate * x, 0)
  }

  /// The same vector in the Earth-fixed frame of some seconds later.
  func turned(by seconds: Double) -> Self {
    let angle = GPSConstants.earthRotationRate * seconds
    let (sine, cosine) = (Math.sine(angle), Math.cosine(angle))
    return SIMD3(cosine * x + sine * y, cosine * y - sine * x, z)
  }
}
