import Mathematics
import Testing

@testable import GNSSSimulation

@Suite("the shadows of obstacles on a satellite's direct path")
struct ShadowTests {
  @Test("under an open sky there is none, and no random number is drawn")
  func open() {
    var (shadow, generator) = (Shadow(), Xoshiro256(seed: 1, part: "shadow"))
    let before = generator
    #expect(shadow.advance(by: 1, hiddenShare: 0, &generator) == 0)
    #expect(generator == before)
  }

  @Test("half of the time there is none, and otherwise it is deeper the more of the sky is hidden")
  func depth() {
    func losses(_ share: Double) -> [Double] {
      var (shadow, generator) = (Shadow(), Xoshiro256(seed: 7, part: "shadow"))
      return (0..<20_000).map { _ in
        shadow.advance(by: 1, hiddenShare: share, &generator)
      }
    }
    let (some, most) = (losses(0.3), losses(0.6))
    #expect(some.allSatisfy { $0 >= 0 })
    let free = Double(some.count { $0 == 0 }) / 20_000
    #expect((0.45...0.55).contains(free))
    // The mean of the positive half of a normal distribution is its deviation times 0.3989.
    let mean = some.reduce(0, +) / 20_000
    #expect((mean / (0.3 * 15) - 0.3989).magnitude < 0.04)
    #expect(zip(some, most).allSatisfy { ($1 - 2 * $0).magnitude < 1e-9 })
  }

  @Test("a shadow lasts for seconds")
  func duration() {
    var (shadow, generator) = (Shadow(), Xoshiro256(seed: 3, part: "shadow"))
    let dark = (0..<20_000).map { _ in shadow.advance(by: 1, hiddenShare: 0.6, &generator) > 0 }
    let changes = zip(dark, dark.dropFirst()).count { $0 != $1 }
    // A process with a correlation time of 4 s crosses zero in arccos(exp(-1/4)) / pi of the steps.
    #expect((Double(changes) / 20_000 - 0.2158).magnitude < 0.02)
  }
}
