import Testing

@testable import BoardSimulation

@Suite("Gases that no part measures")
struct AmbientGasesTests {
  @Test("more exhaust is more nitrogen dioxide and less ozone; more light is more ozone")
  func ozone() {
    let quiet = WorldState(eco2: 430).gases
    let busy = WorldState(eco2: 700).gases
    #expect(busy.nitrogenDioxide > 2 * quiet.nitrogenDioxide && busy.ozone < 0.5 * quiet.ozone)
    #expect(busy.benzene > quiet.benzene && busy.blackCarbon > quiet.blackCarbon)
    let (bright, dark) = (WorldState(illuminance: 90_000).gases, WorldState(illuminance: 0).gases)
    #expect(bright.ozone > dark.ozone && bright.nitrogenDioxide < dark.nitrogenDioxide)
    #expect(bright.nitrogenOxides == dark.nitrogenOxides)
  }

  @Test("ozone and nitrogen dioxide are one sum: what one has, the other has not")
  func sum() {
    for light in stride(from: 0.0, through: 120_000, by: 10_000) {
      for traffic in [0.2, 1, 4] {
        var state = WorldState(illuminance: light, sources: AirSources(traffic: traffic))
        state.eco2 = 400 + state.sources.eco2
        let gases = state.gases
        let oxides = gases.nitrogenOxides / 1.912
        let all = gases.ozone / 1.996 + gases.nitrogenDioxide / 1.912
        #expect(abs(all - (state.sources.oxidants + 0.12 * oxides)) < 0.51)
        #expect(gases.nitrogenDioxide <= gases.nitrogenOxides)
        // NO · O3 = J/k · NO2, unless ozone is at its minimum.
        let balance = (oxides - gases.nitrogenDioxide / 1.912) * gases.ozone / 1.996
        let expected = 20 * min(light / 100_000, 1) * gases.nitrogenDioxide / 1.912
        if gases.ozone > 1 { #expect(abs(balance - expected) < 1e-6 * max(1, expected)) }
      }
    }
  }

  @Test("eCO2 held by hand takes the gases that come with it along, within what a city has")
  func held() {
    var world = World(scenario: .standing)
    let time = Duration.seconds(600)
    let natural = world.state(at: time)
    world.hold(.eco2, at: 400 + 3 * (natural.eco2 - 400), from: .seconds(600))
    let held = world.state(at: time)
    #expect(held.gases.nitrogenOxides > 2.3 * natural.gases.nitrogenOxides)
    #expect(held.gases.ozone < natural.gases.ozone && held.sources == natural.sources)
    let absurd = WorldState(temperature: 150, eco2: 100_000, illuminance: 200_000).gases
    #expect(absurd.nitrogenOxides < 600 && absurd.benzene < 8 && absurd.carbonMonoxide < 5)
    let clean = WorldState(eco2: 400).gases
    #expect(clean.nitrogenOxides < 8 && clean.benzene > 0)
  }

  @Test("each source is in the gases that it gives, and TVOC is no share of eCO2")
  func sources() {
    func state(_ sources: AirSources) -> WorldState {
      WorldState(eco2: 400 + sources.eco2, tvoc: sources.tvoc, sources: sources)
    }
    let none = AirSources(
      traffic: 0, heating: 0, people: 0, cooking: 0, evaporation: 1, oxidants: 40)
    var (exhaust, smoke, kitchen) = (none, none, none)
    (exhaust.traffic, smoke.heating, kitchen.cooking) = (2, 2, 2)
    let clean = state(none).gases
    #expect(state(exhaust).gases.nitrogenOxides > state(smoke).gases.nitrogenOxides)
    #expect(state(smoke).gases.benzene > clean.benzene)
    #expect(state(kitchen).gases.nitrogenOxides == clean.nitrogenOxides)
    let shares = [exhaust, kitchen, none].map { $0.tvoc / $0.eco2 }
    #expect(shares[1] > 1.5 * shares[0] && shares[2] > 1.5 * shares[0])
  }
}
