/// A satellite's position and velocity in PZ-90, metres and m/s, with the equations of its motion.
///
/// Source: GLONASS ICD 5.1, A.3.1.2.
package struct Motion: Hashable, Sendable {
  package var position: SIMD3<Double>
  package var velocity: SIMD3<Double>

  /// Creates a motion in metres and m/s.
  package init(position: SIMD3<Double>, velocity: SIMD3<Double>) {
    (self.position, self.velocity) = (position, velocity)
  }

  // GLONASS ICD 5.1, table A.1.
  package static let gravitationalParameter = 3.9860044e14
  private static let equatorialRadius = 6_378_136.0
  private static let secondZonalHarmonic = 1.0826257e-3
  package static let earthRotationRate = 7.292115e-5

  /// Returns the motion some seconds later.
  ///
  /// The result is one step of the fourth-order Runge–Kutta method.
  package func after(_ seconds: Double, disturbedBy disturbance: SIMD3<Double> = .zero) -> Motion {
    let half = seconds / 2
    let first = rate(disturbance)
    let second = advanced(by: half, first).rate(disturbance)
    let third = advanced(by: half, second).rate(disturbance)
    let fourth = advanced(by: seconds, third).rate(disturbance)
    return Motion(
      position: position
        + seconds / 6
        * (first.position + 2 * (second.position + third.position) + fourth.position),
      velocity: velocity
        + seconds / 6
        * (first.velocity + 2 * (second.velocity + third.velocity) + fourth.velocity))
  }

  private func advanced(by seconds: Double, _ rate: Motion) -> Motion {
    Motion(
      position: position + seconds * rate.position, velocity: velocity + seconds * rate.velocity)
  }

  /// Returns velocity and acceleration: the Earth's gravity with flattening, and the forces of
  /// a rotating frame.
  private func rate(_ disturbance: SIMD3<Double>) -> Motion {
    let squaredRadius = position.dot(position)
    guard squaredRadius > 0 else { return Motion(position: velocity, velocity: disturbance) }
    let radius = squaredRadius.squareRoot()
    let pull = Self.gravitationalParameter / (squaredRadius * radius)
    let flattening =
      1.5 * Self.secondZonalHarmonic * pull * Self.equatorialRadius * Self.equatorialRadius
      / squaredRadius
    let squaredSine = position.z * position.z / squaredRadius
    let across = -pull - flattening * (1 - 5 * squaredSine)
    let along = -pull - flattening * (3 - 5 * squaredSine)
    let turn = Self.earthRotationRate
    return Motion(
      position: velocity,
      velocity: disturbance
        + SIMD3(
          (across + turn * turn) * position.x + 2 * turn * velocity.y,
          (across + turn * turn) * position.y - 2 * turn * velocity.x,
          along * position.z))
  }
}
