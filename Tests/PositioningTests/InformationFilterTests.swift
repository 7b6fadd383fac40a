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
      var phase = RangeRow(
        direction: direction,
        residual: distance + clocks[2 + group] + 0.2 * ambiguity + 0.01 * generator.normal(),
        weight: 1e4, clock: 2 + group, wavelength: 0.2)
      phase.terms.add(number, 0.2)
      rows.append(phase)
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
        for index in 0..<row.terms.count {
          coefficients[row.terms[index].column] = row.terms[index].factor
        }
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

  @Test("a parameter that may change is as uncertain as before and by the change")
  func loosens() throws {
    var generator = Xoshiro256(seed: 11, part: "filter")
    var filter = InformationFilter()
    for _ in 0..<8 { _ = filter.addColumn(prior: 0.01) }
    for _ in 0..<3 {
      filter.add(
        Self.rows(&generator, ambiguities: Array(repeating: 2, count: 8)), clocks: 4, share: 1)
    }
    func state(_ filter: InformationFilter) throws -> (SymmetricMatrix, [Double]) {
      let factor = try #require(CholeskyFactor(filter.matrix))
      return (factor.inverse, factor.solution(of: filter.vector))
    }
    let (before, values) = try state(filter)
    filter.loosen(3, by: 0.25)
    let (after, others) = try state(filter)
    for row in 0..<8 {
      #expect((values[row] - others[row]).magnitude < 1e-9)
      for column in 0...row {
        let change = row == 3 && column == 3 ? 0.25 : 0
        #expect((after[row, column] - before[row, column] - change).magnitude < 1e-9)
      }
    }
  }

  @Test("what is known beforehand is never forgotten, and what was observed is")
  func forgets() {
    var filter = InformationFilter()
    #expect(filter.addColumn(prior: 4) == 0)
    #expect(filter.addColumn() == 1)
    var row = RangeRow(direction: SIMD3(1, 0, 0), residual: 1, weight: 100, clock: 0)
    row.terms.add(0, 0.5)
    row.terms.add(1, 0.2)
    // Without a position nothing is eliminated but the clock, which takes all of a single row.
    filter.add([row], clocks: 1, share: 1)
    #expect(filter.matrix[0, 0] == 4 && filter.matrix[1, 1] == 0)
    var other = row
    other.direction = SIMD3(0, 1, 0)
    other.terms = RowTerms()
    filter.add([row, other], clocks: 1, share: 1)
    let (own, coupling) = (filter.matrix[0, 0] - 4, filter.matrix[0, 1])
    #expect(own > 1 && coupling > 0.1)
    filter.keep(0.25)
    #expect((filter.matrix[0, 0] - 4 - own / 4).magnitude < 1e-12)
    #expect((filter.matrix[0, 1] - coupling / 4).magnitude < 1e-12)
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
