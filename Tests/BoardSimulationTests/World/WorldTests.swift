@testable import BoardSimulation
import GNSSBasics
import Testing

@Suite("World")
struct WorldTests {
  static let walk = World(scenario: .milanWalk)
  static let scripts = [WorldScript.milanWalk, .standing]

  @Test("a state is a pure function of time, whatever was asked before")
  func isPure() {
    let first = Self.walk.state(at: .seconds(100))
    _ = Self.walk.state(at: .seconds(5000))
    #expect(World(scenario: .milanWalk).state(at: .seconds(100)) == first)
  }

  @Test("the walk goes at 1.4 m/s without a jump, round after round")
  func walksSteadily() {
    var last = Self.walk.state(at: .zero)
    for step in 1...4000 {
      let now = Self.walk.state(at: .milliseconds(500 * step))
      let moved = last.position.localOffset(to: now.position)
      let distance = (moved.east * moved.east + moved.north * moved.north).squareRoot()
      #expect(distance > 0.65 && distance < 0.7001, "at step \(step)")
      #expect(abs(moved.up) < 0.1)
      last = now
    }
  }

  @Test("velocity is the derivative of position and has no jump")
  func velocityIsDerivative() {
    var last = Self.walk.state(at: .zero).velocity
    for step in 1...2000 {
      let time = Duration.milliseconds(500 * step)
      let velocity = Self.walk.state(at: time).velocity
      let before = Self.walk.state(at: time - .milliseconds(10)).position
      let after = Self.walk.state(at: time + .milliseconds(10)).position
      let moved = before.localOffset(to: after)
      #expect(abs(moved.east / 0.02 - velocity.east) < 0.005)
      #expect(abs(moved.north / 0.02 - velocity.north) < 0.005)
      #expect(abs((after.height - before.height) / 0.02 - velocity.up) < 0.005)
      let change = (velocity.east - last.east, velocity.north - last.north)
      #expect((change.0 * change.0 + change.1 * change.1).squareRoot() < 0.25)
      last = velocity
    }
  }

  @Test("the track begins at the origin and stays near it", arguments: Self.scripts)
  func beginsAtOrigin(scenario: WorldScript) {
    let origin = GeodeticPosition(latitude: -33.9, longitude: 151.2, height: 812)
    let world = World(scenario: scenario, origin: origin)
    let start = world.state(at: .zero).position
    #expect(ECEFPosition(start).distance(to: ECEFPosition(origin)) < 1e-6)
    for minute in 0..<30 {
      let state = world.state(at: .seconds(60 * minute))
      let distance = ECEFPosition(state.position).distance(to: ECEFPosition(origin))
      #expect(distance < 500)
      #expect(abs(state.position.height - origin.height) < 5)
    }
    if scenario == .standing {
      #expect(world.state(at: .seconds(777)).position == origin)
      #expect(world.state(at: .seconds(777)).velocity == LocalVelocity())
    }
  }

  @Test("air stays physical and consistent for a week", arguments: Self.scripts)
  func airIsConsistent(scenario: WorldScript) {
    let world = World(scenario: scenario)
    for step in 0..<2000 {
      let state = world.state(at: .seconds(307 * step))
      #expect((-20...45).contains(state.temperature))
      #expect((5...100).contains(state.humidity))
      #expect((97_000...102_500).contains(state.pressure))
      #expect(state.eco2 >= 400 && state.eco2 < 1000)
      // Each source has its own ratio of organic compounds to eCO2.
      #expect((0.05...0.4).contains(state.tvoc / (state.eco2 - 400)))
      #expect(abs(state.eco2 - 400 - state.sources.eco2) < 1e-9)
      #expect(state.illuminance >= 0)
      expectOrdered(state.particulates)
    }
  }

  private func expectOrdered(_ air: ParticulateState) {
    let masses = [0, air.mass.pm1, air.mass.pm25, air.mass.pm4, air.mass.pm10, 1000]
    let numbers = [
      0, air.number.pm05, air.number.pm1, air.number.pm25, air.number.pm4, air.number.pm10, 3000,
    ]
    #expect(masses == masses.sorted())
    #expect(numbers == numbers.sorted())
    #expect((0.3...10).contains(air.typicalSize))
  }

  @Test("pressure follows height by the barometric formula")
  func pressureFollowsHeight() {
    let low = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
    var high = low
    high.height += 100
    let bottom = World(scenario: .standing, origin: low).state(at: .seconds(9)).pressure
    let top = World(scenario: .standing, origin: high).state(at: .seconds(9)).pressure
    // Near the ground the pressure falls by 1 hPa per 8.4 m.
    #expect(abs((bottom - top) / 100 - 11.8) < 0.2)
  }

  @Test("everything moves from one poll to the next")
  func showsLife() {
    var last = Self.walk.state(at: .zero)
    for poll in 1...200 {
      let state = Self.walk.state(at: .seconds(2 * poll))
      #expect(state.temperature != last.temperature)
      #expect(abs(state.temperature - last.temperature) < 0.2)
      #expect(state.pressure != last.pressure)
      #expect(state.particulates.mass.pm25 != last.particulates.mass.pm25)
      last = state
    }
  }

  @Test("days are light and nights dark at the place of the board")
  func lightFollowsSun() {
    let world = World(scenario: .standing)
    #expect(world.state(at: .zero).illuminance > 30_000)
    #expect(world.state(at: .seconds(12 * 3600)).illuminance < 1)
    let far = GeodeticPosition(latitude: 45, longitude: -171, height: 10)
    #expect(World(scenario: .standing, origin: far).state(at: .zero).illuminance < 100)
  }

  @Test("a fixed world stays, and overrides hold what they name")
  func overrides() {
    var state = WorldState()
    state.temperature = -12.5
    var world = World(fixed: state)
    #expect(world.state(at: .seconds(1_000_000)) == state)
    world.hold(.humidity, at: 88)
    #expect(world.state(at: .zero).humidity == 88)
    #expect(world.state(at: .zero).temperature == -12.5)
  }
}
