import Testing

@testable import CasterHost

@Suite("The rate of a stream")
struct StreamRateTests {
  private func rate(_ pieces: [(second: Double, bytes: Int)], at now: Double) -> Double? {
    var rate = StreamRate()
    for piece in pieces { rate.add(bytes: piece.bytes, frames: 2, at: .seconds(piece.second)) }
    return rate.perSecond(at: .seconds(now))?.bytes
  }

  @Test("there is none before the first second is over")
  func begins() {
    #expect(rate([], at: 100) == nil)
    #expect(rate([(5.1, 300)], at: 5.9) == nil)
    #expect(rate([(5.1, 300)], at: 6) == 300)
  }

  @Test("it is that of the whole seconds so far, then of the last ten")
  func averages() {
    let steady = (0..<30).map { number -> (second: Double, bytes: Int) in
      (Double(number) + 0.2, 100 * (number + 1))
    }
    #expect(rate(Array(steady.prefix(4)), at: 4) == 250)
    // The seconds 20 to 29: 2,100 to 3,000 bytes.
    #expect(rate(steady, at: 30.5) == 2550)
  }

  @Test("it falls to zero when nothing comes any more")
  func falls() {
    #expect(rate([(0, 1000)], at: 10) == 100)
    #expect(rate([(0, 1000)], at: 11) == 0)
    #expect(rate([(0, 1000)], at: 1e6) == 0)
  }
}
