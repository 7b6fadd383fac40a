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
    solution.used = used(Set(carriers), at: move)
    (solution.ratio, solution.age, solution.residual) = (ratio, age, codes.residual)
    return solution
  }

  /// Returns the signals of carriers, with the rests of their codes beside a position.
  ///
  /// - Parameters:
  ///   - carriers: The carriers.
  ///   - move: The position, as the move from the place.
  /// - Returns: The signals in the order of the pairs.
  private func used(_ carriers: Set<CarrierID>, at move: SIMD3<Double>) -> [UsedSignal] {
    // From the codes' own position to this one each rest changes, and with the rests the clock of each group.
    let change = move - codes.move
    func rest(_ index: Int) -> Double? {
      codeResiduals[index].map { $0 + pairs[index].sight.direction.dot(change) }
    }
    var clocks = [(sum: Double, weight: Double)](repeating: (0, 0), count: groups)
    for index in goodCodes {
      guard let rest = rest(index) else { continue }
      let pair = pairs[index]
      clocks[pair.clock].sum += rest / pair.codeVariance
      clocks[pair.clock].weight += 1 / pair.codeVariance
    }
    return pairs.indices.filter { carriers.contains(pairs[$0].id) }.map { index in
      let (id, clock) = (pairs[index].id, clocks[pairs[index].clock])
      return UsedSignal(
        satellite: id.satellite, band: id.band,
        residual: rest(index).map { clock.weight > 0 ? $0 - clock.sum / clock.weight : $0 })
    }
  }
}
