internal import SatelliteOrbits

/// An equation of an epoch: a range of which what is known has been taken off.
struct RangeRow: Sendable {
  /// The change of the range by a move of the receiver: the unit vector from the satellite.
  var direction: SIMD3<Double>
  /// The rest of the range, metres.
  var residual: Double
  /// The reciprocal of the variance, 1/m².
  var weight: Double
  /// The number of the clock that the row shares with others of the epoch.
  var clock: Int
  /// The column of the ambiguity, and its wavelength, metres; -1 for a code.
  var ambiguity = -1
  var wavelength = 0.0
}

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

  /// Adds a parameter, and returns its column.
  mutating func addColumn(information: Double) -> Int {
    matrix.grow()
    vector.append(0)
    matrix[count - 1, count - 1] = information
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
  }

  /// Forgets a share of what is known.
  mutating func keep(_ share: Double) {
    matrix.scale(by: share)
    for index in vector.indices { vector[index] *= share }
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
    guard row.ambiguity >= 0 else { return }
    let weight = row.weight * share
    matrix[row.ambiguity, row.ambiguity] += weight * row.wavelength * row.wavelength
    vector[row.ambiguity] += weight * row.wavelength * row.residual
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
      for column in 0...row { matrix[row, column] -= left.dot(coupling[column]) }
    }
  }
}

/// The sums of the rows that share a clock, by which the clock is eliminated.
private struct ClockSums {
  var weight = 0.0
  var residual = 0.0
  var direction = SIMD3<Double>.zero
  /// The columns in ascending order of their first row, with the sums of their coefficients.
  var columns: [(Int, Double)] = []

  mutating func add(_ row: RangeRow) {
    weight += row.weight
    residual += row.weight * row.residual
    direction += row.weight * row.direction
    // An ambiguity has one row in each epoch.
    if row.ambiguity >= 0 { columns.append((row.ambiguity, row.weight * row.wavelength)) }
  }
}

/// The normal equations of an epoch's position, with their coupling to the lasting parameters.
struct PositionEquations: Sendable {
  /// The columns of the symmetric matrix of the position.
  private(set) var matrix = (x: SIMD3<Double>.zero, y: SIMD3<Double>.zero, z: SIMD3<Double>.zero)
  private(set) var right = SIMD3<Double>.zero
  /// The coupling with each parameter.
  private(set) var coupling: [SIMD3<Double>]

  init(columns: Int = 0) { coupling = [SIMD3<Double>](repeating: .zero, count: columns) }

  fileprivate mutating func add(_ row: RangeRow) {
    addProduct(row.weight, row.direction)
    right += row.weight * row.residual * row.direction
    if row.ambiguity >= 0 {
      coupling[row.ambiguity] += row.weight * row.wavelength * row.direction
    }
  }

  fileprivate mutating func subtract(_ group: ClockSums) {
    addProduct(-1 / group.weight, group.direction)
    right -= group.residual / group.weight * group.direction
    for (column, sum) in group.columns {
      coupling[column] -= sum / group.weight * group.direction
    }
  }

  private mutating func addProduct(_ weight: Double, _ vector: SIMD3<Double>) {
    let scaled = weight * vector
    matrix.x += scaled.x * vector
    matrix.y += scaled.y * vector
    matrix.z += scaled.z * vector
  }

  /// The inverse of the matrix; `nil` where the position is not determined to a kilometre.
  var inverse: Matrix3? { Matrix3(columns: matrix).inverse }

  /// Returns the move of the receiver for values of the parameters.
  func move(parameters: [Double]) -> SIMD3<Double>? {
    guard let inverse else { return nil }
    var rest = right
    for (column, value) in parameters.enumerated() { rest -= coupling[column] * value }
    return inverse.times(rest)
  }
}

/// A symmetric matrix of three rows.
struct Matrix3: Sendable {
  var x, y, z: SIMD3<Double>

  init(columns: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)) {
    (x, y, z) = columns
  }

  /// The sum of the diagonal.
  var trace: Double { x.x + y.y + z.z }

  /// Returns the product with a vector.
  func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    vector.x * x + vector.y * y + vector.z * z
  }

  /// The inverse; `nil` where the matrix is singular within rounding.
  var inverse: Matrix3? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let determinant = x.dot(cross(y, z))
    let size = x.x * y.y * z.z
    guard determinant > size * 1e-12, size > 0 else { return nil }
    return Matrix3(
      columns: (
        cross(y, z) / determinant, cross(z, x) / determinant, cross(x, y) / determinant
      ))
  }
}
