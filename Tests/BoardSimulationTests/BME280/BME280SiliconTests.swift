import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("BME280 silicon and settings")
struct BME280SiliconTests {
  /// The standard part, and a part whose coefficients have the opposite signs where allowed.
  static let parts: [BME280Trimming] = [
    .standard,
    BME280Trimming(
      low: [
        0x70, 0x6B, 0x43, 0x67, 0x18, 0xFC, 0x7D, 0x8E, 0x43, 0xD6, 0xD0, 0x0B, 0x27,
        0x0B, 0x8C, 0x00, 0xF9, 0xFF, 0x8C, 0x3C, 0xF8, 0xC6, 0x70, 0x17, 0x00, 0x4B,
      ],
      high: [0x6A, 0x01, 0x05, 0x14, 0xAD, 0xF3, 0x9E]),
  ]

  @Test("compensates exactly as a driver does that follows the datasheet", arguments: parts)
  func agreesWithDriver(trimming: BME280Trimming) {
    let silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    let driver = BME280Calibration(low: trimming.low.span, high: trimming.high.span)
    for raw in stride(from: UInt32(0x50000), to: 0xB0000, by: 997) {
      let fine = silicon.fineTemperature(raw: Int64(raw))
      #expect(fine == Int64(driver.temperature(from: raw).fine))
      for temperature in [-120_000, 17, 128_000, 400_000] as [Int64] {
        let pressure = silicon.pressure(raw: Int64(raw), fineTemperature: temperature)
        let expected = driver.pressure(from: raw, fine: Int32(temperature))
        #expect(UInt32(clamping: pressure) == expected)
        let humidity = silicon.humidity(raw: Int64(raw >> 4), fineTemperature: temperature)
        let percents = driver.humidity(from: raw >> 4, fine: Int32(temperature))
        #expect(UInt32(min(max(humidity, 0), 102_400)) == percents)
      }
    }
  }

  @Test("agrees with the driver over the whole range of temperatures", arguments: parts)
  func agreesOverTemperatures(trimming: BME280Trimming) {
    let silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    let driver = BME280Calibration(low: trimming.low.span, high: trimming.high.span)
    for temperature in stride(from: Int64(-200_000), to: 436_000, by: 1009) {
      for raw in [0x5000, 0x6A31, 0x8C07] as [UInt32] {
        let humidity = silicon.humidity(raw: Int64(raw), fineTemperature: temperature)
        let percents = driver.humidity(from: raw, fine: Int32(temperature))
        #expect(UInt32(min(max(humidity, 0), 102_400)) == percents)
        let pressure = silicon.pressure(raw: Int64(raw) << 4, fineTemperature: temperature)
        let expected = driver.pressure(from: raw << 4, fine: Int32(temperature))
        #expect(UInt32(clamping: pressure) == expected)
      }
    }
  }

  @Test("its standard part is the one that the datasheet's table takes apart so")
  func standardPart() {
    let c = BME280Coefficients(.standard)
    #expect([c.t1, c.t2, c.t3] == [28_593, 27_182, 50])
    #expect([c.p1, c.p2, c.p3, c.p4] == [36_834, -10_486, 3024, 8053])
    #expect([c.p5, c.p6, c.p7, c.p8, c.p9] == [-59, -7, 9900, -10_230, 4285])
    #expect([c.h1, c.h2, c.h3, c.h4, c.h5, c.h6] == [75, 375, 0, 288, 50, 30])
    #expect(BME280Trimming.standard.low[24] == 0)
  }

  @Test("a part whose first pressure coefficient is zero has no pressure, and no trap")
  func divisorZero() {
    var trimming = BME280Trimming.standard
    (trimming.low[6], trimming.low[7]) = (0, 0)
    let silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    #expect(silicon.pressure(raw: 0x50000, fineTemperature: 100_000) == 0)
  }

  @Test("what lies halfway between two raw values is the upper one, what lies nearer is that one")
  func rounds() {
    let silicon = BME280Silicon(coefficients: BME280Coefficients(.standard))
    var ties = 0
    for raw in stride(from: Int64(0x70000), to: 0x90000, by: 0x1230) {
      let (low, high) = (raw & ~0xF, (raw & ~0xF) + 16)
      let fine = (silicon.fineTemperature(raw: low), silicon.fineTemperature(raw: high))
      let middle = Double(fine.0 + fine.1) / 2
      if (fine.0 + fine.1) % 2 == 0 {
        ties += 1
        #expect(silicon.rawTemperature(middle / 5120, bits: 16) == UInt32(high))
      }
      #expect(silicon.rawTemperature((middle - 1) / 5120, bits: 16) == UInt32(low))
      #expect(silicon.rawTemperature((middle + 1) / 5120, bits: 16) == UInt32(high))
    }
    #expect(ties > 0)
  }

  @Test("a conversion never gives the value that means not measured, but the next one")
  func avoidsSkipped() throws {
    let silicon = BME280Silicon(coefficients: BME280Coefficients(.standard))
    let celsius = Double(silicon.fineTemperature(raw: 0x80000)) / 5120
    #expect((0x80001...0x80007).contains(silicon.rawTemperature(celsius + 0.0001, bits: 16)))
    // Two raw values share a result; here the middle of the range is the first of two.
    let fine = try #require(
      (100_000..<110_000 as Range<Int64>).first {
        silicon.humidity(raw: 0x7FFF, fineTemperature: $0)
          < silicon.humidity(raw: 0x8000, fineTemperature: $0)
      })
    let percent = Double(silicon.humidity(raw: 0x8000, fineTemperature: fine)) / 1024
    #expect(silicon.rawHumidity(percent, fineTemperature: fine) == 0x8001)
    let pascals = Double(silicon.pressure(raw: 0x80000, fineTemperature: fine)) / 256
    #expect(silicon.rawPressure(pascals, fineTemperature: fine, bits: 20) == 0x80001)
  }

  @Test("beyond its limits a quantity is the limit's raw value")
  func limits() {
    let silicon = BME280Silicon(coefficients: BME280Coefficients(.standard))
    let fine: Int64 = 120_000
    #expect(silicon.rawTemperature(-300, bits: 20) == silicon.rawTemperature(-80, bits: 20))
    #expect(silicon.rawTemperature(-79, bits: 20) > silicon.rawTemperature(-80, bits: 20))
    #expect(silicon.rawTemperature(300, bits: 20) == silicon.rawTemperature(150, bits: 20))
    #expect(silicon.rawTemperature(149, bits: 20) < silicon.rawTemperature(150, bits: 20))
    #expect(
      silicon.rawPressure(-1, fineTemperature: fine, bits: 20)
        == silicon.rawPressure(0, fineTemperature: fine, bits: 20))
    #expect(
      silicon.rawPressure(300_000, fineTemperature: fine, bits: 20)
        == silicon.rawPressure(200_000, fineTemperature: fine, bits: 20))
    #expect(
      silicon.rawHumidity(130, fineTemperature: fine)
        == silicon.rawHumidity(120, fineTemperature: fine))
    #expect(
      silicon.rawHumidity(119, fineTemperature: fine)
        < silicon.rawHumidity(120, fineTemperature: fine))
    #expect(
      silicon.rawHumidity(-20, fineTemperature: fine)
        == silicon.rawHumidity(-10, fineTemperature: fine))
  }

  @Test(
    "what no raw value reaches is the first or the last that is resolved", arguments: [16, 18, 20])
  func ends(bits: Int) {
    var trimming = BME280Trimming.standard
    (trimming.low[2], trimming.low[3]) = (1, 0)  // a converter that hardly answers to heat
    let silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    #expect(silicon.rawTemperature(150, bits: bits) == 0x100000 - 1 << UInt32(20 - bits))
    #expect(silicon.rawTemperature(-80, bits: bits) == 0)
  }

  @Test("standby times are those of the datasheet, to the microsecond", arguments: 0..<8)
  func standby(code: UInt8) {
    let microseconds = [500, 62_500, 125_000, 250_000, 500_000, 1_000_000, 10_000, 20_000]
    #expect(
      BME280Settings.standby(config: code << 5 | 0x1D) == .microseconds(microseconds[Int(code)]))
  }

  /// The code of an oversampling, its conversions and resolved bits, and its noise in °C, Pa and %RH.
  static let oversamplings: [(UInt8, Int, Int, Double, Double, Double)] = [
    (0, 0, 16, 0, 0, 0), (1, 1, 16, 0.005, 3.3, 0.07), (2, 2, 17, 0.004, 2.6, 0.05),
    (3, 4, 18, 0.003, 2.1, 0.04), (4, 8, 19, 0.003, 1.6, 0.03), (5, 16, 20, 0.002, 1.3, 0.02),
    (6, 16, 20, 0.002, 1.3, 0.02), (7, 16, 20, 0.002, 1.3, 0.02),
  ]

  @Test("an oversampling has the datasheet's resolution and noise", arguments: oversamplings)
  func oversampling(
    code: UInt8, count: Int, bits: Int, celsius: Double, pascals: Double, percent: Double
  ) {
    let settings = BME280Settings(control: code << 5 | code << 2, humidityControl: code | 0xF8)
    for oversampling in [settings.temperature, settings.pressure, settings.humidity] {
      #expect(oversampling.count == count)
      #expect(oversampling.isSkipped == (count == 0))
      #expect(oversampling.unfilteredBits == bits)
    }
    #expect(settings.temperature.temperatureNoise == celsius)
    #expect(settings.pressure.pressureNoise == pascals)
    #expect(settings.humidity.humidityNoise == percent)
  }

  @Test("the filter's coefficient is that of the datasheet", arguments: 0..<8)
  func filterCoefficient(code: UInt8) {
    let coefficients: [Int64] = [1, 2, 4, 8, 16, 16, 16, 16]
    #expect(
      BME280Settings.filterCoefficient(config: code << 2 | 0xE3) == coefficients[Int(code)])
  }
}
