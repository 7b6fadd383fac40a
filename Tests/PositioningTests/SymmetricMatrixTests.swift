import Mathematics
import Testing

@testable import Positioning

@Suite("Symmetric matrices")
struct SymmetricMatrixTests {
  /// A positive definite matrix: a random square's product with itself.
  private static func matrix(size: Int, _ generator: inout Xoshiro256) -> SymmetricMatrix {
    var matrix = SymmetricMatrix(size: size)
    for _ in 0..<size + 2 {
      matrix.add(1 + generator.uniform(), times: (0..<size).map { _ in generator.normal() })
    }
    return matrix
  }

  @Test("a matrix times its inverse is one, and a solution solves", arguments: [1, 2, 3, 7, 40])
  func inverse(size: Int) throws {
    var generator = Xoshiro256(seed: UInt64(size), part: "matrices")
    let matrix = Self.matrix(size: size, &generator)
    let factor = try #require(CholeskyFactor(matrix))
    let inverse = factor.inverse
    let right = (0..<size).map { _ in generator.normal() }
    let solution = factor.solution(of: right)
    for (row, value) in matrix.times(solution).enumerated() {
      #expect((value - right[row]).magnitude < 1e-9)
    }
    for row in 0..<size {
      var unit = [Double](repeating: 0, count: size)
      unit[row] = 1
      let product = matrix.times(inverse.times(unit))
      for column in 0..<size { #expect((product[column] - unit[column]).magnitude < 1e-9) }
    }
    #expect((matrix.form(of: solution) - inverse.form(of: right)).magnitude < 1e-9)
  }

  @Test("what is not positive definite has no factor")
  func indefinite() {
    var matrix = SymmetricMatrix(size: 2)
    #expect(CholeskyFactor(matrix) == nil)
    (matrix[0, 0], matrix[1, 1], matrix[0, 1]) = (1, 1, 1)
    #expect(CholeskyFactor(matrix) == nil)
    matrix[1, 1] = .nan
    #expect(CholeskyFactor(matrix) == nil)
    matrix[1, 1] = 2
    #expect(CholeskyFactor(matrix) != nil)
  }

  @Test("three rows have the inverse that any number of them has")
  func three() throws {
    var generator = Xoshiro256(seed: 3, part: "matrices")
    let matrix = Self.matrix(size: 3, &generator)
    func column(_ number: Int) -> SIMD3<Double> {
      SIMD3(matrix[0, number], matrix[1, number], matrix[2, number])
    }
    let small = Matrix3(columns: (column(0), column(1), column(2)))
    let inverse = try #require(small.inverse(ofRest: small.trace))
    let expected = try #require(CholeskyFactor(matrix)).inverse
    for row in 0..<3 {
      #expect((inverse.x[row] - expected[row, 0]).magnitude < 1e-12)
      #expect((inverse.y[row] - expected[row, 1]).magnitude < 1e-12)
      #expect((inverse.z[row] - expected[row, 2]).magnitude < 1e-12)
    }
    #expect(Matrix3(columns: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), .zero)).inverse(ofRest: 2) == nil)
    // As much as is left may be the rounding of the sums.
    #expect(small.inverse(ofRest: small.trace * 1e15) == nil)
  }
}
