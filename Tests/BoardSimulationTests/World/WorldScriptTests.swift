import GNSSBasics
import Testing

@testable import BoardSimulation

@Suite("What a scenario says of the world")
struct WorldScriptTests {
  private func world(
    _ courses: [WorldQuantity: WorldCourse], clouds: WorldCourse? = nil
  ) -> World {
    World(scenario: WorldScript(courses: courses, clouds: clouds))
  }

  @Test(
    "a quantity follows its course, and others are as they would be",
    arguments: WorldQuantity.allCases)
  func follows(quantity: WorldQuantity) {
    let middle = (quantity.range.lowerBound + quantity.range.upperBound) / 2
    let state = world([quantity: WorldCourse(middle)]).state(at: .seconds(50))
    let natural = World(scenario: .standing).state(at: .seconds(50))
    #expect(abs(quantity.value(in: state) - middle) < 1e-9 * middle.magnitude + 1e-9)
    #expect(state.position == natural.position)
    #expect(quantity == .pressure || state.pressure == natural.pressure)
    #expect(quantity == .light || state.illuminance == natural.illuminance)
  }

  @Test("air that is warmed keeps its vapour, unless humidity has a course too")
  func vapour() {
    let natural = World(scenario: .standing).state(at: .zero)
    let warm = world([.temperature: WorldCourse(natural.temperature + 10)]).state(at: .zero)
    #expect(warm.humidity < 0.65 * natural.humidity && warm.humidity > 0.45 * natural.humidity)
    let told = world([.temperature: WorldCourse(35), .humidity: WorldCourse(80)]).state(at: .zero)
    #expect(told.humidity == 80)
    let cold = world([.temperature: WorldCourse(-30)]).state(at: .zero)
    #expect(cold.humidity == 100)
  }

  @Test("clouds take up to three quarters of the light, and none of the night's")
  func clouds() {
    let clear = world([:], clouds: WorldCourse(0)).state(at: .zero).illuminance
    let covered = world([:], clouds: WorldCourse(100)).state(at: .zero).illuminance
    #expect(clear > 80_000 && abs(covered / clear - 0.25) < 1e-9)
  }

  @Test("what is held by hand comes first, and what is released follows the course again")
  func held() {
    var world = world([.temperature: WorldCourse([.init(0, 10), .init(100, 20)])])
    world.hold(.temperature, at: -5, from: .seconds(20), over: .seconds(10))
    world.release(.temperature, from: .seconds(50))
    let values = [0, 20, 25, 30, 49, 50, 75].map { world.state(at: .seconds($0)).temperature }
    #expect(values == [10, 12, 3.5, -5, -5, 15, 17.5])
    #expect(world.air(at: World.milan, time: .seconds(75)).temperature == 17.5)
  }

  @Test("thousands of holds and ramps are in force one after the other")
  func manyHolds() {
    var world = World(scenario: .standing)
    for second in 0..<10_000 {
      world.hold(
        .humidity, at: Double(second % 100), from: .seconds(second), over: .milliseconds(500))
    }
    for second in [1, 4_567, 9_999] {
      let (before, now) = (Double((second + 99) % 100), Double(second % 100))
      #expect(world.state(at: .milliseconds(1000 * second + 250)).humidity == (before + now) / 2)
      #expect(world.state(at: .milliseconds(1000 * second + 750)).humidity == now)
    }
  }
}
