/// Float ambiguities and their covariance in new, less correlated integers: the LAMBDA method's first half.
///
/// The covariance is `Q = Lᵀ D L` with a unit lower triangle L. Integer transformations of determinant ±1 make
/// the elements of L small and order D, so that few integers have to be tried.
///
/// Sources: Teunissen, J. Geodesy 70 (1995) 65; Chang, Yang and Zhou, J. Geodesy 79 (2005) 552.
struct IntegerReduction: Sendable {
  /// The number of ambiguities.
  let size: Int
  /// The unit lower triangle L, `size` rows of `size` elements.
  private(set) var lower: [Double]
  /// The diagonal D, the conditional variances of the new integers, square cycles.
  private(set) var diagonal: [Double]
  /// The transformation Z by columns: new integers `z = Zᵀ a`.
  private var transformation: [Double]

  /// Reduces a covariance, square cycles; `nil` where it is not positive definite.
  init?(_ covariance: SymmetricMatrix) {
    size = covariance.size
    (lower, diagonal) = ([Double](repeating: 0, count: size * size), [])
    transformation = lower
    diagonal = [Double](repeating: 0, count: size)
    for index in 0..<size { transformation[index * size + index] = 1 }
    guard factorise(covariance) else { return nil }
    reduce()
  }

  /// The probability that rounding the new integers one after the other gives the right ones, if the
  /// covariance is true: a lower bound of the success rate of the best integers.
  var successRate: Double { IntegerSuccess.rate(ofVariances: diagonal) }

  /// Returns the new values of ambiguities: `z = Zᵀ a`.
  func reduced(_ ambiguities: [Double]) -> [Double] {
    (0..<size).map { column in
      (0..<size).reduce(0) { sum, row in
        sum + transformation[column * size + row] * ambiguities[row]
      }
    }
  }

  /// Returns the ambiguities of new integers, the inverse of ``reduced(_:)``.
  func original(_ integers: [Double]) -> [Double]? {
    // The determinant is ±1, so that the elimination's result is whole but for rounding.
    var rows = (0..<size).map { column in
      (0..<size).map { transformation[column * size + $0] } + [integers[column]]
    }
    for pivot in 0..<size {
      guard
        let best = (pivot..<size).max(by: {
          rows[$0][pivot].magnitude < rows[$1][pivot].magnitude
        }), rows[best][pivot] != 0
      else { return nil }
      rows.swapAt(pivot, best)
      for row in pivot + 1..<max(size, pivot + 1) {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        if factor == 0 { continue }
        for column in pivot...size { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    var values = [Double](repeating: 0, count: size)
    for row in (0..<size).reversed() {
      var sum = rows[row][size]
      for column in row + 1..<max(size, row + 1) { sum -= rows[row][column] * values[column] }
      values[row] = (sum / rows[row][row]).rounded()
    }
    return values
  }

  private mutating func factorise(_ covariance: SymmetricMatrix) -> Bool {
    var rest = covariance
    for row in (0..<size).reversed() {
      let pivot = rest[row, row]
      guard pivot > 0, pivot.isFinite else { return false }
      diagonal[row] = pivot
      for column in 0...row { lower[row * size + column] = rest[row, column] / pivot }
      for other in 0..<row {
        let factor = lower[row * size + other] * pivot
        for column in 0...other { rest[other, column] -= factor * lower[row * size + column] }
      }
    }
    return true
  }

  private mutating func reduce() {
    guard size > 1 else { return }
    var (column, settled) = (size - 2, size - 2)
    while column >= 0 {
      if column <= settled {
        for row in column + 1..<size { subtractWhole(row, column) }
      }
      let below = lower[(column + 1) * size + column]
      let swapped = diagonal[column] + below * below * diagonal[column + 1]
      if swapped < diagonal[column + 1] * (1 - 1e-9) {
        swap(column, swapped)
        settled = column
        column = size - 2
      } else {
        column -= 1
      }
    }
  }

  /// Makes an element of L at most a half.
  private mutating func subtractWhole(_ row: Int, _ column: Int) {
    let factor = lower[row * size + column].rounded()
    if factor == 0 { return }
    for index in row..<size { lower[index * size + column] -= factor * lower[index * size + row] }
    for index in 0..<size {
      transformation[column * size + index] -= factor * transformation[row * size + index]
    }
  }

  /// Changes the order of two neighbours, which gives the first one a new conditional variance.
  private mutating func swap(_ column: Int, _ variance: Double) {
    let next = column + 1
    let below = lower[next * size + column]
    let (eta, lambda) = (diagonal[column] / variance, diagonal[next] * below / variance)
    diagonal[column] = eta * diagonal[next]
    diagonal[next] = variance
    for index in 0..<column {
      let (upper, lowerOne) = (lower[column * size + index], lower[next * size + index])
      lower[column * size + index] = lowerOne - below * upper
      lower[next * size + index] = eta * upper + lambda * lowerOne
    }
    lower[next * size + column] = lambda
    for index in next + 1..<max(size, next + 1) {
      lower.swapAt(index * size + column, index * size + next)
    }
    for index in 0..<size {
      transformation.swapAt(column * size + index, next * size + index)
    }
  }
}
