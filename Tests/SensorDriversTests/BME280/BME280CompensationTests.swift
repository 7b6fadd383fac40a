import SensorDrivers
import Testing

extension BME280Calibration {
  /// Creates a calibration from the two blocks of calibration registers in hexadecimal.
  init(_ low: String, _ high: String) {
    self.init(low: bytes(low).span, high: bytes(high).span)
  }

  /// The BMP280 datasheet's worked example, with humidity coefficients of a real part.
  static var datasheet: Self {
    Self(
      "70 6B 43 67 18 FC 7D 8E 43 D6 D0 0B 27 0B 8C 00 F9 FF 8C 3C F8 C6 70 17 00 4B",
      "6A 01 00 14 0D 00 1E")
  }

  /// The example from the unit tests of claudiomattera/bme280-rs.
  static var second: Self {
    Self(
      "B1 6F 2E 6A 32 00 E2 8F 0A D7 D0 0B 75 1F C5 FF F9 FF AC 26 0A D8 BD 10 00 4B",
      "77 01 00 12 20 03 1E")
  }
}

@Suite("BME280 compensation")
struct BME280CompensationTests {
  @Test("the calibration registers are taken apart")
  func decodesCalibration() {
    let c = BME280Calibration.datasheet
    #expect([Int(c.t1), Int(c.t2), Int(c.t3)] == [27504, 26435, -1000])
    #expect(
      [Int(c.p1), Int(c.p2), Int(c.p3), Int(c.p4), Int(c.p5)] == [36477, -10685, 3024, 2855, 140])
    #expect([Int(c.p6), Int(c.p7), Int(c.p8), Int(c.p9)] == [-7, 15500, -14600, 6000])
    #expect(
      [Int(c.h1), Int(c.h2), Int(c.h3), Int(c.h4), Int(c.h5), Int(c.h6)]
        == [75, 362, 0, 333, 0, 30])
  }

  @Test("each coefficient is taken from its own bytes")
  func placesCalibration() {
    let registers = (0..<33).map { UInt8(truncatingIfNeeded: 37 * $0 + 11) }
    let c = BME280Calibration(
      low: registers.span.extracting(..<26), high: registers.span.extracting(26...))
    // The expected coefficients were decoded by a C program with the datasheet's types.
    #expect([Int(c.t1), Int(c.t2), Int(c.t3)] == [12_299, 31_317, -15_201])
    #expect([Int(c.p1), Int(c.p2), Int(c.p3)] == [3817, 22_579, -23_939])
    #expect([Int(c.p4), Int(c.p5), Int(c.p6)] == [-4921, 13_841, -32_677])
    #expect([Int(c.p7), Int(c.p8), Int(c.p9)] == [-13_659, 5359, 24_121])
    #expect([Int(c.h1), Int(c.h2), Int(c.h3)] == [168, -3379, 23])
    #expect([Int(c.h4), Int(c.h5), Int(c.h6)] == [961, -1946, -85])
  }

  @Test(
    "a calibration is missing when all its bits are set, or a divisor has none",
    arguments: [
      (UInt16.max, Int16(-1), Int16(-1), UInt16.max, false), (0, 26_435, -1000, 36_477, false),
      (27_504, 26_435, -1000, 0, false), (.max - 1, -1, -1, .max, true),
      (.max, -2, -1, .max, true), (.max, -1, -2, .max, true), (.max, -1, -1, .max - 1, true),
    ])
  func tellsLostCalibration(t1: UInt16, t2: Int16, t3: Int16, p1: UInt16, isPlausible: Bool) {
    var calibration = BME280Calibration.datasheet
    (calibration.t1, calibration.t2, calibration.t3, calibration.p1) = (t1, t2, t3, p1)
    #expect(calibration.isPlausible == isPlausible)
  }

  @Test("the check sum is that of Bosch's self-test, of both examples")
  func computesChecksum() {
    let examples = [
      (
        "70 6B 43 67 18 FC 7D 8E 43 D6 D0 0B 27 0B 8C 00 F9 FF 8C 3C F8 C6 70 17 00 4B",
        "6A 01 00 14 0D 00 1E", UInt8(0xB9)
      ),
      (
        "B1 6F 2E 6A 32 00 E2 8F 0A D7 D0 0B 75 1F C5 FF F9 FF AC 26 0A D8 BD 10 00 4B",
        "77 01 00 12 20 03 1E", 0xD0
      ),
    ]
    for (low, high, crc) in examples {
      #expect(BME280Calibration.checksum(low: bytes(low).span, high: bytes(high).span) == crc)
    }
  }

  @Test("a calibration whose second half was not copied is missing, whatever its check sum says")
  func tellsHalfCopiedCalibration() {
    // The first twelve bytes of the second example and zeros have, by chance, the CRC 0x00.
    let half = bytes("B1 6F 2E 6A 32 00 E2 8F 0A D7 D0 0B") + [UInt8](repeating: 0, count: 14)
    let nothing = [UInt8](repeating: 0, count: 7)
    #expect(BME280Calibration.checksum(low: half.span, high: nothing.span) == 0)
    #expect(!BME280Calibration(low: half.span, high: nothing.span).isPlausible)
    var calibration = BME280Calibration.datasheet
    calibration.t2 = 0
    #expect(!calibration.isPlausible)
  }

  @Test(
    "the twelve-bit humidity coefficients keep their sign",
    arguments: [
      ("80 00 80", -2048, -2048), ("7F FF 7F", 2047, 2047), ("EA 23 FE", -349, -30),
      ("FF FF FF", -1, -1), ("00 00 00", 0, 0),
    ])
  func signExtends(registers: String, h4: Int16, h5: Int16) {
    let low = [UInt8](repeating: 0, count: 26)
    let c = BME280Calibration(low: low.span, high: bytes("00 00 00 \(registers) 00").span)
    #expect(c.h4 == h4)
    #expect(c.h5 == h5)
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var calibration: BME280Calibration
    var raw: BME280RawSample
    var fine: Int32
    var temperature: Int32
    var pressure: UInt32
    var humidity: UInt32
    var testDescription: String { name }
  }

  /// The expected values were computed with three independent implementations of the datasheet's 64-bit form.
  static let vectors = [
    Vector(
      name: "set A", calibration: .datasheet,
      raw: BME280RawSample(pressure: 415_148, temperature: 519_888, humidity: 25_000),
      fine: 128_422, temperature: 2508, pressure: 25_767_233, humidity: 21_277),
    Vector(
      name: "set A, damp", calibration: .datasheet,
      raw: BME280RawSample(pressure: 415_148, temperature: 519_888, humidity: 32_768),
      fine: 128_422, temperature: 2508, pressure: 25_767_233, humidity: 65_679),
    Vector(
      name: "set B", calibration: .second,
      raw: BME280RawSample(pressure: 0x4F570, temperature: 0x84510, humidity: 0x5EB4),
      fine: 0x22391, temperature: 2738, pressure: 0x018B_663F, humidity: 0x8399),
  ]

  @Test("gives the datasheet's integers", arguments: vectors)
  func compensates(vector: Vector) {
    let (temperature, fine) = vector.calibration.temperature(from: vector.raw.temperature)
    #expect(fine == vector.fine)
    #expect(temperature == vector.temperature)
    #expect(
      vector.calibration.pressure(from: vector.raw.pressure, fine: fine) == vector.pressure)
    #expect(
      vector.calibration.humidity(from: vector.raw.humidity, fine: fine) == vector.humidity)
  }

  @Test(
    "gives the humidity of the datasheet's 32-bit form from cold to hot",
    arguments: [
      (20_000, -204_800, 12_414), (24_244, -204_800, 34_009), (35_000, -100_000, 91_128),
      (24_244, 0, 34_046), (28_000, 0, 55_032), (35_000, 0, 93_806), (20_000, 76_800, 9175),
      (28_000, 76_800, 55_623), (35_000, 76_800, 95_761), (28_000, 128_422, 55_963),
      (35_000, 250_000, 99_828), (20_000, 400_000, 3900), (35_000, 400_000, 102_400),
    ] as [(UInt32, Int32, UInt32)])
  func compensatesHumidity(raw: UInt32, fine: Int32, humidity: UInt32) {
    #expect(BME280Calibration.second.humidity(from: raw, fine: fine) == humidity)
  }

  struct Sums: Sendable {
    var calibration: BME280Calibration
    var temperature, fine, pressure, humidity: Int64

    /// The second example with other signs of coefficients, which no other example has.
    static var third: Self {
      var calibration = BME280Calibration.second
      (calibration.h3, calibration.h6) = (5, -9)
      return Self(
        calibration: calibration, temperature: 8_352_499, fine: 427_647_089,
        pressure: 120_026_116_725, humidity: 227_637_164)
    }
  }

  /// The sums were computed by a C program with the datasheet's formulas; a single rounding
  /// difference changes a sum.
  static let sums = [
    Sums(
      calibration: .datasheet, temperature: 10_291_029, fine: 526_898_146,
      pressure: 139_095_758_078, humidity: 159_465_922),
    Sums(
      calibration: .second, temperature: 8_352_499, fine: 427_647_089,
      pressure: 120_026_116_725, humidity: 231_104_787),
    Sums.third,
  ]

  @Test("gives the datasheet's integers from -40 to 85 °C, to the last digit", arguments: sums)
  func compensatesEverywhere(expected: Sums) throws {
    let calibration = expected.calibration
    var sums = Sums(calibration: calibration, temperature: 0, fine: 0, pressure: 0, humidity: 0)
    for raw in stride(from: UInt32(320_000), to: 720_000, by: 97) {
      let (temperature, fine) = calibration.temperature(from: raw)
      sums.temperature += Int64(temperature)
      sums.fine += Int64(fine)
    }
    for fine in stride(from: Int32(-204_800), to: 435_200, by: 4099) {
      for raw in stride(from: UInt32(200_000), to: 500_000, by: 9973) {
        sums.pressure += Int64(try #require(calibration.pressure(from: raw, fine: fine)))
      }
      for raw in stride(from: UInt32(18_000), to: 36_000, by: 613) {
        sums.humidity += Int64(calibration.humidity(from: raw, fine: fine))
      }
    }
    #expect((sums.temperature, sums.fine) == (expected.temperature, expected.fine))
    #expect((sums.pressure, sums.humidity) == (expected.pressure, expected.humidity))
  }

  @Test("shifts round down below zero, as the datasheet's do")
  func compensatesCold() throws {
    let calibration = BME280Calibration.datasheet
    let (temperature, fine) = calibration.temperature(from: 400_000)
    #expect(temperature == -1264)
    let pressure = try #require(calibration.pressure(from: 350_000, fine: fine))
    #expect(abs(Double(pressure) / 256 - 105_492.02) < 0.005)
    #expect(abs(Double(calibration.humidity(from: 28_000, fine: fine)) / 1024 - 34.43) < 0.005)
  }

  @Test("gives the datasheet's floating-point values")
  func compensatesInFloatingPoint() throws {
    let calibration = BME280Calibration.datasheet
    let (celsius, fine) = calibration.celsius(from: 519_888)
    #expect(abs(celsius - 25.0825) < 0.00005)
    #expect(abs(fine - 128_422.287) < 0.0005)
    // The datasheet gives 100653.27; Bosch's code truncates t_fine first.
    #expect(
      abs(try #require(calibration.pascals(from: 415_148, fine: fine)) - 100_653.267) < 0.0005)
    #expect(
      abs(try #require(calibration.pascals(from: 415_148, fine: 128_422)) - 100_653.258) < 0.0005)
    #expect(abs(calibration.percent(from: 25_000, fine: 128_422) - 20.7793) < 0.00005)
  }

  @Test("gives the floating-point values of pimoroni's test of their bmp280")
  func compensatesPimoroni() throws {
    var calibration = BME280Calibration.datasheet
    (calibration.t1, calibration.t2, calibration.t3) = (28_009, 25_654, 50)
    (calibration.p1, calibration.p2, calibration.p3) = (39_145, -10_750, 3024)
    (calibration.p4, calibration.p5, calibration.p6) = (5667, -120, -7)
    (calibration.p7, calibration.p8, calibration.p9) = (15_500, -14_600, 6000)
    let (celsius, fine) = calibration.celsius(from: 529_191)
    #expect(abs(celsius - 24.7894877676) < 1e-9)
    #expect(
      abs(try #require(calibration.pascals(from: 326_816, fine: fine)) - 100_661.517564) < 1e-6)
    let (hundredths, integer) = calibration.temperature(from: 529_191)
    #expect(hundredths == 2479)
    let pressure = try #require(calibration.pressure(from: 326_816, fine: integer))
    #expect(abs(Double(pressure) / 256 - 100_661.5) < 0.5)
  }

  @Test(
    "floating point and integers agree within the integers' step from -40 to 85 °C", arguments: sums
  )
  func agreesInBoth(sums: Sums) throws {
    let calibration = sums.calibration
    for raw in stride(from: UInt32(320_000), to: 720_000, by: 9973) {
      let (hundredths, integer) = calibration.temperature(from: raw)
      let (celsius, fine) = calibration.celsius(from: raw)
      guard (-40...85).contains(celsius) else { continue }
      #expect(abs(Double(hundredths) / 100 - celsius) < 0.01)
      for raw in stride(from: UInt32(200_000), to: 500_000, by: 29_989) {
        let pascals = try #require(calibration.pascals(from: raw, fine: fine))
        let pressure = try #require(calibration.pressure(from: raw, fine: integer))
        guard pascals > 1000 else { continue }
        #expect(abs(Double(pressure) / 256 - pascals) < 0.6, "\(raw), \(celsius)")
      }
      for raw in stride(from: UInt32(22_000), to: 34_000, by: 3067) {
        let percent = calibration.percent(from: raw, fine: fine)
        guard (0...100).contains(percent) else { continue }
        #expect(abs(Double(calibration.humidity(from: raw, fine: integer)) / 1024 - percent) < 0.1)
      }
    }
  }

  @Test(
    "H3 counts as much in floating point as in integers, which parts leave at zero",
    arguments: [UInt8(0), 60, 255], [Int32(-100_000), 128_422, 400_000])
  func agreesInThirdCoefficient(h3: UInt8, fine: Int32) {
    var calibration = BME280Calibration.datasheet
    calibration.h3 = h3
    for raw in stride(from: UInt32(22_000), to: 34_000, by: 3067) {
      let percent = calibration.percent(from: raw, fine: Double(fine))
      guard (0...100).contains(percent) else { continue }
      let integer = Double(calibration.humidity(from: raw, fine: fine)) / 1024
      #expect(abs(integer - percent) < 0.1)
    }
  }

  @Test("a zero divisor gives no pressure in floating point either")
  func refusesZeroDivisorInFloatingPoint() {
    var calibration = BME280Calibration.datasheet
    calibration.p1 = 0
    #expect(calibration.pascals(from: 415_148, fine: 128_422) == nil)
  }

  @Test("the temperature of another sample falsifies pressure and humidity")
  func needsItsOwnTemperature() throws {
    let pressure = try #require(BME280Calibration.second.pressure(from: 0x4F570, fine: 0))
    #expect(abs(Double(pressure) / 256 - 96_827.95) < 0.005)
    let humidity = BME280Calibration.second.humidity(from: 0x5EB4, fine: 0)
    #expect(abs(Double(humidity) / 1024 - 33.25) < 0.005)
  }

  /// Returns the humidity by the floating-point form of §8.1, as an oracle for coefficients without
  /// a published vector.
  static func humidityByFloatingPoint(
    _ c: BME280Calibration, raw: UInt32, fine: Int32
  ) -> Double {
    let offset = Double(fine) - 76_800
    let signal = Double(raw) - (Double(c.h4) * 64 + Double(c.h5) / 16_384 * offset)
    let inner = 1 + Double(c.h3) / 67_108_864 * offset
    let gain = Double(c.h2) / 65_536 * (1 + Double(c.h6) / 67_108_864 * offset * inner)
    let humidity = signal * gain
    return min(max(humidity * (1 - Double(c.h1) * humidity / 524_288), 0), 100)
  }

  @Test(
    "negative humidity coefficients agree with the floating-point form",
    arguments: [-349, -120, 60, 333], [-30, 0, 50])
  func agreesWithFloatingPoint(h4: Int16, h5: Int16) {
    var calibration = BME280Calibration.datasheet
    (calibration.h4, calibration.h5) = (h4, h5)
    for raw in stride(from: UInt32(0), through: 65_535, by: 4369) {
      let integer = Double(calibration.humidity(from: raw, fine: 128_422)) / 1024
      let real = Self.humidityByFloatingPoint(calibration, raw: raw, fine: 128_422)
      #expect(abs(integer - real) < 0.02, "raw \(raw)")
    }
  }

  @Test(
    "no coefficients and raw values trap", arguments: [Int16.min, -1, 0, 1, Int16.max],
    [UInt8.min, 1, UInt8.max])
  func neverTraps(signed: Int16, unsigned: UInt8) {
    var c = BME280Calibration.datasheet
    (c.t2, c.t3) = (signed, signed)
    (c.p2, c.p3, c.p4, c.p5, c.p6, c.p7, c.p8, c.p9) = (
      signed, signed, signed, signed, signed, signed, signed, signed
    )
    (c.h1, c.h2, c.h3) = (unsigned, signed, unsigned)
    c.h6 = Int8(truncatingIfNeeded: signed)
    for (t1, h4) in [(UInt16.min, Int16(-2048)), (.max, 2047), (.min, 2047), (.max, -2048)] {
      (c.t1, c.p1, c.h4, c.h5) = (t1, t1, h4, h4)
      for raw: UInt32 in [0, 0x80000, 0xFFFFF] {
        let fine = c.temperature(from: raw).fine
        for fine in [fine, .min, 0, .max] {
          _ = c.pressure(from: raw, fine: fine)
          #expect(c.humidity(from: raw & 0xFFFF, fine: fine) <= 102_400)
        }
      }
    }
  }

  @Test("a zero divisor gives no pressure")
  func refusesZeroDivisor() {
    var calibration = BME280Calibration.datasheet
    calibration.p1 = 0
    #expect(calibration.pressure(from: 415_148, fine: 128_422) == nil)
    #expect(!calibration.isPlausible)
  }

  @Test("a raw sample round-trips through its eight registers")
  func roundTripsBurst() {
    let burst = bytes("65 5A C0 7E ED 00 61 A8")
    let sample = BME280RawSample(burst: burst.span)
    #expect(
      sample == BME280RawSample(pressure: 415_148, temperature: 519_888, humidity: 25_000))
    #expect(sample.burst.span.array == burst)
  }

  @Test(
    "altitude follows the standard atmosphere",
    arguments: [(100_653.27, 56.07), (102_700, -113.83), (101_325, 0)])
  func givesAltitude(pascals: Double, metres: Double) {
    #expect(abs(BarometricAltitude.metres(pressurePascals: pascals) - metres) < 0.005)
  }

  @Test("altitude is counted from the sea-level pressure that is given")
  func givesAltitudeAboveSeaLevel() {
    let metres = BarometricAltitude.metres(pressurePascals: 99_000, seaLevelPascals: 99_000)
    #expect(metres == 0)
  }
}
