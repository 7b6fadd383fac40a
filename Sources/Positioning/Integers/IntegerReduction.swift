/// Float ambiguities and their covariance in new, less correlated integers: the LAMBDA method's first half.
///
/// The covariance is `Q = Lᵀ D L` with a unit lower triangle L. Integer transformations of determinant ±1 make
/// the elements of L small and order D, so that few integers have to be tried.
///
/// Sources: Teunissen, J. Geodesy 70 (1995) 65; Chang, Yang and Zhou, J. Geodesy 79 (2005) 552.
struct IntegerReduction: Sendable {
  /// The number of ambiguities.
  let size: Int
  /// The unit lower triangle L by columns of `size` elements.
  private(set) var lower: [Double]
  /// The diagonal D, the conditional variances of the new integers, square cycles.
  private(set) var diagonal: [Double]
  /// The transformation Z by columns, for the new integers `z = Zᵀ a`, and the inverse of `Zᵀ` by columns.
  private var transformation, inverse: [Double]

  /// Reduces a covariance, square cycles; `nil` where it is not positive definite.
  init?(_ covariance: SymmetricMatrix) {
    size = covariance.size
    lower = [Double](repeating: 0, count: size * size)
    diagonal = [Double](repeating: 0, count: size)
    (transformation, inverse) = (lower, lower)
    guard factorise(covariance) else { return nil }
    reduce()
  }

  /// The probability that rounding the new integers one after the other gives the right ones, if the
  /// covariance is true: a lower bound of the success rate of the best integers.
  var successRate: Double { IntegerSuccess.rate(ofVariances: diagonal) }

  /// Returns the new values of ambiguities: `z = Zᵀ a`.
  func reduced(_ ambiguities: [Double]) -> [Double] {
    (0..<size).map { column in
      (0..<size).reduce(0) { $0 + transformation[column * size + $1] * ambiguities[$1] }
    }
  }

  /// Returns the ambiguities of new integers, the inverse of ``reduced(_:)``.
  func original(_ integers: [Double]) -> [Double] {
    var values = [Double](repeating: 0, count: size)
    for column in 0..<size {
      for row in 0..<size { values[row] += inverse[column * size + row] * integers[column] }
    }
    return values
  }

  // MARK: Factorisation

  /// Factorises from the last row up, with the least pivot first, so that few neighbours have to be swapped.
  private mutating func factorise(_ covariance: SymmetricMatrix) -> Bool {
    var rest = covariance
    var order = Array(0..<size)
    for row in (0..<size).reversed() {
      let least = (0...row).min { rest[$0, $0] < rest[$1, $1] } ?? row
      rest.swap(least, row, below: row + 1)
      order.swapAt(least, row)
      // The rows that are done change their places with the columns.
      for done in row + 1..<max(size, row + 1) {
        lower.swapAt(least * size + done, row * size + done)
      }
      let pivot = rest[row, row]
      guard pivot > 0, pivot.isFinite else { return false }
      diagonal[row] = pivot
      for column in 0...row { lower[column * size + row] = rest[row, column] / pivot }
      for other in 0..<row {
        rest.add(-rest[row, other] / pivot, timesRow: row, toRow: other, count: other + 1)
      }
    }
    for (place, index) in order.enumerated() {
      transformation[place * size + index] = 1
      inverse[place * size + index] = 1
    }
    return true
  }

  // MARK: Reduction

  /// Orders the diagonal by integer transformations; most elements of L are made small at the end.
  private mutating func reduce() {
    var column = size - 2
    while column >= 0 {
      let next = column + 1
      let below = lower[column * size + next]
      let rest = below - below.rounded()
      let swapped = diagonal[column] + rest * rest * diagonal[next]
      if swapped < diagonal[next] * (1 - 1e-9) {
        if below != rest { for row in next..<size { subtractWhole(row, column) } }
        swap(column, swapped)
        column = min(next, size - 2)
      } else {
        column -= 1
      }
    }
    for column in (0..<max(size - 1, 0)).reversed() {
      for row in column + 1..<size { subtractWhole(row, column) }
    }
  }

  /// Makes an element of L at most a half.
  private mutating func subtractWhole(_ row: Int, _ column: Int) {
    let factor = lower[column * size + row].rounded()
    if factor == 0 { return }
    Self.add(-factor, row, to: column, of: &lower, from: row, size: size)
    Self.add(-factor, row, to: column, of: &transformation, from: 0, size: size)
    Self.add(factor, column, to: row, of: &inverse, from: 0, size: size)
  }

  /// Adds a multiple of one column to another, from a row on.
  private static func add(
    _ factor: Double, _ source: Int, to target: Int, of columns: inout [Double], from first: Int,
    size: Int
  ) {
    var elements = columns.mutableSpan
    let (source, target) = (source * size, target * size)
    for row in first..<size { elements[target + row] += factor * elements[source + row] }
  }

  /// Changes the order of two neighbours, which gives the first one a new conditional variance.
  private mutating func swap(_ column: Int, _ variance: Double) {
    let next = column + 1
    let below = lower[column * size + next]
    let (eta, lambda) = (diagonal[column] / variance, diagonal[next] * below / variance)
    diagonal[column] = eta * diagonal[next]
    diagonal[next] = variance
    for other in 0..<column {
      let (upper, lowerOne) = (lower[other * size + column], lower[other * size + next])
      lower[other * size + column] = lowerOne - below * upper
      lower[other * size + next] = eta * upper + lambda * lowerOne
    }
    lower[column * size + next] = lambda
    for row in next + 1..<max(size, next + 1) {
      lower.swapAt(column * size + row, next * size + row)
    }
    for row in 0..<size {
      transformation.swapAt(column * size + row, next * size + row)
      inverse.swapAt(column * size + row, next * size + row)
    }
  }
}
