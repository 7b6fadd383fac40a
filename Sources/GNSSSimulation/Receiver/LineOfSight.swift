internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// The path of a signal from a satellite to an antenna that receives the signal at a given time.
///
/// All vectors are in the non-rotating frame that coincides with the Earth-fixed frame at reception. The
/// satellite is at its position of transmission, turned by the Earth's rotation since then (IS-GPS-200,
/// 20.3.3.4.3.4; the Sagnac effect).
struct LineOfSight: Hashable, Sendable {
  /// The geometric range, metres.
  let range: Double
  /// The rate of the range per time of reception, m/s.
  let rangeRate: Double
  /// The unit vector from the antenna to the satellite.
  let direction: SIMD3<Double>
  /// The sine of the elevation above the antenna's horizon.
  let sineOfElevation: Double
  /// The satellite clock minus GPS time at transmission, seconds.
  let clockOffset: Double
  /// The rate of `clockOffset` per time of reception, s/s.
  let clockRate: Double

  /// Traces a signal back from the antenna.
  ///
  /// - Parameters:
  ///   - orbit: The orbit of the sending satellite.
  ///   - antenna: The receiving antenna.
  ///   - time: The time of reception, without `delay`.
  ///   - delay: The time by which reception is before `time`, seconds.
  ///   - earthTurns: Whether the Earth rotates while the signal travels; `false` only without that
  ///     effect.
  init(
    from orbit: SatelliteOrbit, to antenna: Antenna, receivedAt time: GPSTime,
    minus delay: Double = 0,
    earthTurns: Bool = true
  ) {
    var travelTime = Self.typicalTravelTime
    // In 12 ms a satellite leaves a straight line by 40 µm. (From a geosynchronous orbit it is 65 ms, but
    // there hardly anything moves.) A range changes by 3 millionths of the error in time: an error of 12
    // ms becomes 36 ns, then 0.1 ps, then nothing.
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
    // The time of transmission advances by 1 - rate/c for each second of reception; the equation is
    // solved for the rate.
    rangeRate =
      direction.dot(velocity - antenna.inertialVelocity)
      / (1 + direction.dot(velocity) / GPSConstants.speedOfLight)
    sineOfElevation = direction.dot(antenna.up)
    clockOffset = state.clockOffset
    clockRate = state.clockRate * (1 - rangeRate / GPSConstants.speedOfLight)
  }

  /// The middle of 67 ms at the zenith and 86 ms at the horizon, seconds.
  static var typicalTravelTime: Double { 0.077 }
}
