import Mathematics
import Testing

@testable import Positioning

@Suite("A fit to ranges")
struct RangeFitTests {
  /// Rows of twelve satellites with two clocks, which a move and the clocks explain.
  private static func rows(move: SIMD3<Double>, clocks: [Double]) -> [RangeRow] {
    var generator = Xoshiro256(seed: 12, part: "ranges")
    return (0..<12).map { number in
      let raw = SIMD3(generator.normal(), generator.normal(), generator.normal())
      let direction = raw / (raw * raw).sum().squareRoot()
      return RangeRow(
        direction: direction, residual: (direction * move).sum() + clocks[number % 2], weight: 100,
        clock: number % 2)
    }
  }

  @Test("finds the move, and the rows that disagree in their order, however much each is off")
  func outliers() throws {
    let move = SIMD3(1.5, -2, 0.25)
    var rows = Self.rows(move: move, clocks: [30, -4000])
    for (index, metres) in [(9, 40.0), (2, -9), (5, 200)] { rows[index].residual += metres }
    let fit = try #require(
      RangeFit(rows, limit: (deviations: 4, metres: { _ in 0.5 })))
    #expect(fit.excluded == [2, 5, 9])
    let off = fit.move - move
    #expect((off * off).sum().squareRoot() < 1e-9)
    #expect(fit.deviation < 1e-6 && fit.residual < 1e-9)
    #expect((fit.residuals[5] - 200).magnitude < 1e-6)
    #expect(fit.misfit.freedom == 9 - 3 - 2)
  }

  @Test("there is none to rows that determine no position")
  func undetermined() {
    let rows = Self.rows(move: .zero, clocks: [0, 0])
    let limit = (deviations: 4.0, metres: { (_: RangeRow) in 0.5 })
    #expect(RangeFit(Array(rows.prefix(3)), limit: limit) == nil)
    #expect(RangeFit([], limit: limit) == nil)
  }

  /// The difference of two great sums is not zero within rounding, and may be negative.
  @Test("there is none to many satellites in one direction, and one of each other clock")
  func oneDirection() {
    var generator = Xoshiro256(seed: 13, part: "ranges")
    for _ in 0..<300 {
      let raw = SIMD3(generator.normal(), generator.normal(), generator.normal())
      let direction = raw / (raw * raw).sum().squareRoot()
      var rows = Self.rows(move: .zero, clocks: [0, 0])
      for index in rows.indices {
        if index < 8 { rows[index].direction = direction }
        rows[index].clock = max(index - 7, 0)
        rows[index].weight = 1e5 * (1 + generator.normal() * generator.normal()).magnitude
      }
      let fit = RangeFit(rows, limit: (deviations: 4, metres: { _ in 0.5 }))
      #expect(fit == nil, "\(fit?.covariance.elements ?? [])")
    }
  }
}
