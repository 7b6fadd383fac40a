import Testing

@testable import BoardSimulation

@Suite("Fronts and rain")
struct FrontsTests {
  private static let fronts = Fronts(seed: 1)

  private static func weather(hour: Double) -> FrontWeather {
    fronts.weather(at: 3600 * hour)
  }

  @Test("all of it goes without a jump, also where one three days end and the next begin")
  func isContinuous() {
    for cell in 0..<200 {
      for offset in [0.0, 0.3, 11, 36] {
        let hour = 72 * Double(cell) + offset
        let (a, b) = (Self.weather(hour: hour - 1e-4), Self.weather(hour: hour + 1e-4))
        #expect(abs(a.closeness - b.closeness) < 1e-3)
        #expect(abs(a.washing - b.washing) < 1e-3)
        #expect(abs(a.rain - b.rain) < 0.02)
      }
    }
  }

  @Test("rain takes particles away, never all of them, and they are back after six days")
  func washing() {
    var isDry = 0.0  // hours since rain, or since the beginning
    for step in 0..<40_000 {
      let (last, now) = (
        Self.weather(hour: Double(step) / 4 - 0.25), Self.weather(hour: Double(step) / 4)
      )
      #expect((0.1...1).contains(now.washing) && now.rain >= 0 && now.rain < 20)
      isDry = now.rain > 0 ? 0 : isDry + 0.25
      if isDry > 146 { #expect(now.washing == 1) }
      if isDry > 1 { #expect(now.washing >= last.washing) }
      if now.rain > 1 { #expect(now.closeness > 0.3, "rain comes with a front") }
    }
  }

  @Test("it rains on some hours of a hundred, and no two seeds have the same")
  func chance() {
    func wet(_ seed: UInt64) -> [Bool] {
      (0..<8760).map { Fronts(seed: seed).weather(at: 3600 * Double($0)).rain > 0 }
    }
    let (one, two) = (wet(1), wet(2))
    #expect((300...1200).contains(one.count { $0 }) && (300...1200).contains(two.count { $0 }))
    #expect(one != two)
    #expect(Self.fronts.weather(at: 1e300).washing.isFinite)
    #expect(Self.fronts.weather(at: .nan).washing.isFinite)
  }
}
