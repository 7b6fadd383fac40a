import GNSSBasics
import Testing

@testable import BoardSimulation

@Suite("Spots, climates and seeds")
struct SiteTests {
  private static let world = World(scenario: .standing)

  /// Returns the mean of a value at a place over two weeks of hours.
  private static func mean(
    _ site: Site?, at place: GeodeticPosition = World.milan, in world: World = world,
    from day: Int = 0, _ value: (WorldState) -> Double
  ) -> Double {
    let states = (0..<336).map {
      world.air(at: place, time: .seconds(86_400 * day + 3600 * $0 + 700), site: site)
    }
    return states.reduce(0) { $0 + value($1) } / 336
  }

  @Test("a street has more exhaust and dust than a roof, a roof more than a park, and less ozone")
  func outdoors() {
    for value: (WorldState) -> Double in [
      { $0.gases.nitrogenDioxide }, { $0.eco2 - 400 }, { $0.gases.blackCarbon },
      { $0.particulates.mass.pm25 },
    ] {
      let values = [Site.street, .roof, .park].map { Self.mean($0, value) }
      #expect(values[0] > 1.05 * values[1] && values[1] > values[2])
    }
    #expect(Self.mean(.street) { $0.gases.ozone } < 0.9 * Self.mean(.park) { $0.gases.ozone })
    #expect(Self.mean(.street) { $0.illuminance } < 0.7 * Self.mean(.roof) { $0.illuminance })
    let dust = { (state: WorldState) in state.particulates.mass.pm10 - state.particulates.mass.pm25
    }
    #expect(Self.mean(.street, dust) > 1.4 * Self.mean(.roof, dust))
  }

  @Test(
    "indoors it is heated, dry in winter, with people's breath and their kitchen, and little ozone")
  func indoors() {
    for day in [-135, 0, 45] {
      #expect((18...28).contains(Self.mean(.indoors, from: day) { $0.temperature }))
      #expect((600...1200).contains(Self.mean(.indoors, from: day) { $0.eco2 }))
    }
    #expect(
      Self.mean(.indoors, from: -135) { $0.humidity } + 15
        < Self.mean(nil, from: -135) { $0.humidity })
    #expect(Self.mean(.indoors) { $0.gases.ozone } < 0.4 * Self.mean(nil) { $0.gases.ozone })
    #expect(Self.mean(.indoors) { $0.pressure } == Self.mean(nil) { $0.pressure })
    #expect(Self.mean(.indoors) { $0.rain } == 0)
    // In Milan people cook dinner at 20:00 but do not cook at 16:00.
    func fine(_ hour: Int) -> Double {
      Self.world.air(at: World.milan, time: .seconds(3600 * (hour - 14)), site: .indoors)
        .particulates.mass.pm25
    }
    #expect(fine(20) > fine(16) + 5)
  }

  @Test("a world has the site of its board, and the air of other places is outdoors")
  func boards() {
    let flat = World(scenario: .standing, site: .indoors)
    let time = Duration.seconds(7 * 3600)
    #expect(flat.state(at: time) == Self.world.air(at: World.milan, time: time, site: .indoors))
    #expect(flat.air(at: World.milan, time: time) == Self.world.state(at: time))
  }

  @Test("in the southern half of the Earth June is winter, and near the equator there is none")
  func climates() {
    func june(_ latitude: Double, _ longitude: Double, from day: Int = 0) -> Double {
      let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 165)
      return Self.mean(nil, at: place, from: day) { $0.temperature }
    }
    let sydney = (june(-33.9, 151.2), june(-33.9, 151.2, from: 210))
    #expect((9...18).contains(sydney.0) && (19...28).contains(sydney.1))
    #expect(abs(june(1.35, 103.8) - june(1.35, 103.8, from: 183)) < 4)
    #expect((23...31).contains(june(1.35, 103.8)))
    #expect(june(52.5, 13.4) + 1 < june(45.5, 9.2))
    let pole = GeodeticPosition(latitude: 90, longitude: 0, height: 0)
    #expect(Self.world.air(at: pole, time: .zero).temperature.isFinite)
  }

  @Test("another seed is other weather, the same one the same, whichever board asks about a place")
  func seeds() {
    let other = World(scenario: .standing, seed: 2)
    #expect(other.state(at: .zero).temperature != Self.world.state(at: .zero).temperature)
    let elsewhere = World(
      scenario: .milanWalk,
      origin: GeodeticPosition(latitude: 45.45, longitude: 9.17, height: 150), head: 350)
    for hour in 0..<24 {
      let time = Duration.seconds(3600 * hour)
      #expect(
        elsewhere.air(at: World.milan, time: time) == Self.world.air(at: World.milan, time: time))
    }
    let earlier = World(
      scenario: .standing, bootDate: World.defaultBootDate.advanced(by: .seconds(-86_400)))
    #expect(
      earlier.state(at: .seconds(86_400 + 60)) == Self.world.state(at: .seconds(60)),
      "the weather of a date does not depend on the boot")
  }

  @Test("heating follows the cold: none in July, hours of smoke on a January evening")
  func heating() {
    #expect(Self.mean(nil, from: 45) { $0.sources.heating } < 0.05)
    #expect(Self.mean(nil, from: -135) { $0.sources.heating } > 1.5)
    let warm = GeodeticPosition(latitude: 10, longitude: 9, height: 165)
    #expect(Self.mean(nil, at: warm, from: -135) { $0.sources.heating } == 0)
  }

  @Test("what the receiver is told of the motion is what is in the state")
  func motion() {
    let fixed = World(fixed: WorldState(velocity: LocalVelocity(east: 3)))
    let walk = World(scenario: .milanWalk).since(.seconds(77))
    for world in [Self.world, fixed, walk] {
      for second in stride(from: 0, to: 900, by: 90) {
        let (motion, state) = (
          world.motion(at: .seconds(second)), world.state(at: .seconds(second))
        )
        #expect(motion.position == state.position && motion.velocity == state.velocity)
      }
    }
  }
}
