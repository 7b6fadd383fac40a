internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A mean motion that can be broadcast, and whose growth over one slot is a whole number of
/// mean anomaly steps.
///
/// Neither the semi-major axis nor the mean motion difference alone is fine enough to hit a step, but
/// their steps differ. Among some hundred pairs, one is within a hundredth of a step, less than a
/// millimetre along the orbit.
struct CommensurableMotion: Hashable, Sendable {
  /// Square root of the semi-major axis, 2⁻¹⁹ √m.
  let rootA: Int
  /// Mean motion difference, 2⁻⁴³ semicircles/s.
  let difference: Int
  /// The growth of the mean anomaly in one slot, 2⁻³¹ semicircles.
  let step: Int

  /// Finds the pair nearest to a mean motion in rad/s, over a slot in seconds, with a mean motion
  /// difference near `difference`.
  init(
    near meanMotion: Double, over slot: Double, difference: Int, _ constants: OrbitConstants
  ) {
    let stepsPerRate = slot / GPSConstants.pi * 0x1p31
    let step = (meanMotion * stepsPerRate).rounded()
    var best = (residual: Double.infinity, rootA: 0, difference: difference)
    for candidate in difference - 128..<difference + 128 {
      let differenceRate = Double(candidate) * 0x1p-43 * GPSConstants.pi
      let rootA = Self.rootA(keplerianMotion: step / stepsPerRate - differenceRate, constants)
      let motion =
        BroadcastOrbit.keplerianMotion(rootA: Double(rootA) * 0x1p-19, constants) + differenceRate
      let residual = (motion * stepsPerRate - step).magnitude
      if residual < best.residual { best = (residual, rootA, candidate) }
    }
    (self.rootA, self.difference, self.step) = (best.rootA, best.difference, Int(step))
  }

  /// Returns the rounded √A whose Keplerian mean motion is nearest, 2⁻¹⁹ √m.
  private static func rootA(keplerianMotion: Double, _ constants: OrbitConstants) -> Int {
    let cube = constants.gravitationalParameter.squareRoot() / keplerianMotion
    return Int((Math.power(cube, 1.0 / 3) * 0x1p19).rounded())
  }
}
