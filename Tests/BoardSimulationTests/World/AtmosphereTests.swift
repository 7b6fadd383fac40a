import Mathematics
import Testing

@testable import BoardSimulation

@Suite("Air and light")
struct AtmosphereTests {
  @Test(
    "saturation pressure is that of the tables",
    arguments: [(-20.0, 125.4), (0, 611.2), (10, 1227.1), (20, 2337.1), (40, 7375.1)])
  func saturation(celsius: Double, pascals: Double) {
    #expect(abs(Atmosphere.saturationPressure(at: celsius) / pascals - 1) < 0.005)
  }

  @Test("humidity is the share of the saturation pressure, and never more than all of it")
  func humidity() {
    #expect(abs(Atmosphere.humidity(temperature: 20, dewPoint: 10) - 52.5) < 0.2)
    #expect(Atmosphere.humidity(temperature: 12, dewPoint: 12) == 100)
    #expect(Atmosphere.humidity(temperature: 12, dewPoint: 15) == 100)
  }

  @Test(
    "pressure at a height is that of the standard atmosphere",
    arguments: [
      (-500.0, 107_477.6), (0, 101_325), (1000, 89_874.6), (3000, 70_108.5), (8000, 35_599.8),
    ])
  func pressure(height: Double, pascals: Double) {
    #expect(abs(Atmosphere.pressure(seaLevel: 101_325, height: height) / pascals - 1) < 0.001)
    #expect(Atmosphere.pressure(seaLevel: 101_325, height: 50_000) == 0)
  }

  @Test(
    "the sun stands at noon as high as the season has it, and as low at midnight",
    // The days are 20 March, 21 June, 23 September and 21 December 2026.
    arguments: [(20_532, 0.0), (20_625, 23.44), (20_719, 0), (20_808, -23.44)])
  func sun(day: Int, declination: Double) {
    for (latitude, longitude) in [(45.478, 9.227), (-33.9, 151.2), (10, -75)] {
      let angle = latitude.degreesInRadians
      func sun(_ unixDays: Double) -> Sun {
        Sun(
          latitude: (Math.sine(angle), Math.cosine(angle)), longitude: longitude,
          unixDays: unixDays)
      }
      let noon = Double(day) + 0.5 - longitude / 360
      let sine = sun(noon).elevationSine
      let expected = 90 - abs(latitude - declination)
      #expect(abs(Math.arcSine(sine).radiansInDegrees - expected) < 1.2)
      let midnight = sun(noon - 0.5).elevationSine
      let lowest = -90 + abs(latitude + declination)
      #expect(abs(Math.arcSine(midnight).radiansInDegrees - lowest) < 1.3)
      // In the afternoon the sun is as high as in the morning, and lower than at noon.
      let afternoon = sun(noon + 0.2).elevationSine
      #expect(abs(afternoon - sun(noon - 0.2).elevationSine) < 0.01)
      #expect(afternoon < sine)
      // At three hours past noon, the sun's position three hours earlier is that of noon.
      let half = (0.5).squareRoot()
      #expect(abs(sun(noon + 0.125).elevationSine(before: (half, half)) - sine) < 0.002)
      #expect(abs(sun(noon + 0.25).hour - 18) < 1e-6)
      // At sunrise the sun is at the horizon.
      let sunrise = noon - (12 - sun(noon).sunrise) / 24
      #expect(abs(sun(sunrise).elevationSine) < 0.01)
    }
  }

  @Test(
    "a clear sky is as bright as sun and twilight are",
    arguments: [(90.0, 120_000.0), (30, 54_500), (0, 400), (-6, 3.3), (-12, 0.03)])
  func illuminance(elevation: Double, lux: Double) {
    let sine = Math.sine(elevation.degreesInRadians)
    #expect(abs(Sun.illuminance(elevationSine: sine) / lux - 1) < 0.1)
  }

  @Test(
    "a population of particles is the sum over its diameters",
    arguments: [(LognormalMode.accumulation, 0.32, 1.6), (.coarse, 1.6, 1.9)])
  func population(mode: LognormalMode, median: Double, deviation: Double) {
    let sum = DiameterSum(median: median, deviation: deviation)
    // 1 µg/m³ is 1 pg/cm³; a sphere of 1 µm weighs 1.65 π/6 pg.
    let count = 1 / (1.65 * .pi / 6 * sum.moment(3, upTo: 10))
    let masses = [mode.mass.pm1, mode.mass.pm25, mode.mass.pm4, mode.mass.pm10]
    for (mass, limit) in zip(masses, [1, 2.5, 4, 10]) {
      #expect(abs(mass / (sum.moment(3, upTo: limit) / sum.moment(3, upTo: 10)) - 1) < 0.002)
    }
    let numbers = [
      mode.number.pm05, mode.number.pm1, mode.number.pm25, mode.number.pm4, mode.number.pm10,
    ]
    for (number, limit) in zip(numbers, [0.5, 1, 2.5, 4, 10]) {
      #expect(abs(number / (count * sum.moment(0, upTo: limit)) - 1) < 0.002)
    }
    #expect(abs(mode.diameterSum / (count * sum.moment(1, upTo: 10)) - 1) < 0.002)
  }

  /// Moments of a lognormal distribution, summed over small steps of the diameter's logarithm.
  private struct DiameterSum {
    var median: Double, deviation: Double

    func moment(_ power: Double, upTo limit: Double) -> Double {
      let (low, high) = (Math.logarithm(0.3), Math.logarithm(limit))
      let step = (high - low) / 2000
      return (0..<2000).reduce(0) { sum, index in
        let logarithm = low + (Double(index) + 0.5) * step
        let z = (logarithm - Math.logarithm(median)) / Math.logarithm(deviation)
        let density = Math.exponential(-z * z / 2) / Math.logarithm(deviation)
        return sum + density * Math.exponential(power * logarithm) * step / (2 * .pi).squareRoot()
      }
    }
  }

  @Test("two modes add up, negative ones count as none, and clean air has a size of its own")
  func modes() {
    let (fine, coarse) = (
      ParticulateState(fineMass: 10, coarseMass: -3), ParticulateState(fineMass: -1, coarseMass: 5)
    )
    let both = ParticulateState(fineMass: 10, coarseMass: 5)
    #expect(abs(fine.mass.pm10 - 10) < 1e-9 && abs(coarse.mass.pm10 - 5) < 1e-9)
    for key in [
      \ParticulateState.mass.pm1, \.mass.pm25, \.mass.pm4, \.mass.pm10, \.number.pm05,
      \.number.pm1, \.number.pm25, \.number.pm4, \.number.pm10,
    ] {
      #expect(abs(both[keyPath: key] - fine[keyPath: key] - coarse[keyPath: key]) < 1e-9)
    }
    #expect((fine.typicalSize..<coarse.typicalSize).contains(both.typicalSize))
    #expect((0.3..<0.6).contains(fine.typicalSize) && (0.8..<2).contains(coarse.typicalSize))
    #expect(ParticulateState(fineMass: 0, coarseMass: 0).typicalSize == 1.63)
  }

  @Test("the bell has mean 0, variance 1, and ends at 3.46")
  func bell() {
    var chance = Xoshiro256(seed: 1, part: "test")
    let values = (0..<40_000).map { _ in chance.bell() }
    let mean = values.reduce(0, +) / 40_000
    let variance = values.reduce(0) { $0 + $1 * $1 } / 40_000
    #expect(abs(mean) < 0.02 && abs(variance - 1) < 0.02)
    #expect(values.allSatisfy { abs($0) <= 3.4642 } && values.contains { abs($0) > 3 })
    #expect(abs(Double(values.count { abs($0) < 1 }) / 40_000 - 0.67) < 0.01)
  }

  @Test(
    "a year is coldest in the middle of January, in the south in that of July, and by 22 °C in Milan"
  )
  func seasons() {
    func season(_ day: Int, _ latitude: Double) -> Climate {
      // 1 January 2026 is day 20454.
      Climate(latitudeSine: Math.sine(latitude.degreesInRadians), unixDays: Double(20_454 + day))
    }
    for (latitude, coldest) in [(45.478, 17), (52, 17), (-33.9, 200)] {
      let days = Array(0..<365)
      let found = days.min { season($0, latitude).temperature < season($1, latitude).temperature }
      #expect(found.map { abs($0 - coldest) <= 1 } == true)
    }
    #expect(abs(season(200, 45.478).temperature - season(17, 45.478).temperature - 22) < 0.1)
    #expect(abs(season(17, 45.478).season + 1) < 0.01 && abs(season(17, 1).season) < 0.02)
  }

  @Test("damp air comes near saturation and never beyond it, and below 80 % it is the dew point's")
  func saturated() {
    func humidity(_ depression: Double) -> Double {
      Heat(temperature: 10, dewPoint: 10 - depression, daily: 10).humidity
    }
    #expect(abs(humidity(8) - Atmosphere.humidity(temperature: 10, dewPoint: 2)) < 1e-9)
    let values = stride(from: 8.0, through: -8, by: -0.01).map(humidity)
    for (a, b) in zip(values, values.dropFirst()) { #expect(b > a && b - a < 0.1) }
    #expect(values.allSatisfy { $0 < 100 } && humidity(0) > 90)
  }
}
