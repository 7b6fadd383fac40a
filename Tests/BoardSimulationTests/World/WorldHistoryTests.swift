@testable import BoardSimulation
import Testing

@Suite("What is done to the world by hand")
struct WorldHistoryTests {
  private var world = World(fixed: WorldState())

  private func temperature(_ seconds: Double) -> Double {
    world.state(at: .seconds(seconds)).temperature
  }

  @Test("a value is held from its time on, and what was before stays as it was")
  mutating func holds() {
    world.hold(.temperature, at: -10, from: .seconds(100))
    #expect(temperature(99.999) == 21)
    #expect(temperature(100) == -10 && temperature(1e6) == -10)
    #expect(!world.isHeld(.temperature, at: .seconds(99.999)))
    #expect(world.isHeld(.temperature, at: .seconds(100)))
    #expect(!world.isHeld(.humidity, at: .seconds(100)))
    world.release(.temperature, from: .seconds(200))
    #expect(temperature(199.999) == -10 && temperature(200) == 21)
    #expect(!world.isHeld(.temperature, at: .seconds(200)))
  }

  @Test("particles stay held when something else is, and not when another size is")
  mutating func heldParticles() {
    world.hold(.pm25, at: 80, from: .seconds(10))
    world.hold(.temperature, at: 5, from: .seconds(20))
    #expect(world.isHeld(.pm25, at: .seconds(30)))
    world.hold(.pm10, at: 90, from: .seconds(40))
    #expect(!world.isHeld(.pm25, at: .seconds(50)) && world.isHeld(.pm10, at: .seconds(50)))
    #expect(world.isHeld(.temperature, at: .seconds(50)))
  }

  @Test("a ramp goes in a straight line from what is true at its start, then holds")
  mutating func ramps() {
    world.hold(.temperature, at: 31, from: .seconds(100), over: .seconds(10))
    #expect(temperature(100) == 21 && temperature(105) == 26)
    #expect(temperature(110) == 31 && temperature(1000) == 31)
    world.hold(.temperature, at: 0, from: .seconds(104), over: .seconds(5))
    #expect(abs(temperature(104) - 25) < 1e-9, "from where the first one had come")
    #expect(abs(temperature(106.5) - 12.5) < 1e-9 && temperature(109) == 0)
  }

  @Test("what is ordered later for an earlier time moves the start of a ramp behind it")
  mutating func ordersBehindTime() {
    world.hold(.temperature, at: -10, from: .seconds(10))
    world.hold(.temperature, at: 30, from: .seconds(100), over: .seconds(10))
    #expect(temperature(105) == 10)
    world.release(.temperature, from: .seconds(50))
    #expect(temperature(49) == -10 && temperature(51) == 21)
    #expect(temperature(105) == 25.5, "from the scenario's 21 now")
    world.hold(.temperature, at: 0, from: .seconds(60))
    #expect(temperature(105) == 15)
  }

  @Test("of two orders for one time the later one holds")
  mutating func sameTime() {
    world.hold(.temperature, at: 1, from: .seconds(5))
    world.hold(.temperature, at: 2, from: .seconds(5))
    #expect(temperature(5) == 2)
  }

  @Test("each quantity is held where its name says", arguments: WorldQuantity.allCases)
  mutating func quantities(quantity: WorldQuantity) {
    let value = quantity.range.lowerBound + 50
    world.hold(quantity, at: value, from: .seconds(1))
    let state = world.state(at: .seconds(1))
    #expect(abs(quantity.value(in: state) - value) < 1e-9)
    for other in WorldQuantity.allCases where other != quantity {
      let isAlike = [quantity, other].allSatisfy { WorldQuantity.particulates.contains($0) }
      let before = other.value(in: WorldState())
      #expect((other.value(in: state) == before) == !isAlike, "\(other)")
    }
  }

  @Test("particles scale alike, one of their names at a time, from clean air too")
  mutating func particles() {
    let before = world.state(at: .zero).particulates
    world.hold(.pm25, at: before.mass.pm25 * 3, from: .seconds(1))
    let triple = world.state(at: .seconds(1)).particulates
    #expect(abs(triple.mass.pm10 / before.mass.pm10 - 3) < 1e-9)
    #expect(abs(triple.number.pm05 / before.number.pm05 - 3) < 1e-9)
    #expect(triple.typicalSize == before.typicalSize)
    world.hold(.pm10, at: before.mass.pm10, from: .seconds(2), over: .seconds(2))
    #expect(!world.isHeld(.pm25, at: .seconds(2)) && world.isHeld(.pm10, at: .seconds(2)))
    let half = world.state(at: .seconds(3)).particulates
    #expect(abs(half.mass.pm25 / before.mass.pm25 - 2) < 1e-9, "half way from triple to single")

    var clean = World(fixed: WorldState(particulates: ParticulateState(fineMass: 0, coarseMass: 0)))
    clean.hold(.pm1, at: 12)
    #expect(abs(clean.state(at: .zero).particulates.mass.pm1 - 12) < 1e-9)
    clean.hold(.pm1, at: 0, from: .seconds(1))
    #expect(
      clean.state(at: .seconds(1)).particulates == ParticulateState(fineMass: 0, coarseMass: 0))
  }

  @Test("another scenario from a time on leaves the past, and what is held")
  mutating func scenes() {
    world.hold(.humidity, at: 33, from: .seconds(5))
    world.hasSkyView = false
    world.change(to: World(fixed: WorldState(temperature: -3)), from: .seconds(10))
    #expect(temperature(9) == 21 && temperature(10) == -3)
    #expect(world.state(at: .seconds(20)).humidity == 33)
    #expect(!world.hasSkyView(at: .seconds(9)) && world.hasSkyView(at: .seconds(10)))
  }

  @Test("seen from a later beginning it is the same world")
  mutating func shifted() {
    world.hold(.temperature, at: 5, from: .seconds(100), over: .seconds(10))
    let later = world.since(.seconds(60))
    for second in [0, 39, 40, 45, 60] {
      #expect(later.state(at: .seconds(second)) == world.state(at: .seconds(second + 60)))
    }
    #expect(later.isHeld(.temperature, at: .seconds(40)))
    #expect(!later.isHeld(.temperature, at: .seconds(39)))
    let twice = later.since(.seconds(45))
    #expect(twice.state(at: .zero) == world.state(at: .seconds(105)))
    var changed = later
    changed.change(to: World(fixed: WorldState(humidity: 7)), from: .seconds(10))
    #expect([9, 10].map { changed.state(at: .seconds($0)).humidity == 7 } == [false, true])
  }
}
