import Mathematics
import Testing

@testable import Positioning

/// The filter compared with one large system of equations in which nothing was eliminated.
@Suite("What lasts from epoch to epoch")
struct InformationFilterTests {
  /// Rows of an epoch: codes and phases of satellites of two groups, with true values put in.
  private static func rows(
    _ generator: inout Xoshiro256, ambiguities: [Double]
  ) -> [RangeRow] {
    let move = SIMD3(generator.normal(), generator.normal(), generator.normal())
    let clocks = (0..<4).map { _ in 100 * generator.normal() }
    var rows: [RangeRow] = []
    for (number, ambiguity) in ambiguities.enumerated() {
      let raw = SIMD3(generator.normal(), generator.normal(), generator.normal())
      let direction = raw / (raw * raw).sum().squareRoot()
      let distance = (direction * move).sum()
      let group = number % 2
      rows.append(
        RangeRow(
          direction: direction, residual: distance + clocks[group] + generator.normal(), weight: 1,
          clock: group))
      rows.append(
        RangeRow(
          direction: direction,
          residual: distance + clocks[2 + group] + 0.2 * ambiguity + 0.01 * generator.normal(),
          weight: 1e4, clock: 2 + group, ambiguity: number, wavelength: 0.2))
    }
    return rows
  }

  /// The normal equations with position and clocks of each epoch as unknowns behind the ambiguities.
  private static func whole(
    _ epochs: [[RangeRow]], ambiguities: Int
  ) -> (matrix: SymmetricMatrix, vector: [Double]) {
    let size = ambiguities + 7 * epochs.count
    var matrix = SymmetricMatrix(size: size)
    var vector = [Double](repeating: 0, count: size)
    for (number, rows) in epochs.enumerated() {
      let start = ambiguities + 7 * number
      for row in rows {
        var coefficients = [Double](repeating: 0, count: size)
        for axis in 0..<3 { coefficients[start + axis] = row.direction[axis] }
        coefficients[start + 3 + row.clock] = 1
        if row.ambiguity >= 0 { coefficients[row.ambiguity] = row.wavelength }
        matrix.add(row.weight, times: coefficients)
        for index in 0..<size { vector[index] += row.weight * coefficients[index] * row.residual }
      }
    }
    return (matrix, vector)
  }

  @Test("ambiguities and positions are those of all epochs' equations at once")
  func agrees() throws {
    var generator = Xoshiro256(seed: 9, part: "filter")
    let ambiguities = (0..<12).map { _ in (10 * generator.normal()).rounded() }
    let epochs = (0..<5).map { _ in Self.rows(&generator, ambiguities: ambiguities) }
    var filter = InformationFilter()
    for _ in ambiguities { _ = filter.addColumn() }
    for rows in epochs { filter.add(rows, clocks: 4, share: 1) }

    // The first carrier of each group is the zero of the others.
    let kept = Array(2..<12)
    let factor = try #require(CholeskyFactor(filter.matrix.selecting(kept)))
    let found = factor.solution(of: kept.map { filter.vector[$0] })
    var (matrix, vector) = Self.whole(epochs, ambiguities: 12)
    for column in 0..<2 {
      matrix[column, column] += 1e12
      vector[column] = 0
    }
    let all = try #require(CholeskyFactor(matrix))
    let expected = all.solution(of: vector)
    for (index, column) in kept.enumerated() {
      #expect((found[index] - expected[column]).magnitude < 1e-6)
      #expect((factor.inverse[index, index] - all.inverse[column, column]).magnitude < 1e-6)
    }
    let move = try #require(filter.position.move(parameters: [0, 0] + found))
    for axis in 0..<3 { #expect((move[axis] - expected[12 + 28 + axis]).magnitude < 1e-6) }
  }

  @Test("a carrier that ends leaves what is known of the others as it is")
  func removes() throws {
    var generator = Xoshiro256(seed: 10, part: "filter")
    let ambiguities = (0..<10).map { _ in (10 * generator.normal()).rounded() }
    var filter = InformationFilter()
    for _ in ambiguities { _ = filter.addColumn() }
    for _ in 0..<3 {
      filter.add(Self.rows(&generator, ambiguities: ambiguities), clocks: 4, share: 1)
    }
    func values(_ filter: InformationFilter, _ kept: [Int]) throws -> [Double] {
      let factor = try #require(CholeskyFactor(filter.matrix.selecting(kept)))
      return factor.solution(of: kept.map { filter.vector[$0] })
        + kept.indices.map { factor.inverse[$0, $0] }
    }
    let before = try values(filter, Array(2..<10))
    filter.removeColumn(4)
    let after = try values(filter, Array(2..<9))
    for (index, value) in after.enumerated() {
      let other = index < 7 ? index + (index >= 2 ? 1 : 0) : index + 1 + (index - 7 >= 2 ? 1 : 0)
      #expect((value - before[other]).magnitude < 1e-6)
    }
  }
}
