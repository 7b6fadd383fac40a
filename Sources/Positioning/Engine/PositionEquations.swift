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

/// The sums of the rows that share a clock, by which the clock is eliminated.
struct ClockSums: Sendable {
  var weight = 0.0
  var residual = 0.0
  var direction = SIMD3<Double>.zero
  /// The columns in ascending order of their first row, with the sums of their coefficients.
  var columns: [(Int, Double)] = []

  /// Adds a row.
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

  /// Adds a row.
  mutating func add(_ row: RangeRow) {
    addProduct(row.weight, row.direction)
    right += row.weight * row.residual * row.direction
    if row.ambiguity >= 0 {
      coupling[row.ambiguity] += row.weight * row.wavelength * row.direction
    }
  }

  /// Eliminates the clock of some rows.
  mutating func subtract(_ group: ClockSums) {
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

  /// The inverse of the matrix; `nil` where the rows determine no position.
  var inverse: Matrix3? { Matrix3(columns: matrix).inverse }

  /// Returns the move of the receiver for values of the parameters.
  func move(parameters: [Double]) -> SIMD3<Double>? {
    guard let inverse else { return nil }
    var rest = right
    for (column, value) in parameters.enumerated() { rest -= coupling[column] * value }
    return inverse.times(rest)
  }
}
