internal import SatelliteOrbits

/// The information about the parameters that last from epoch to epoch, ambiguities and delays: the inverse of
/// their covariance.
///
/// The position and the clocks of an epoch are eliminated as soon as its rows are in; they are free at each
/// epoch, so that no motion has to be assumed. Adding an epoch then costs the square of the parameters' number
/// and not its cube, and a parameter that is not known yet has zeros. What was learnt is forgotten with a time
/// constant, since errors of codes repeat themselves and are no independent witnesses.
struct InformationFilter: Sendable {
  /// The information, with the ambiguities in cycles.
  private(set) var matrix = SymmetricMatrix(size: 0)
  /// The information times the parameters.
  private(set) var vector: [Double] = []
  /// The equations of the last epoch for the position, before its elimination.
  private(set) var position = PositionEquations()

  /// The number of parameters.
  var count: Int { vector.count }

  /// The information about each parameter before anything is observed, around zero.
  private var prior: [Double] = []

  /// Adds a parameter.
  ///
  /// - Parameter prior: What is known of it, around zero: the reciprocal of its variance. It is never forgotten.
  /// - Returns: Its column.
  mutating func addColumn(prior: Double = 0) -> Int {
    matrix.grow()
    vector.append(0)
    self.prior.append(prior)
    matrix[count - 1, count - 1] = prior
    return count - 1
  }

  /// Takes a parameter out, with what is known of the others left as it is; later columns move up.
  mutating func removeColumn(_ column: Int) {
    let pivot = matrix[column, column]
    let rest = (0..<count).filter { $0 != column }
    let coupling = rest.map { matrix[$0, column] }
    var left = matrix.selecting(rest)
    var right = rest.map { vector[$0] }
    if pivot > 0 {
      left.add(-1 / pivot, times: coupling)
      let factor = vector[column] / pivot
      for index in right.indices { right[index] -= coupling[index] * factor }
    }
    (matrix, vector) = (left, right)
    prior.remove(at: column)
  }

  /// Forgets a share of what was observed.
  mutating func keep(_ share: Double) {
    matrix.scale(by: share)
    for index in vector.indices {
      vector[index] *= share
      matrix[index, index] += (1 - share) * prior[index]
    }
  }

  /// Lets a parameter change by a random walk.
  ///
  /// - Parameters:
  ///   - column: The parameter.
  ///   - variance: The variance of the change.
  mutating func loosen(_ column: Int, by variance: Double) {
    guard variance > 0 else { return }
    let coupling = (0..<count).map { matrix[$0, column] }
    let factor = 1 / (1 / variance + matrix[column, column])
    let right = vector[column]
    for index in vector.indices { vector[index] -= coupling[index] * factor * right }
    matrix.add(-factor, times: coupling)
  }

  /// Adds the rows of an epoch.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - clocks: The number of clocks.
  ///   - share: The share of their information that is new.
  mutating func add(_ rows: [RangeRow], clocks: Int, share: Double) {
    var equations = PositionEquations(columns: count)
    var groups = [ClockSums](repeating: ClockSums(), count: clocks)
    for row in rows {
      equations.add(row)
      add(row, share)
      groups[row.clock].add(row)
    }
    for group in groups where group.weight > 0 {
      equations.subtract(group)
      subtract(group, share)
    }
    eliminate(equations, share)
    position = equations
  }

  private mutating func add(_ row: RangeRow, _ share: Double) {
    for index in 0..<row.terms.count {
      let (column, factor) = row.terms[index]
      let weight = row.weight * share * factor
      vector[column] += weight * row.residual
      for other in 0...index {
        let (otherColumn, otherFactor) = row.terms[other]
        matrix[column, otherColumn] += weight * otherFactor
      }
    }
  }

  private mutating func subtract(_ group: ClockSums, _ share: Double) {
    let factor = share / group.weight
    let columns = group.columns
    for (number, (column, sum)) in columns.enumerated() {
      vector[column] -= factor * sum * group.residual
      for (other, otherSum) in columns[...number] {
        matrix[column, other] -= factor * sum * otherSum
      }
    }
  }

  private mutating func eliminate(_ equations: PositionEquations, _ share: Double) {
    guard let inverse = equations.inverse else { return }
    // Of each column its product with the inverse, so that a pair costs three multiplications.
    let coupling = equations.coupling
    let scaled = coupling.map { inverse.times($0) }
    for row in 0..<count where coupling[row] != .zero {
      let left = share * scaled[row]
      vector[row] -= left.dot(equations.right)
      matrix.subtract(left, from: row, coupling.span)
    }
  }
}
