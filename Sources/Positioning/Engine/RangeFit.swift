internal import SatelliteOrbits

/// A weighted fit of a position and of clocks to the ranges of one epoch, without those that disagree.
struct RangeFit: Sendable {
  /// The move from the place at which the ranges were made linear, metres.
  private(set) var move = SIMD3<Double>.zero
  /// The covariance of the move, square metres.
  private(set) var covariance: Matrix3
  /// The rest of each row beside the fit, metres, also of rows that were taken out.
  private(set) var residuals: [Double]
  /// The rows that were taken out because they disagree, ascending, so that who goes through them does the same
  /// on every run.
  private(set) var excluded: [Int]
  /// The weighted sum of the squared residuals, without the excluded ones, and its degrees of freedom.
  private(set) var misfit: (sum: Double, freedom: Int)

  /// The root mean square of the residuals by their standard deviations; 0 without redundancy.
  var deviation: Double {
    misfit.freedom > 0 ? (misfit.sum / Double(misfit.freedom)).squareRoot() : 0
  }

  /// The root mean square of the residuals that were used, metres.
  var residual: Double {
    let used = residuals.indices.filter { !excluded.contains($0) }
    let sum = used.reduce(0) { $0 + residuals[$1] * residuals[$1] }
    return (sum / Double(max(used.count, 1))).squareRoot()
  }

  /// Fits rows; the result is `nil` where they determine no position.
  ///
  /// - Parameters:
  ///   - rows: The rows, without ambiguities.
  ///   - clocks: The number of clocks.
  ///   - limit: The limit of a residual, in standard deviations, and in metres: a row is taken out when it
  ///     exceeds both.
  init?(_ rows: [RangeRow], clocks: Int, limit: (deviations: Double, metres: (RangeRow) -> Double))
  {
    var excluded: Set<Int> = []
    for _ in 0...max(rows.count - 4, 0) {
      guard let solution = Self.solve(rows, clocks: clocks, without: excluded) else { return nil }
      var worst: (index: Int, excess: Double)?
      for (index, row) in rows.enumerated() where !excluded.contains(index) {
        // A clock's only row has no residual to judge by.
        guard solution.members[row.clock] > 1 else { continue }
        let residual = solution.residuals[index].magnitude
        let deviations = residual * row.weight.squareRoot()
        if deviations > limit.deviations, residual > limit.metres(row),
          deviations > worst?.excess ?? 0
        {
          worst = (index, deviations)
        }
      }
      if let worst, solution.freedom > 0 {
        excluded.insert(worst.index)
        continue
      }
      (move, covariance, residuals) = (solution.move, solution.covariance, solution.residuals)
      self.excluded = excluded.sorted()
      var sum = 0.0
      for (index, row) in rows.enumerated() where !excluded.contains(index) {
        sum += residuals[index] * residuals[index] * row.weight
      }
      misfit = (sum, solution.freedom)
      return
    }
    return nil
  }

  private struct Fitted {
    var move: SIMD3<Double>
    var covariance: Matrix3
    var residuals: [Double]
    var freedom: Int
    /// The number of rows of each clock.
    var members: [Int]
  }

  private static func solve(
    _ rows: [RangeRow], clocks: Int, without excluded: Set<Int>
  ) -> Fitted? {
    var equations = PositionEquations()
    var sums = [ClockSums](repeating: ClockSums(), count: clocks)
    var members = [Int](repeating: 0, count: clocks)
    for (index, row) in rows.enumerated() where !excluded.contains(index) {
      equations.add(row)
      sums[row.clock].add(row)
      members[row.clock] += 1
    }
    for sum in sums where sum.weight > 0 { equations.subtract(sum) }
    guard let inverse = equations.inverse else { return nil }
    let move = inverse.times(equations.right)
    guard move.length.isFinite else { return nil }
    let residuals = rows.map { row in
      let sum = sums[row.clock]
      let clock = sum.weight > 0 ? (sum.residual - sum.direction.dot(move)) / sum.weight : 0
      return row.residual - row.direction.dot(move) - clock
    }
    let used = members.reduce(0, +)
    return Fitted(
      move: move, covariance: inverse, residuals: residuals,
      freedom: used - 3 - members.count { $0 > 0 }, members: members)
  }
}
