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
  ///   - limit: The limit of a residual, in standard deviations, and in metres: a row is taken out when it
  ///     exceeds both.
  init?(_ rows: [RangeRow], limit: (deviations: Double, metres: (RangeRow) -> Double)) {
    var isExcluded = [Bool](repeating: false, count: rows.count)
    for _ in 0...max(rows.count - 4, 0) {
      let used = rows.indices.lazy.filter { !isExcluded[$0] }
      guard let solution = ClockedSolution(used.map { rows[$0] }) else { return nil }
      let freedom = used.count - solution.unknowns
      let residuals = rows.map { solution.residual(of: $0) }
      var worst: (index: Int, excess: Double)?
      for index in used {
        let row = rows[index]
        // A clock's only row has no residual to judge by.
        guard solution.members(of: row.clock) > 1 else { continue }
        let residual = residuals[index].magnitude
        let deviations = residual * row.weight.squareRoot()
        if deviations > limit.deviations, residual > limit.metres(row),
          deviations > worst?.excess ?? 0
        {
          worst = (index, deviations)
        }
      }
      if let worst, freedom > 0 {
        isExcluded[worst.index] = true
        continue
      }
      (move, covariance, self.residuals) = (solution.move, solution.covariance, residuals)
      excluded = rows.indices.filter { isExcluded[$0] }
      misfit = (used.reduce(0) { $0 + residuals[$1] * residuals[$1] * rows[$1].weight }, freedom)
      return
    }
    return nil
  }
}
