internal import GNSSBasics
internal import SatelliteOrbits

extension PairedEpoch {
  /// Notes that a phase is off the others by a distance, metres.
  mutating func leavesOut(_ pair: SignalPair, off residual: Double) {
    leftOut.append(LeftOut(pair.id, .phase(residual / pair.wavelength)))
  }

  /// Returns the solution by the codes alone.
  func differential(reason: String = "") -> Solution {
    solution(
      move: codes.move, covariance: codes.covariance, carriers: goodCodes.map { pairs[$0].id },
      .differential, reason: reason)
  }

  /// Returns the solution by whole ambiguities.
  func solution(of fixed: RTKEngine.FixedFit, ratio: Double) -> Solution {
    var solution = solution(
      move: fixed.move, covariance: fixed.covariance, carriers: fixed.carriers, .fixed,
      ratio: ratio)
    solution.residual = fixed.fit.residual
    return solution
  }

  /// Returns a solution of a move from the place.
  func solution(
    move: SIMD3<Double>, covariance: Matrix3, carriers: [CarrierID], _ state: Solution.State,
    ratio: Double = 0, reason: String = ""
  ) -> Solution {
    var solution = Solution(time: time, reason: reason, leftOut: leftOut)
    solution.state = state
    solution.position = ECEFPosition(place.position + move)
    solution.covariance = covariance.elements
    solution.satellites = Set(carriers.map(\.satellite)).sorted()
    solution.signals = carriers.count
    (solution.ratio, solution.age, solution.residual) = (ratio, age, codes.residual)
    return solution
  }
}
