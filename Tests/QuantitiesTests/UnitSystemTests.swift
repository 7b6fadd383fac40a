import Quantities
import Testing

@Suite("The unit systems of a weather service")
struct UnitSystemTests {
  @Test(
    "temperatures and speeds are those of a table, there and back",
    arguments: [
      (UnitSystem.standard, 273.15, 373.15, 10), (.metric, 0, 100, 10),
      (.imperial, 32, 212, 22.369_363),  // 1 m/s is 2.236 936 mph (NIST SP 811, B.8)
    ])
  func converts(system: UnitSystem, freezing: Double, boiling: Double, speed: Double) {
    #expect(abs(system.temperature(celsius: 0) - freezing) < 1e-9)
    #expect(abs(system.temperature(celsius: 100) - boiling) < 1e-9)
    #expect(abs(system.celsius(of: boiling) - 100) < 1e-9)
    #expect(abs(system.speed(metresPerSecond: 10) - speed) < 1e-6)
  }

  @Test("no temperature of weather is both kelvin and degrees")
  func ranges() {
    let kelvin = UnitSystem.standard.weatherTemperatures
    for system in [UnitSystem.metric, .imperial] {
      #expect(!kelvin.overlaps(system.weatherTemperatures))
    }
    #expect(UnitSystem.metric.weatherTemperatures == -100...70)
  }
}
