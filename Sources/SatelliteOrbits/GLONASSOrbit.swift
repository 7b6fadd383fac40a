package import GNSSBasics
package import RTCMParser

/// The orbit and clock that a GLONASS satellite broadcasts: its state at tb, integrated through the
/// Earth's field.
///
/// The equations of motion are integrated as receivers do, by the fourth-order Runge–Kutta method in
/// steps of a minute. Source: GLONASS ICD 5.1, A.3.1.2 (orbit) and 4.4 (clock).
package struct GLONASSOrbit: Hashable, Sendable {
  /// The step of the integration, seconds.
  private static let step = 60.0
  /// The number of precomputed steps, forward and back: a quarter of an hour, as long as an orbit is used.
  private static let stepCount = 15

  /// tb, the instant for which the state holds.
  package let referenceTime: GPSTime
  /// Satellite time minus GLONASS time at tb, seconds, and its rate, s/s.
  private let clockOffset, clockRate: Double
  /// The states at whole steps from tb; the state at tb is in the middle.
  private let nodes: [Motion]
  /// The acceleration by Moon and Sun, m/s².
  private let disturbance: SIMD3<Double>

  /// Creates the orbit of an ephemeris received at about `reference`.
  package init(_ ephemeris: GLONASSEphemeris, near reference: GPSTime) {
    referenceTime = ephemeris.referenceTime(near: reference) ?? reference
    clockOffset = -ephemeris.clockOffset
    clockRate = ephemeris.frequencyDeviation
    disturbance =
      SIMD3(ephemeris.accelerationX, ephemeris.accelerationY, ephemeris.accelerationZ) * 1000
    let start = Motion(
      position: SIMD3(ephemeris.positionX, ephemeris.positionY, ephemeris.positionZ) * 1000,
      velocity: SIMD3(ephemeris.velocityX, ephemeris.velocityY, ephemeris.velocityZ) * 1000)
    var (back, forth) = ([start], [start])
    for index in 0..<Self.stepCount {
      back.append(back[index].after(-Self.step, disturbedBy: disturbance))
      forth.append(forth[index].after(Self.step, disturbedBy: disturbance))
    }
    nodes = back.dropFirst().reversed() + forth
  }

  /// Returns the satellite's state `delay` seconds before `time`.
  package func state(at time: GPSTime, minus delay: Double = 0) -> SatelliteState {
    let elapsed = time.seconds(since: referenceTime) - delay
    let motion = motion(after: elapsed)
    return SatelliteState(
      position: motion.position, velocity: motion.velocity,
      clockOffset: clockOffset + clockRate * elapsed, clockRate: clockRate)
  }

  private func motion(after elapsed: Double) -> Motion {
    let steps = (elapsed / Self.step).rounded(.towardZero)
    let limit = Double(Self.stepCount)
    let taken = steps.isNaN ? 0 : min(max(steps, -limit), limit)
    var motion = nodes[Self.stepCount + Int(taken)]
    var rest = elapsed - taken * Self.step
    // Further steps reach beyond the precomputed ones. Their number is limited, since a time that is not
    // a number, or is hours away, has no use.
    for _ in 0..<Self.mostFurtherSteps {
      guard rest.magnitude > Self.step else { break }
      let step = rest < 0 ? -Self.step : Self.step
      motion = motion.after(step, disturbedBy: disturbance)
      rest -= step
    }
    return rest == 0 ? motion : motion.after(rest, disturbedBy: disturbance)
  }

  /// The limit of further steps: a day.
  private static var mostFurtherSteps: Int { 1440 }
}
