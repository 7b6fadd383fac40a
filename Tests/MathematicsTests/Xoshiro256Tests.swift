import Foundation
import Mathematics
import TestSupport
import Testing

@Suite("Random generator of a part")
struct Xoshiro256Tests {
  @Test("gives the same sequence on every machine")
  func isFixed() {
    var generator = Xoshiro256(seed: 1, part: "gnss")
    let first = (0..<4).map { _ in generator.next() }
    #expect(first == Self.reference)
  }

  /// Computed with an independent implementation of FNV-1a, SplitMix64 and xoshiro256** in Python.
  static let reference: [UInt64] = [
    0x15EF70F09969C2EF,
    0x4E4B559C6D23BA95,
    0x11E71DFF67428A19,
    0xB686D8D280D6A34D,
  ]

  @Test("a number in 0..<1 is the upper 53 bits of a draw")
  func uniform() {
    var generator = Xoshiro256(seed: 1, part: "gnss")
    #expect(generator.uniform() == Double(Self.reference[0] >> 11) / 9_007_199_254_740_992)
    #expect(generator.uniform() == Double(Self.reference[1] >> 11) / 9_007_199_254_740_992)
  }

  @Test("the normal distribution takes two draws, the first for its size")
  func boxMuller() {
    var (generator, draws) = (Xoshiro256(seed: 1, part: "gnss"), Xoshiro256(seed: 1, part: "gnss"))
    let (first, second) = (draws.uniform(), draws.uniform())
    let expected = sqrt(-2 * log(1 - first)) * cos(2 * Double.pi * second)
    #expect(abs(generator.normal() - expected) < 1e-14)
    #expect(generator == draws)
    _ = draws.next()
    #expect(generator != draws)
  }

  @Test("numbers that are passed over are drawn as others are")
  func skips() {
    var (generator, draws) = (Xoshiro256(seed: 1, part: "gnss"), Xoshiro256(seed: 1, part: "gnss"))
    generator.skipNormals(3)
    for _ in 0..<3 { _ = draws.normal() }
    #expect(generator == draws)
  }

  @Test("parts and seeds are independent of each other")
  func differs() {
    var numbers: Set<UInt64> = []
    for seed: UInt64 in 0..<50 {
      var a = Xoshiro256(seed: seed, part: "bme280")
      var b = Xoshiro256(seed: seed, part: "sps30")
      numbers.insert(a.next())
      numbers.insert(b.next())
    }
    #expect(numbers.count == 100)
  }

  @Test("the normal distribution has mean 0, deviation 1 and its tails")
  func normal() {
    var generator = Xoshiro256(seed: 7, part: "normal")
    let draws = (0..<20_000).map { _ in generator.normal() }
    let mean = draws.reduce(0, +) / 20_000
    let variance = draws.reduce(0) { $0 + $1 * $1 } / 20_000 - mean * mean
    let beyondTwo = draws.count { abs($0) > 2 }
    #expect(abs(mean) < 0.03)
    #expect(abs(variance - 1) < 0.05)
    #expect((800...1020).contains(beyondTwo))  // 4.55 % of 20,000
  }

  @Test("what is certain takes no draw, and what is not happens as often as it is likely")
  func strikes() {
    var (generator, other) = (Xoshiro256(seed: 7, part: "x"), Xoshiro256(seed: 7, part: "x"))
    let certain = [generator.strikes(with: 1), generator.strikes(with: 1.5)]
    #expect(certain == [true, true] && generator == other)
    let impossible = generator.strikes(with: 0)
    #expect(!impossible)
    _ = other.next()
    #expect(generator == other)
    let count = (0..<10_000).count { _ in generator.strikes(with: 0.25) }
    #expect((2300...2700).contains(count))
  }
}
