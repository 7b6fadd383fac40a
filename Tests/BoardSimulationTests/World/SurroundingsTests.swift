@testable import BoardSimulation
import GNSSBasics
import Testing

@Suite("The air of a place")
struct SurroundingsTests {
  private static let world = World(scenario: .milanWalk)
  private static let park = GeodeticPosition(latitude: 45.499, longitude: 9.247, height: 165)
  private static let street = GeodeticPosition(latitude: 45.4963, longitude: 9.1934, height: 165)

  @Test("where the board is, the air of the place is what its parts measure")
  func agreesWithBoard() {
    for second in stride(from: 0, through: 900, by: 7) {
      let time = Duration.seconds(second)
      let board = Self.world.state(at: time)
      let place = Self.world.air(at: board.position, time: time)
      for quantity in WorldQuantity.allCases {
        let (a, b) = (quantity.value(in: board), quantity.value(in: place))
        #expect(abs(a - b) <= 1e-5 * max(1, abs(a)), "\(quantity) at \(second) s")
      }
      #expect(place.position == board.position && place.velocity == LocalVelocity())
    }
  }

  @Test("a street has more of what traffic brings than a park, and is warmer")
  func streetAndPark() {
    // The wind brings different air to each place at a time; over several days the means are equal.
    func mean(_ place: GeodeticPosition, _ value: (WorldState) -> Double) -> Double {
      let values = (-480...480).map { value(Self.world.air(at: place, time: .seconds(599 * $0))) }
      return values.reduce(0, +) / Double(values.count)
    }
    for value: (WorldState) -> Double in [
      { $0.gases.nitrogenDioxide }, { $0.gases.nitrogenOxides }, { $0.gases.carbonMonoxide },
      { $0.gases.benzene }, { $0.gases.blackCarbon },
    ] {
      #expect(mean(Self.street, value) > 1.5 * mean(Self.park, value))
    }
    // In June leaves, paint and fuel emit vapours everywhere.
    for value: (WorldState) -> Double in [{ $0.eco2 - 400 }, { $0.tvoc }] {
      #expect(mean(Self.street, value) > 1.2 * mean(Self.park, value))
    }
    #expect(mean(Self.street, { $0.gases.ozone }) < mean(Self.park, { $0.gases.ozone }))
    let fineDust = { (state: WorldState) in state.particulates.mass.pm25 }
    #expect(mean(Self.street, fineDust) > 1.2 * mean(Self.park, fineDust))
    let warmth = mean(Self.street, { $0.temperature }) - mean(Self.park, { $0.temperature })
    #expect((0.2...1.5).contains(warmth))
  }

  @Test("higher up it is colder, by 6.5 °C a kilometre, and the pressure lower")
  func height() {
    var hill = Self.park
    hill.height += 1000
    for hour in 0..<48 {
      let time = Duration.seconds(3600 * hour)
      let (low, high) = (
        Self.world.air(at: Self.park, time: time), Self.world.air(at: hill, time: time)
      )
      #expect(abs(low.temperature - high.temperature - 6.5) < 0.05)
      #expect((10_500...11_800).contains(low.pressure - high.pressure))
      #expect((0...100).contains(high.humidity))
    }
  }

  @Test("it changes gently from place to place, and stays within its bounds")
  func isSmooth() {
    for line in -20...20 {
      let latitude = 45.4642 + Double(line) * 0.004
      var last: Double?
      for step in -3000...3000 {
        let place = GeodeticPosition(
          latitude: latitude, longitude: 9.19 + Double(step) * 5 / 78_190, height: 165)
        let traffic = Surroundings.traffic(at: place)
        #expect((0.25...1.8).contains(traffic))
        if let last { #expect(abs(traffic - last) < 0.02, "5 m further") }
        last = traffic
      }
    }
    let far = GeodeticPosition(latitude: -33.9, longitude: 151.2, height: 50)
    #expect(abs(Surroundings.traffic(at: far) - 0.4) < 0.001)
  }

  @Test("the walk passes more and less traffic without a jump")
  func walkVaries() {
    let traffic = (0..<900).map { second in
      Surroundings.traffic(at: Self.world.state(at: .seconds(second)).position)
    }
    let (least, most) = (traffic.min() ?? 0, traffic.max() ?? 0)
    #expect(least < 0.9 && most > 1.1)
    for (a, b) in zip(traffic, traffic.dropFirst()) { #expect(abs(a - b) < 0.006) }
  }

  @Test("gases stay within what a city of the plain has on its worst days, at all places and times")
  func gasesAreOrdinary() {
    let places = [Self.park, Self.street, World.milan]
    for hour in stride(from: -8760, through: 8760, by: 13) {
      for place in places {
        let state = Self.world.air(at: place, time: .seconds(3600 * hour))
        let (gases, mass) = (state.gases, state.particulates.mass)
        for (value, bar) in [
          // Hourly ozone exceeds 200 in a hot summer, hourly nitrogen oxides exceed 500 beside a ring road,
          // and daily particles exceed 100 in a winter without rain.
          (gases.ozone, 240.0), (gases.sulphurDioxide, 25), (gases.nitrogenDioxide, 200),
          (gases.nitrogenOxides, 600), (gases.carbonMonoxide, 5), (gases.ammonia, 30),
          (gases.benzene, 10), (gases.blackCarbon, 20), (mass.pm25, 180), (mass.pm10, 220),
        ] {
          #expect(value > 0 && value < bar)
        }
        #expect(gases.nitrogenOxides >= gases.nitrogenDioxide)
      }
    }
  }

  @Test("what is held by hand is held at every place, from its time on")
  func holds() {
    var world = Self.world
    world.hold(.temperature, at: -10, from: .seconds(100))
    #expect(world.air(at: Self.park, time: .seconds(100)).temperature == -10)
    #expect(world.air(at: Self.park, time: .seconds(99)).temperature > 0)
    let fixed = World(fixed: WorldState(humidity: 33))
    #expect(fixed.air(at: Self.park, time: .zero).humidity == 33)
    #expect(fixed.air(at: Self.park, time: .zero).position == Self.park)
  }

  @Test("before the boot there was weather too: the same world, earlier in the day and the year")
  func past() {
    // The boot date is at noon UTC.
    let night = Self.world.air(at: World.milan, time: .seconds(-12 * 3600))
    #expect(night.illuminance < 1 && night.gases.nitrogenDioxide > 10)
    let noon = Self.world.air(at: World.milan, time: .seconds(-24 * 3600))
    #expect(
      noon.illuminance > 10_000 && noon.gases.ozone > night.gases.ozone
        && noon.temperature > night.temperature)
    let winter = Self.world.air(at: World.milan, time: .seconds(-135 * 86_400))
    #expect(winter.temperature < noon.temperature - 12)
    let later = Self.world.since(.seconds(-3600))
    #expect(
      later.air(at: World.milan, time: .zero)
        == Self.world.air(at: World.milan, time: .seconds(-3600)))
  }
}
