import GNSSBasics
import Mathematics
import Testing

@testable import BoardSimulation

/// Tests of a year's weather against published data of cities; docs/air.md names the sources.
@Suite("The air of a year")
struct AirOfAYearTests {
  /// The date of boot, 2026-01-01T00:00Z, a Thursday.
  private static let boot = UnixTime(seconds: 1_767_225_600)
  private static let seeds: [UInt64] = [1, 2, 42]
  private static let years = seeds.map { Year(seed: $0) }

  @Test("a rush hour has 1.3 to 3 times the nitrogen dioxide of 14 h", arguments: years)
  fileprivate func rushHours(year: Year) {
    func mean(at hour: Int) -> Double {
      year.mean({ $0.gases.nitrogenDioxide }) { $0.isWorkday && $0.hour == hour }
    }
    #expect((1.3...3).contains(mean(at: 8) / mean(at: 14)))
    #expect((1.3...3).contains(mean(at: 18) / mean(at: 14)))
    #expect(mean(at: 4) > 0.5 * mean(at: 14), "the night keeps what the evening gave")
  }

  @Test("a Sunday has 0.5 to 0.85 of a workday's nitrogen dioxide", arguments: years)
  fileprivate func sundays(year: Year) {
    let sunday = year.mean({ $0.gases.nitrogenDioxide }) { $0.day == 6 }
    let workday = year.mean({ $0.gases.nitrogenDioxide }) { $0.isWorkday }
    #expect((0.5...0.85).contains(sunday / workday))
  }

  @Test(
    "January has two to four times the PM10 of June, and twenty times its smoke", arguments: years)
  fileprivate func winter(year: Year) {
    func ratio(_ value: (WorldState) -> Double) -> Double {
      year.mean(value) { $0.month == 1 } / year.mean(value) { $0.month == 6 }
    }
    #expect((2...4).contains(ratio { $0.particulates.mass.pm10 }))
    #expect(ratio { $0.sources.heating + 0.1 } > 10)
    #expect(ratio { $0.gases.ozone } < 0.3, "ozone has its season in summer")
  }

  @Test("humidity falls as temperature rises, gas and particles are two stories", arguments: years)
  fileprivate func correlations(year: Year) {
    let humidity = year.correlation({ $0.temperature }, { $0.humidity })
    #expect((-0.95 ... -0.6).contains(humidity))
    let particles = year.correlation({ $0.eco2 }, { $0.particulates.mass.pm1 })
    #expect((0.2...0.7).contains(particles))
    #expect(year.correlation({ $0.eco2 }, { $0.tvoc }) < 0.95)
    #expect(year.correlation({ $0.gases.ozone }, { $0.gases.nitrogenDioxide }) < -0.4)
  }

  @Test("clean air is 400 ppm, and the mean of the year not far above", arguments: years)
  fileprivate func gases(year: Year) {
    let values = year.states.map(\.eco2).sorted()
    #expect(values[0] >= 400 && values[8760 / 20] < 450)
    #expect((430...540).contains(values.reduce(0, +) / 8760))
    #expect(values[8760 * 95 / 100] < 660)
  }

  @Test(
    "the pressure has a tide of 0.3 to 0.6 hPa twice a day, highest before ten", arguments: years)
  fileprivate func tide(year: Year) {
    let (amplitude, hour) = year.wave({ $0.pressure / 100 }, hours: 12)
    #expect((0.3...0.6).contains(amplitude))
    // Solar time is 37 minutes ahead of UTC in Milan.
    #expect(abs(hour + 0.615 - 9.73) < 0.5)
  }

  @Test("days are warmest at 15:00 solar time and coldest at sunrise", arguments: years)
  fileprivate func days(year: Year) {
    let means = (0..<24).map { hour in year.mean({ $0.temperature }) { $0.utcHour == hour } }
    let warmest = means.indices.max { means[$0] < means[$1] }
    let coldest = means.indices.min { means[$0] < means[$1] }
    // States are taken at half past each hour.
    #expect(warmest.map { abs(Double($0) + 0.5 + 0.615 - 15) < 0.75 } == true)
    #expect(coldest.map { (3...6).contains($0) } == true)
    #expect((7...12).contains((means.max() ?? 0) - (means.min() ?? 0)))
  }

  @Test("months are as warm as Milan's normals, within what one year may be off", arguments: years)
  fileprivate func months(year: Year) {
    let normals = [2.8, 5.0, 9.8, 13.6, 18.3, 22.6, 24.9, 24.3, 19.7, 14.3, 8.5, 3.8]
    for (month, normal) in zip(1...12, normals) {
      let mean = year.mean({ $0.temperature }) { $0.month == month }
      #expect(abs(mean - normal) < 4.5, "month \(month): \(mean)")
    }
  }

  @Test(
    "it rains on some 60 to 120 days, 700 to 1400 mm, and rain washes the air", arguments: years)
  fileprivate func rain(year: Year) {
    let days = stride(from: 0, to: 8760, by: 24).map { day in
      year.states[day..<day + 24].reduce(0) { $0 + $1.rain }
    }
    #expect((700...1400).contains(days.reduce(0, +)))
    #expect((60...120).contains(days.count { $0 > 1 }))
    // The ratio compares the day after heavy rain with the day before it.
    let changes = days.indices.dropFirst(2).dropLast(2).filter { days[$0] > 15 }.map { day in
      year.dailyPM10[day + 1] / year.dailyPM10[day - 1]
    }
    #expect(changes.count > 10)
    let mean: Double = changes.reduce(0, +) / Double(changes.count)
    #expect(mean < 0.8)
  }

  @Test("levels of the year are those of an urban background station", arguments: years)
  fileprivate func levels(year: Year) {
    for (value, range) in [
      ({ $0.particulates.mass.pm10 }, 20...38), ({ $0.particulates.mass.pm25 }, 14...28),
      ({ $0.gases.nitrogenDioxide }, 25...50), ({ $0.gases.ozone }, 25...60),
      ({ $0.gases.benzene }, 0.4...1.5), ({ $0.gases.blackCarbon }, 0.8...2.5),
      ({ $0.gases.carbonMonoxide }, 0.3...0.9),
    ] as [((WorldState) -> Double, ClosedRange<Double>)] {
      #expect(range.contains(year.mean(value) { _ in true }))
    }
    #expect((10...90).contains(year.dailyPM10.count { $0 > 50 }), "days above 50 µg/m³ PM10")
  }

  @Test(
    "what an optical sensor shows at 90 % is 1.2 to 2 times what it shows at 50 %", arguments: years
  )
  fileprivate func growth(year: Year) {
    for state in year.states.filter({ $0.particulates.mass.pm25 > 1 }).prefix(200) {
      func shown(_ humidity: Double) -> Double {
        SPS30Optics.seen(of: state.particulates, humidity: humidity).mass.pm25
      }
      #expect((1.2...2).contains(shown(90) / shown(50)))
    }
    // Damp air in the simulated weather has different particles too, so the comparison is with the true
    // values.
    func excess(_ range: ClosedRange<Double>) -> Double {
      let states = year.states.filter { range.contains($0.humidity) }
      return states.reduce(0) { sum, state in
        let air = state.particulates
        return sum + SPS30Optics.seen(of: air, humidity: state.humidity).mass.pm1 / air.mass.pm1
      } / Double(states.count)
    }
    #expect((1.2...2).contains(excess(88...92) / excess(45...55)))
  }

  @Test(
    "boards within 10 m differ by under 3 %, across town by 10 to 50 % of an hour's mean",
    arguments: seeds)
  func distances(seed: UInt64) {
    let near = Self.differences(
      World.milan, World.milan.moved(east: 8, north: -6), seed: seed)
    for (quantity, values) in near { #expect(values.allSatisfy { $0 < 0.03 }, "\(quantity)") }
    for station in [(45.4441, 9.1676), (45.4990, 9.2470)] {
      let place = GeodeticPosition(latitude: station.0, longitude: station.1, height: 165)
      for (quantity, values) in Self.differences(World.milan, place, seed: seed) {
        let mean = values.reduce(0, +) / Double(values.count)
        #expect((0.1...0.5).contains(mean), "\(quantity) at \(station)")
      }
    }
  }

  /// Returns the relative differences of hourly means at two places, for 97 hours of a year.
  private static func differences(
    _ a: GeodeticPosition, _ b: GeodeticPosition, seed: UInt64
  ) -> [String: [Double]] {
    let world = World(scenario: .standing, bootDate: boot, seed: seed)
    let quantities: [String: (WorldState) -> Double] = [
      "NO2": { $0.gases.nitrogenDioxide }, "PM2.5": { $0.particulates.mass.pm25 },
      "PM10": { $0.particulates.mass.pm10 }, "gas": { $0.eco2 - 400 },
    ]
    var differences: [String: [Double]] = [:]
    for hour in stride(from: 5, to: 8760, by: 91) {
      let air = [a, b].map { place in
        (0..<6).map { world.air(at: place, time: .seconds(3600 * hour + 300 + 600 * $0)) }
      }
      for (name, value) in quantities {
        let means = air.map { $0.reduce(0) { $0 + value($1) } / 6 }
        differences[name, default: []].append(
          2 * abs(means[0] - means[1]) / (means[0] + means[1]))
      }
    }
    return differences
  }
}

/// Hourly states of the air at the start of the track in 2026.
private struct Year: Sendable, CustomTestStringConvertible {
  struct Hour {
    var utcHour: Int
    var month: Int
    /// The day of the week by Milan's civil time; 0 is Monday.
    var day: Int
    var hour: Int
    var isWorkday: Bool { day < 5 }
  }

  let seed: UInt64
  let states: [WorldState]
  private let hours: [Hour]
  var testDescription: String { "seed \(seed)" }

  init(seed: UInt64) {
    self.seed = seed
    let boot = UnixTime(seconds: 1_767_225_600)
    let world = World(scenario: .standing, bootDate: boot, seed: seed)
    let seconds = (0..<8760).map { Int64(3600 * $0 + 1800) }
    states = seconds.map { world.air(at: World.milan, time: .seconds($0)) }
    hours = seconds.map { second in
      let time = boot.advanced(by: .seconds(second))
      let utc = CivilTime(time)
      let local = CivilTime(
        time.advanced(by: .seconds(EuropeanSummerTime.isInForce(at: time) ? 7200 : 3600)))
      // 1970-01-01 was a Thursday, three days after Monday.
      return Hour(
        utcHour: utc.hour, month: utc.month, day: (local.date.daysSince1970 + 3) % 7,
        hour: local.hour)
    }
  }

  func mean(_ value: (WorldState) -> Double, where isMeant: (Hour) -> Bool) -> Double {
    let values = zip(states, hours).filter { isMeant($0.1) }.map { value($0.0) }
    return values.reduce(0, +) / Double(values.count)
  }

  var dailyPM10: [Double] {
    stride(from: 0, to: 8760, by: 24).map { day in
      states[day..<day + 24].reduce(0) { $0 + $1.particulates.mass.pm10 } / 24
    }
  }

  func correlation(_ a: (WorldState) -> Double, _ b: (WorldState) -> Double) -> Double {
    let (x, y) = (states.map(a), states.map(b))
    let (meanX, meanY) = (x.reduce(0, +) / 8760, y.reduce(0, +) / 8760)
    func sum(_ u: [Double], _ meanU: Double, _ v: [Double], _ meanV: Double) -> Double {
      zip(u, v).reduce(0) { $0 + ($1.0 - meanU) * ($1.1 - meanV) }
    }
    return sum(x, meanX, y, meanY)
      / (sum(x, meanX, x, meanX) * sum(y, meanY, y, meanY)).squareRoot()
  }

  /// Returns the amplitude of a wave with a period, and the UTC hour of its first crest.
  func wave(_ value: (WorldState) -> Double, hours period: Double) -> (Double, hour: Double) {
    var (c, s) = (0.0, 0.0)
    for (hour, state) in states.enumerated() {
      let angle = 2 * Double.pi * (Double(hour) + 0.5) / period
      c += value(state) * Math.cosine(angle)
      s += value(state) * Math.sine(angle)
    }
    let crest = Math.arcTangent(y: s, x: c) / (2 * .pi) * period
    return ((c * c + s * s).squareRoot() * 2 / 8760, crest < 0 ? crest + period : crest)
  }
}
