internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

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
  /// From the antenna to the satellite, a unit vector.
  let direction: SIMD3<Double>
  /// Sine of the elevation above the antenna's horizon.
  let sineOfElevation: Double
  /// Satellite clock minus GPS time at transmission, seconds.
  let clockOffset: Double
  /// Its rate in time of reception, s/s.
  let clockRate: Double

  /// Follows a signal back from the antenna.
  ///
  /// - Parameters:
  ///   - orbit: Where it was sent.
  ///   - antenna: Where it is received.
  ///   - time: When, about.
  ///   - delay: How much earlier, seconds.
  ///   - earthTurns: Whether the Earth turns while it is under way, which it does.
  init(
    from orbit: SatelliteOrbit, to antenna: Antenna, receivedAt time: GPSTime,
    minus delay: Double = 0,
    earthTurns: Bool = true
  ) {
    var travelTime = Self.typicalTravelTime
    // In 12 ms a satellite leaves its straight line by 40 µm (65 ms from an orbit that turns with the Earth, but there
    // hardly anything moves), and a range changes by 3 millionths of the time's error: 12 ms leave after each round
    // 36 ns, 0.1 ps and nothing.
    let near = orbit.state(at: time, minus: delay + travelTime)
    for _ in 0..<2 {
      let position = near.position + (Self.typicalTravelTime - travelTime) * near.velocity
      let sight = position.turned(by: earthTurns ? travelTime : 0) - antenna.position
      travelTime = sight.length / GPSConstants.speedOfLight
    }
    let state = orbit.state(at: time, minus: delay + travelTime)
    self.init(
      state: state, travelTime: travelTime, turnTime: earthTurns ? travelTime : 0, antenna: antenna)
  }

  private init(state: SatelliteState, travelTime: Double, turnTime: Double, antenna: Antenna) {
    let sight = state.position.turned(by: turnTime) - antenna.position
    let velocity = (state.velocity + state.position.carriedByEarth).turned(by: turnTime)
    range = sight.length
    direction = sight / range
    // Transmission is later by 1 - rate/c for each second of reception; solved for the rate.
    rangeRate =
      direction.dot(velocity - antenna.inertialVelocity)
      / (1 + direction.dot(velocity) / GPSConstants.speedOfLight)
    sineOfElevation = direction.dot(antenna.up)
    clockOffset = state.clockOffset
    clockRate = state.clockRate * (1 - rangeRate / GPSConstants.speedOfLight)
  }

  /// From 67 ms overhead to 86 ms at the horizon, seconds.
  static var typicalTravelTime: Double { 0.077 }
}
