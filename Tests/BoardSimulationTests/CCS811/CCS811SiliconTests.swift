import Testing

@testable import BoardSimulation

@Suite("CCS811 silicon")
struct CCS811SiliconTests {
  /// Returns the resistance, by default of a settled layer in clean air at 25 °C and 50 %RH.
  private func resistance(
    eco2: Double = 400, humidity: Double = 50, temperature: Double = 25, heated: Double = 1e9
  ) -> Double {
    CCS811Silicon.resistance(
      in: WorldState(temperature: temperature, humidity: humidity, eco2: eco2), heated: heated)
  }

  @Test("the layer has 50 kΩ in clean air and half of it at each doubling of the conductance")
  func gas() {
    #expect(abs(resistance() - 50_000) < 1e-6)
    #expect(abs(resistance(eco2: 700) - 25_000) < 1e-6)
    #expect(abs(resistance(eco2: 1300) - 12_500) < 1e-6)
    #expect(resistance(eco2: 0) == resistance(eco2: 400))
    #expect(resistance(eco2: 1e9) == resistance(eco2: 1_000_400))
  }

  @Test("it begins 12 % too high, and a 1/e of that is left after four minutes")
  func runIn() {
    #expect(abs(resistance(heated: 0) / 50_000 - 1.12) < 1e-12)
    #expect(abs((resistance(heated: 240) / 50_000 - 1) / 0.12 - 0.367_879) < 1e-6)
    #expect(abs((resistance(heated: 1200) / 50_000 - 1) / 0.12 - 0.006_738) < 1e-6)
  }

  @Test("a percent of humidity shifts it by 0.12 %, a degree by 0.18 %, within what can be told")
  func environment() {
    #expect(abs(resistance(humidity: 51) / 50_000 - (1 - 0.0012)) < 1e-6)
    #expect(abs(resistance(temperature: 26) / 50_000 - (1 - 0.0018)) < 2e-6)
    #expect(resistance(humidity: 120) == resistance(humidity: 100))
    #expect(resistance(humidity: 99) > resistance(humidity: 100))
    #expect(resistance(humidity: -5) == resistance(humidity: 0))
    #expect(resistance(humidity: 1) < resistance(humidity: 0))
    #expect(resistance(temperature: 200) == resistance(temperature: 150))
    #expect(resistance(temperature: 149) > resistance(temperature: 150))
    #expect(resistance(temperature: -60) == resistance(temperature: -50))
    #expect(resistance(temperature: -49) < resistance(temperature: -50))
  }

  @Test("the noise of a measurement is 0.07 %, which is 0.4 ppm of 700")
  func noise() throws {
    let air = WorldState(temperature: 25, humidity: 50, eco2: 700)
    let part = CCS811Model(world: World(fixed: air), seed: 4)
    let bench = Bench(part, at: 0x5B)
    bench.pause(.milliseconds(20))
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(7200))
    var errors: [Double] = []
    for _ in 0..<400 {
      try bench.write(0x11, 0x61, 0xA8)  // 50 kΩ, so that it learns nothing
      bench.pause(.seconds(1))
      let bytes = try bench.read(2, after: [0x02])
      errors.append(Double(Int(bytes[0]) << 8 | Int(bytes[1])) - 700)
    }
    // The whole resistance corresponds to 600 ppm, so noise of 0.07 % is 0.42 ppm, shown in steps of 1.
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / 400).squareRoot()
    #expect((0.4...0.56).contains(rms))
  }
}
