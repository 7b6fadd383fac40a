import Testing

@testable import BoardSimulation

@Suite("Chance by place and time")
struct ValueNoiseTests {
  private static let noise = ValueNoise(seed: 1, .warmth)

  /// Returns the values of a noise along a line through its one, two or three dimensions.
  private static func values(_ dimensions: Int, _ noise: ValueNoise = noise) -> [Double] {
    (0..<20_000).map { step in
      let x = Double(step) * 0.317 - 3000
      switch dimensions {
      case 1: return noise.value(x)
      case 2: return noise.value(x, 0.71 * x + 9)
      default: return noise.value(x, 0.71 * x + 9, 0.33 * x - 7)
      }
    }
  }

  @Test(
    "it has mean 0 and deviation 1, and ends where it says",
    arguments: [(1, 2.02), (2, 2.34), (3, 2.72)])
  func distribution(dimensions: Int, end: Double) {
    let values = Self.values(dimensions)
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    #expect(abs(mean) < 0.05 && abs(square - 1) < 0.1)
    #expect(values.allSatisfy { abs($0) <= end })
  }

  @Test("it goes smoothly, without a jump or a kink at the points of its grid", arguments: 1...3)
  func isSmooth(dimensions: Int) {
    func value(_ x: Double) -> Double {
      switch dimensions {
      case 1: Self.noise.value(x)
      case 2: Self.noise.value(x, 5.3)
      default: Self.noise.value(0.2, x, 8.8)
      }
    }
    for step in -400...400 {
      let x = Double(step) * 0.25
      let slopes = ((value(x) - value(x - 1e-5)) * 1e5, (value(x + 1e-5) - value(x)) * 1e5)
      #expect(abs(slopes.0 - slopes.1) < 0.01)
      #expect(abs(slopes.0) < 8.2)
    }
  }

  @Test("another seed, and another name, is another chance")
  func isIndependent() {
    let own = Self.values(1)
    for other in [ValueNoise(seed: 2, .warmth), ValueNoise(seed: 1, .breeze)] {
      let values = Self.values(1, other)
      let product = zip(own, values).reduce(0) { $0 + $1.0 * $1.1 } / Double(own.count)
      #expect(abs(product) < 0.05)
    }
    #expect(Self.values(1, ValueNoise(seed: 1, .warmth)) == own)
  }

  @Test(
    "there is a value at the ends of the world, and where there is none",
    arguments: [1e15, -1e300, .infinity, .nan])
  func ends(x: Double) {
    #expect(Self.noise.value(x).isFinite)
    #expect(Self.noise.value(x, x).isFinite && Self.noise.value(x, 1, x).isFinite)
  }

  @Test("a cell's three numbers are between 0 and 1, as often here as there, and its own")
  func uniforms() {
    let cells = (0..<10_000 as Range<Int64>).map { Self.noise.uniforms($0 - 5000) }
    for numbers in [cells.map(\.0), cells.map(\.1), cells.map(\.2)] {
      #expect(numbers.allSatisfy { (0..<1).contains($0) })
      let mean: Double = numbers.reduce(0, +) / 10_000
      #expect((mean - 0.5).magnitude < 0.015)
      #expect(Set(numbers).count > 9900)
    }
    #expect(Self.noise.uniforms(7) == Self.noise.uniforms(7))
  }
}
