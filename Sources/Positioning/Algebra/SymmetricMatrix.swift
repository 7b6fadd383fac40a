internal import SatelliteOrbits

/// A symmetric matrix of any size, of which the lower triangle is kept, row by row.
///
/// The sizes of a receiver's problems are up to about a hundred, and change with every satellite that rises.
struct SymmetricMatrix: Hashable, Sendable {
  /// The number of rows.
  private(set) var size: Int
  /// The elements of the lower triangle: row 0, row 1 of two elements, and so on.
  private(set) var elements: [Double]

  /// Creates a matrix of zeros.
  init(size: Int) {
    self.size = size
    elements = [Double](repeating: 0, count: Self.offset(ofRow: size))
  }

  /// Returns the number of elements before a row.
  @inline(__always) static func offset(ofRow row: Int) -> Int { row * (row + 1) / 2 }

  /// An element, above or below the diagonal.
  subscript(row: Int, column: Int) -> Double {
    get {
      row >= column
        ? elements[Self.offset(ofRow: row) + column] : elements[Self.offset(ofRow: column) + row]
    }
    set {
      if row >= column {
        elements[Self.offset(ofRow: row) + column] = newValue
      } else {
        elements[Self.offset(ofRow: column) + row] = newValue
      }
    }
  }

  /// Adds `weight` times the product of a vector with itself.
  mutating func add(_ weight: Double, times vector: [Double]) {
    precondition(vector.count == size)
    var index = 0
    for row in 0..<size {
      let factor = weight * vector[row]
      if factor == 0 {
        index += row + 1
        continue
      }
      for column in 0...row {
        elements[index] += factor * vector[column]
        index += 1
      }
    }
  }

  /// Adds a multiple of the first elements of a row to those of another.
  mutating func add(_ factor: Double, timesRow source: Int, toRow target: Int, count: Int) {
    let (from, to) = (Self.offset(ofRow: source), Self.offset(ofRow: target))
    var span = elements.mutableSpan
    for column in 0..<count { span[to + column] += factor * span[from + column] }
  }

  /// Adds the product of a row of another matrix, up to its diagonal, with itself.
  mutating func addProduct(ofRow row: Int, of other: SymmetricMatrix) {
    let vector = other.elements.span.extracting(
      Self.offset(ofRow: row)..<Self.offset(ofRow: row + 1))
    var span = elements.mutableSpan
    var start = 0
    for row in vector.indices {
      let factor = vector[row]
      for column in 0...row { span[start + column] += factor * vector[column] }
      start += row + 1
    }
  }

  /// Subtracts the products of a vector with those of each column, from a row up to its diagonal.
  mutating func subtract(_ vector: SIMD3<Double>, from row: Int, _ columns: Span<SIMD3<Double>>) {
    let start = Self.offset(ofRow: row)
    var span = elements.mutableSpan
    for column in 0...row { span[start + column] -= vector.dot(columns[column]) }
  }

  /// Swaps two rows, and the same columns, of the first rows.
  ///
  /// - Parameters:
  ///   - first: One row.
  ///   - second: The other row, not above the first one.
  ///   - end: The number of rows that count; below it nothing changes.
  mutating func swap(_ first: Int, _ second: Int, below end: Int) {
    if first == second { return }
    for other in 0..<end where other != first && other != second {
      (self[first, other], self[second, other]) = (self[second, other], self[first, other])
    }
    (self[first, first], self[second, second]) = (self[second, second], self[first, first])
  }

  /// Multiplies every element.
  mutating func scale(by factor: Double) {
    var span = elements.mutableSpan
    for index in span.indices { span[index] *= factor }
  }

  /// Appends a row and a column of zeros.
  mutating func grow() {
    elements.append(contentsOf: repeatElement(0, count: size + 1))
    size += 1
  }

  /// Returns the matrix of some rows and of the same columns, in their order.
  func selecting(_ rows: [Int]) -> SymmetricMatrix {
    var selected = SymmetricMatrix(size: rows.count)
    var index = 0
    for (number, row) in rows.enumerated() {
      for column in rows[...number] {
        selected.elements[index] = self[row, column]
        index += 1
      }
    }
    return selected
  }

  /// Returns the product with a vector.
  func times(_ vector: [Double]) -> [Double] {
    precondition(vector.count == size)
    var product = [Double](repeating: 0, count: size)
    var index = 0
    for row in 0..<size {
      var sum = 0.0
      let factor = vector[row]
      for column in 0..<row {
        let element = elements[index]
        sum += element * vector[column]
        product[column] += element * factor
        index += 1
      }
      product[row] += sum + elements[index] * factor
      index += 1
    }
    return product
  }

  /// Returns the sum of a vector's elements, each weighted by the matrix: `vᵀ M v`.
  func form(of vector: [Double]) -> Double {
    let product = times(vector)
    return zip(vector, product).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

/// The Cholesky factor of a symmetric, positive definite matrix: `M = L Lᵀ`.
struct CholeskyFactor: Sendable {
  /// The size of the matrix.
  let size: Int
  /// The lower triangle L, row by row.
  private var elements: [Double]

  /// Factorises a matrix; `nil` where it is not positive definite within rounding.
  init?(_ matrix: SymmetricMatrix) {
    size = matrix.size
    elements = matrix.elements
    for row in 0..<size {
      let start = SymmetricMatrix.offset(ofRow: row)
      let diagonal = elements[start + row]
      for column in 0..<row {
        let other = SymmetricMatrix.offset(ofRow: column)
        var sum = elements[start + column]
        for index in 0..<column { sum -= elements[start + index] * elements[other + index] }
        elements[start + column] = sum / elements[other + column]
      }
      var left = diagonal
      for index in 0..<row { left -= elements[start + index] * elements[start + index] }
      // Of a singular matrix rounding leaves about this share of the diagonal.
      guard left > diagonal * 1e-13, left.isFinite else { return nil }
      elements[start + row] = left.squareRoot()
    }
  }

  /// Solves `M x = b`.
  func solution(of right: [Double]) -> [Double] {
    var x = right
    forward(&x)
    for row in (0..<size).reversed() {
      let start = SymmetricMatrix.offset(ofRow: row)
      x[row] /= elements[start + row]
      for column in 0..<row { x[column] -= elements[start + column] * x[row] }
    }
    return x
  }

  /// Solves `L x = b` in place.
  private func forward(_ x: inout [Double]) {
    for row in 0..<size {
      let start = SymmetricMatrix.offset(ofRow: row)
      var sum = x[row]
      for column in 0..<row { sum -= elements[start + column] * x[column] }
      x[row] = sum / elements[start + row]
    }
  }

  /// The inverse of the matrix.
  var inverse: SymmetricMatrix {
    // The inverse of L, row by row, and the sum of its rows' products with themselves.
    var lower = SymmetricMatrix(size: size)
    var inverse = lower
    for row in 0..<size {
      let start = SymmetricMatrix.offset(ofRow: row)
      let factor = 1 / elements[start + row]
      for column in 0..<row {
        lower.add(
          -factor * elements[start + column], timesRow: column, toRow: row, count: column + 1)
      }
      lower[row, row] = factor
      inverse.addProduct(ofRow: row, of: lower)
    }
    return inverse
  }
}
