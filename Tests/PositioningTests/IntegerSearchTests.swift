import Mathematics
import Testing

@testable import Positioning

@Suite("Whole numbers nearest to float ones")
struct IntegerSearchTests {
  /// The examples are those of RTKLIB's unit test (test/utest/t_lambda.c).
  @Test("are those of the published example of six, at its distances")
  func published() throws {
    let float = [
      1585184.171, -6716599.430, 3915742.905, 7627233.455, 9565990.879, 989457273.200,
    ]
    let rows: [[Double]] = [
      [0.227134, 0.112202, 0.112202, 0.112202, 0.112202, 0.103473],
      [0.112202, 0.227134, 0.112202, 0.112202, 0.112202, 0.103473],
      [0.112202, 0.112202, 0.227134, 0.112202, 0.112202, 0.103473],
      [0.112202, 0.112202, 0.112202, 0.227134, 0.112202, 0.103473],
      [0.112202, 0.112202, 0.112202, 0.112202, 0.227134, 0.103473],
      [0.103473, 0.103473, 0.103473, 0.103473, 0.103473, 0.434339],
    ]
    let covariance = Self.matrix(rows)
    let found = try #require(IntegerCandidates(of: float, covariance: covariance))
    #expect(found.best == [1585184, -6716599, 3915743, 7627234, 9565991, 989457273])
    #expect(found.second == [1585184, -6716600, 3915743, 7627233, 9565991, 989457273])
    #expect((found.distances.best - 3.507984).magnitude < 1e-6)
    #expect((found.distances.second - 3.708456).magnitude < 1e-6)
  }

  /// Five satellites on two frequencies: the covariances of either, and those between them.
  @Test("are those of the published example of ten, at its distances")
  func publishedTen() throws {
    let float = [
      -13324172.755747, -10668894.713608, -7157225.010770, -6149367.974367, -7454133.571066,
      -5969200.494550, 8336734.058423, 6186974.084502, -17549093.883655, -13970158.922370,
    ]
    let rows = (0..<10).map { row in
      (0..<10).map { column in
        let isSame = row % 5 == column % 5
        return switch (row / 5, column / 5) {
        case (0, 0): isSame ? 0.446320 : 0.223160
        case (1, 1): isSame ? 0.735063 : 0.367531
        default: isSame ? 0.572775 : 0.286388
        }
      }
    }
    let found = try #require(IntegerCandidates(of: float, covariance: Self.matrix(rows)))
    let best: [Double] = [
      -13324188, -10668901, -7157236, -6149379, -7454143, -5969220, 8336726, 6186960, -17549108,
      -13970171,
    ]
    var second = best
    (second[1], second[6]) = (-10668908, 8336717)
    #expect(found.best == best)
    #expect(found.second == second)
    #expect((found.distances.best - 1506.435789).magnitude < 1e-4)
    #expect((found.distances.second - 1612.811795).magnitude < 1e-4)
  }

  private static func matrix(_ rows: [[Double]]) -> SymmetricMatrix {
    var matrix = SymmetricMatrix(size: rows.count)
    for (row, values) in rows.enumerated() {
      for column in 0...row { matrix[row, column] = values[column] }
    }
    return matrix
  }

  @Test("are nearer than any others around, in ten thousand cases of up to three")
  func bruteForce() throws {
    var generator = Xoshiro256(seed: 35, part: "integers")
    for number in 0..<10_000 {
      let size = 1 + number % 3
      let covariance = Self.covariance(size: size, &generator)
      let float = (0..<size).map { _ in 100 * generator.normal() }
      let found = try #require(IntegerCandidates(of: float, covariance: covariance))
      let inverse = try #require(CholeskyFactor(covariance)).inverse
      let (best, second) = Self.tryAll(around: float.map { $0.rounded() }, float, inverse)
      #expect((Self.distance(found.best, float, inverse) - found.distances.best).magnitude < 1e-6)
      #expect(
        (Self.distance(found.second, float, inverse) - found.distances.second).magnitude < 1e-6)
      #expect(found.distances.best <= best + 1e-6 && found.distances.second <= second + 1e-6)
    }
  }

  /// A covariance that is far from round: a random square's product with itself, and a little.
  private static func covariance(
    size: Int, _ generator: inout Xoshiro256
  ) -> SymmetricMatrix {
    var covariance = SymmetricMatrix(size: size)
    for row in 0..<size { covariance[row, row] = 0.02 }
    for _ in 0..<size {
      covariance.add(0.3, times: (0..<size).map { _ in generator.normal() })
    }
    return covariance
  }

  private static func distance(
    _ integers: [Double], _ float: [Double], _ inverse: SymmetricMatrix
  ) -> Double {
    inverse.form(of: zip(float, integers).map { $0 - $1 })
  }

  /// Returns the two smallest distances among all integers at most three from some.
  private static func tryAll(
    around centre: [Double], _ float: [Double], _ inverse: SymmetricMatrix
  ) -> (Double, Double) {
    func element(_ row: Int, _ column: Int) -> Double {
      row < inverse.size && column < inverse.size ? inverse[row, column] : 0
    }
    let columns = (0..<3).map { SIMD3(element(0, $0), element(1, $0), element(2, $0)) }
    let from = (0..<3).map { $0 < float.count ? float[$0] - centre[$0] : 0 }
    let ranges = (0..<3).map { $0 < float.count ? -3...3 : 0...0 }
    var (best, second) = (Double.infinity, Double.infinity)
    for x in ranges[0] {
      for y in ranges[1] {
        for z in ranges[2] {
          let off = SIMD3(from[0] - Double(x), from[1] - Double(y), from[2] - Double(z))
          let product = columns[0] * off.x + columns[1] * off.y + columns[2] * off.z
          let distance = off.x * product.x + off.y * product.y + off.z * product.z
          if distance < best {
            (best, second) = (distance, best)
          } else if distance < second {
            second = distance
          }
        }
      }
    }
    return (best, second)
  }

  @Test("are not looked for where a covariance is none, or a value is no number")
  func refused() {
    var covariance = SymmetricMatrix(size: 2)
    #expect(IntegerCandidates(of: [0.1, 0.2], covariance: covariance) == nil)
    covariance[0, 0] = 1
    covariance[1, 1] = 1
    #expect(IntegerCandidates(of: [0.1, .nan], covariance: covariance) == nil)
    #expect(IntegerCandidates(of: [0.1, .infinity], covariance: covariance) == nil)
    covariance[1, 0] = 2
    #expect(IntegerCandidates(of: [0.1, 0.2], covariance: covariance) == nil)
    #expect(IntegerCandidates(of: [], covariance: SymmetricMatrix(size: 0)) == nil)
  }
}
