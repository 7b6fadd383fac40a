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
  /// The wavelength of a phase, metres; 0 for a code.
  var wavelength = 0.0
  /// The lasting parameters that are in the range.
  var terms = RowTerms()
}

/// The lasting parameters of an equation with their coefficients, at most eight: an ambiguity, delays, and
/// the position of a receiver that stands still.
struct RowTerms: Sendable {
  private(set) var count = 0
  private var columns = SIMD8<Int32>()
  private var factors = SIMD8<Double>()

  /// Adds a parameter.
  mutating func add(_ column: Int, _ factor: Double) {
    columns[count] = Int32(column)
    factors[count] = factor
    count += 1
  }

  /// A parameter's column and its coefficient.
  subscript(index: Int) -> (column: Int, factor: Double) { (Int(columns[index]), factors[index]) }
}

/// The sums of the rows that share a clock, by which the clock is eliminated.
struct ClockSums: Sendable {
  /// The number of rows.
  var count = 0
  var weight = 0.0
  var residual = 0.0
  var direction = SIMD3<Double>.zero
  /// The columns in the order of their first row, with the sums of their coefficients.
  var columns: [(Int, Double)] = []

  /// Adds a row.
  mutating func add(_ row: RangeRow) {
    count += 1
    weight += row.weight
    residual += row.weight * row.residual
    direction += row.weight * row.direction
    for index in 0..<row.terms.count {
      let (column, factor) = row.terms[index]
      // An ambiguity, the first term of a phase, has one row in each epoch.
      let isAmbiguity = index == 0 && row.wavelength > 0
      let known = isAmbiguity ? nil : columns.firstIndex { $0.0 == column }
      if let known {
        columns[known].1 += row.weight * factor
      } else {
        columns.append((column, row.weight * factor))
      }
    }
  }
}

/// The normal equations of an epoch's position, with their coupling to the lasting parameters.
struct PositionEquations: Sendable {
  /// The columns of the symmetric matrix of the position.
  private(set) var matrix = (x: SIMD3<Double>.zero, y: SIMD3<Double>.zero, z: SIMD3<Double>.zero)
  private(set) var right = SIMD3<Double>.zero
  /// The sum of the weights, of which ``matrix`` is the rest.
  private var weight = 0.0
  /// The coupling with each parameter.
  private(set) var coupling: [SIMD3<Double>]

  init(columns: Int = 0) { coupling = [SIMD3<Double>](repeating: .zero, count: columns) }

  /// Adds a row.
  mutating func add(_ row: RangeRow) {
    weight += row.weight
    addProduct(row.weight, row.direction)
    right += row.weight * row.residual * row.direction
    for index in 0..<row.terms.count {
      let (column, factor) = row.terms[index]
      coupling[column] += row.weight * factor * row.direction
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
  var inverse: Matrix3? { Matrix3(columns: matrix).inverse(ofRest: weight) }

  /// Returns the move of the receiver for values of the parameters.
  func move(parameters: [Double]) -> SIMD3<Double>? {
    guard let inverse else { return nil }
    var rest = right
    for (column, value) in parameters.enumerated() { rest -= coupling[column] * value }
    return inverse.times(rest)
  }
}
