internal import SatelliteOrbits

/// The weighted least-squares solution of a position and of the clocks that the rows share.
struct ClockedSolution: Sendable {
  /// The move from the place at which the ranges were made linear, metres.
  let move: SIMD3<Double>
  /// The covariance of the move, square metres.
  let covariance: Matrix3
  /// The sums of the rows of each clock.
  private let clocks: [ClockSums]

  /// Solves rows without lasting parameters; `nil` where they determine no position.
  init?(_ rows: some Sequence<RangeRow>) {
    var equations = PositionEquations()
    var clocks: [ClockSums] = []
    for row in rows {
      equations.add(row)
      while clocks.count <= row.clock { clocks.append(ClockSums()) }
      clocks[row.clock].add(row)
    }
    for sums in clocks where sums.weight > 0 { equations.subtract(sums) }
    guard let inverse = equations.inverse else { return nil }
    (move, covariance, self.clocks) = (inverse.times(equations.right), inverse, clocks)
    guard move.length.isFinite else { return nil }
  }

  /// The number of unknowns.
  var unknowns: Int { 3 + clocks.count { $0.weight > 0 } }

  /// Returns the number of rows of a clock.
  func members(of clock: Int) -> Int { clocks[clock].count }

  /// Returns the rest of a row beside the solution, metres.
  func residual(of row: RangeRow) -> Double {
    row.residual - row.direction.dot(move) - clock(row.clock)
  }

  /// Returns the variance of a row's range by the solution, square metres.
  func variance(of row: RangeRow) -> Double {
    let sums = clocks[row.clock]
    let level = row.direction - sums.direction / sums.weight
    return level.dot(covariance.times(level)) + 1 / sums.weight
  }

  /// Returns the value of a clock, metres; 0 where no row told it.
  func clock(_ number: Int) -> Double {
    guard number < clocks.count, clocks[number].weight > 0 else { return 0 }
    let sums = clocks[number]
    return (sums.residual - sums.direction.dot(move)) / sums.weight
  }
}
