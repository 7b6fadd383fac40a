import SensorDrivers
import SensorTestKit
import Testing

@Suite("BME280 driver")
struct BME280Tests {
  static let low = bytes(
    "70 6B 43 67 18 FC 7D 8E 43 D6 D0 0B 27 0B 8C 00 F9 FF 8C 3C F8 C6 70 17 00 4B")
  static let high = bytes("6A 01 00 14 0D 00 1E")
  static let start: [Transfer] = [
    .read([0x60], after: [0xD0]), .write([0xE0, 0xB6]), .read([0], after: [0xF3]),
    .read(low, after: [0x88]), .read(high + [0xB9], after: [0xE1]),
    .write([0xF4, 0x24]), .write([0xF5, 0x00]), .write([0xF2, 0x01]), .write([0xF4, 0x24]),
  ]
  /// The settings and the status after a conversion.
  static let settings = bytes("01 00 24 00")
  static let convert: [Transfer] = [.write([0xF4, 0x25]), .read(settings, after: [0xF2])]
  static let measure = convert + [.read(bytes("65 5A C0 7E ED 00 61 A8"), after: [0xF7])]

  /// Starts a driver on a scripted bus and takes one measurement.
  static func run(
    _ script: [Transfer], configuration: BME280Configuration = BME280Configuration()
  ) -> (Result<BME280Reading, BME280Error>, delay: RecordingDelay, isUsedUp: Bool) {
    let bus = ScriptedBus(script, at: .bme280)
    let (result, delay) = run(on: bus, configuration: configuration)
    return (result, delay, bus.isUsedUp)
  }

  static func run(
    on bus: ScriptedBus, configuration: BME280Configuration = BME280Configuration()
  ) -> (Result<BME280Reading, BME280Error>, RecordingDelay) {
    var delay = RecordingDelay()
    var sensor = BME280(on: bus)
    do throws(BME280Error) {
      try sensor.start(configuration: configuration, delay: &delay)
      return (.success(try sensor.measure(delay: &delay)), delay)
    } catch { return (.failure(error), delay) }
  }

  @Test("starts and takes one measurement from one burst")
  func measures() throws {
    let (result, _, isUsedUp) = Self.run(Self.start + Self.measure)
    let reading = try result.get()
    #expect(reading.temperatureHundredths == 2508)
    #expect(reading.pressure256ths == 25_767_233)
    #expect(reading.humidity1024ths == 21_277)
    #expect(
      reading
        == BME280Reading(
          temperatureHundredths: 2508, pressure256ths: 25_767_233, humidity1024ths: 21_277))
    #expect(reading.temperatureCelsius == 25.08)
    #expect(abs(try #require(reading.pressurePascals) - 100_653.254) < 0.001)
    #expect(abs(try #require(reading.humidityPercent) - 20.778) < 0.001)
    #expect(isUsedUp)
  }

  static let operations: [(TransferDirection, BME280Register)] = [
    (.reading, .chipID), (.writing, .reset), (.reading, .status), (.reading, .calibrationLow),
    (.reading, .calibrationHigh), (.writing, .measurementControl), (.writing, .configuration),
    (.writing, .humidityControl), (.writing, .measurementControl),
    (.writing, .measurementControl), (.reading, .humidityControl), (.reading, .data),
  ]

  @Test("each failing transfer is named and ends the call", arguments: operations.indices)
  func namesFailedTransfer(index: Int) {
    let bus = ScriptedBus(Self.start + Self.measure, at: .bme280, failingAt: index)
    let (direction, register) = Self.operations[index]
    let expected = BME280Error.transfer(.timedOut(.bme280), direction, register)
    #expect(Self.run(on: bus).0 == .failure(expected))
    #expect(bus.isUsedUp)
    #expect("\(expected)".contains("\(register)"))
    #expect(
      "\(expected)".contains(index == 0 || 2...4 ~= index || index > 9 ? "reading" : "writing"))
  }

  @Test("waits for power-on, reset and the longest conversion")
  func waits() {
    let (_, delay, _) = Self.run(Self.start + Self.measure)
    #expect(delay.pauses == [.milliseconds(2), .milliseconds(2), .microseconds(9300)])
  }

  @Test(
    "knows the longest measurement time",
    arguments: [
      (BME280Configuration(), 9300),
      (BME280Configuration(temperature: .x2, pressure: .x16, humidity: .x1), 46_100),
      (BME280Configuration(temperature: .x16, pressure: .x16, humidity: .x16), 112_800),
      (BME280Configuration(pressure: nil, humidity: nil), 3550),
    ])
  func knowsMeasurementTime(configuration: BME280Configuration, microseconds: Int) {
    #expect(configuration.maximumMeasurementTime == .microseconds(microseconds))
  }

  @Test("writes oversampling, filter and standby, humidity before ctrl_meas")
  func configures() {
    let configuration = BME280Configuration(
      temperature: .x2, pressure: .x16, humidity: .x4, filter: .x16,
      mode: .normal(standby: .milliseconds500))
    let script =
      Self.start.prefix(5) + [
        .write([0xF4, 0x54]), .write([0xF5, 0x90]), .write([0xF2, 0x03]), .write([0xF4, 0x57]),
        .read(bytes("03 00 57 90"), after: [0xF2]),
        .read(bytes("65 5A C0 7E ED 00 61 A8"), after: [0xF7]),
      ]
    let (result, delay, isUsedUp) = Self.run(Array(script), configuration: configuration)
    #expect(throws: Never.self) { try result.get() }
    #expect(isUsedUp)
    #expect(delay.pauses.last == configuration.maximumMeasurementTime)
  }

  @Test("skipped quantities are left out")
  func skips() throws {
    let script =
      Self.start.prefix(5) + [
        .write([0xF4, 0x20]), .write([0xF5, 0x00]), .write([0xF2, 0x00]), .write([0xF4, 0x20]),
        .write([0xF4, 0x21]), .read(bytes("00 00 20 00"), after: [0xF2]),
        .read(bytes("80 00 00 7E ED 00 80 00"), after: [0xF7]),
      ]
    let configuration = BME280Configuration(pressure: nil, humidity: nil)
    let (result, _, isUsedUp) = Self.run(Array(script), configuration: configuration)
    #expect(try result.get() == BME280Reading(temperatureHundredths: 2508))
    #expect(isUsedUp)
  }

  @Test("waits on while calibration is copied or a conversion runs")
  func polls() {
    var script = Self.start + Self.measure
    script.insert(.read([0x01], after: [0xF3]), at: 2)
    script.insert(.read(bytes("01 08 25 00"), after: [0xF2]), at: Self.start.count + 2)
    let (result, delay, isUsedUp) = Self.run(script)
    #expect(throws: Never.self) { try result.get() }
    #expect(isUsedUp)
    #expect(delay.pauses.count == 5)
  }

  @Test("a busy bit that never clears is an error", arguments: [UInt8(0x01), 0x08])
  func reportsStuckStatus(status: UInt8) {
    let copying = [Transfer](repeating: .read([status], after: [0xF3]), count: 5)
    let measuring = [Transfer](repeating: .read([1, status, 0x25, 0], after: [0xF2]), count: 5)
    let script =
      status == 0x01
      ? Self.start.prefix(2) + copying : Self.start + Self.convert.prefix(1) + measuring
    let (result, _, isUsedUp) = Self.run(Array(script))
    #expect(result == .failure(.stuck(.status)))
    #expect(isUsedUp)
  }

  @Test("another chip is told apart", arguments: [(UInt8(0x58), "BMP280"), (0x00, "0x00")])
  func tellsOtherChips(id: UInt8, word: String) {
    let (result, _, _) = Self.run([.read([id], after: [0xD0])])
    let error = BME280Error.unexpectedChipID(id, at: .bme280)
    #expect(result == .failure(error))
    #expect("\(error)".contains(word))
  }

  @Test("calibration lost to a brown-out is an error", arguments: [UInt8(0x00), 0xFF])
  func refusesLostCalibration(fill: UInt8) {
    var script = Array(Self.start.prefix(5))
    script[3].reply = [UInt8](repeating: fill, count: 26)
    script[4].reply = [UInt8](repeating: fill, count: 8)
    #expect(Self.run(script).0 == .failure(.implausibleCalibration))
  }

  @Test(
    "a setting that is lost is found before data are read",
    arguments: [
      ("00 00 24 00", BME280Register.humidityControl, 0x01, 0x00),
      ("01 00 00 00", .measurementControl, 0x24, 0x00),
      ("01 00 27 00", .measurementControl, 0x24, 0x27),
      ("01 00 24 10", .configuration, 0x00, 0x10), ("FF 00 FF FF", .humidityControl, 0x01, 0x07),
    ] as [(String, BME280Register, UInt8, UInt8)])
  func findsLostSettings(
    control: String, register: BME280Register, expected: UInt8, actual: UInt8
  ) {
    let script =
      Self.start + [
        .write([0xF4, 0x25]), .read(bytes(control), after: [0xF2]),
      ]
    let (result, _, isUsedUp) = Self.run(script)
    let error = BME280Error.configurationLost(register, expected: expected, actual: actual)
    #expect(result == .failure(error))
    #expect("\(error)".contains("\(register)"))
    #expect(isUsedUp)
  }

  @Test("bits that do not exist may be anything")
  func ignoresReservedBits() throws {
    var script = Self.start + Self.measure
    script[Self.start.count + 1].reply = bytes("F9 00 24 02")
    #expect(throws: Never.self) { try Self.run(script).0.get() }
  }

  @Test(
    "data that no conversion gives are refused, by what is wrong",
    arguments: [
      ("00 00 00 00 00 00 00 00", BME280Error.exhausted(.temperature)),
      ("FF FF FF FF FF FF FF FF", .damagedData(byteIndex: 2)),
      ("65 5A C0 FF FF FF FF FF", .damagedData(byteIndex: 5)),
      ("65 5A C1 7E ED 00 61 A8", .damagedData(byteIndex: 2)),
      ("65 5A C0 FF FF F0 61 A8", .exhausted(.temperature)),
      ("FF FF F0 7E ED 00 61 A8", .exhausted(.pressure)),
      ("00 00 00 7E ED 00 61 A8", .exhausted(.pressure)),
      ("65 5A C0 7E ED 00 FF FF", .exhausted(.humidity)),
      ("65 5A C0 7E ED 00 00 00", .exhausted(.humidity)),
      ("80 00 00 80 00 00 80 00", .notConverted),
      ("65 5A C0 BC 00 00 61 A8", .outOfRange(.temperature, 102)),
      ("65 5A C0 20 00 00 61 A8", .outOfRange(.temperature, -98)),
      ("01 00 00 7E ED 00 61 A8", .outOfRange(.pressure, 172_475)),
      ("F0 00 00 7E ED 00 61 A8", .outOfRange(.pressure, 4278)),
    ])
  func refusesData(burst: String, error: BME280Error) {
    var script = Self.start + Self.measure
    script[script.count - 1].reply = bytes(burst)
    let (result, _, isUsedUp) = Self.run(script)
    #expect(result == .failure(error))
    #expect(isUsedUp)
    #expect("\(error)".hasPrefix("BME280: ") && "\(error)".contains("; "))
  }

  @Test("calibration with a bit turned over is found by its check sum", arguments: 0..<33)
  func findsFlippedCalibration(index: Int) {
    var script = Array(Self.start.prefix(5))
    if index < 26 { script[3].reply[index] ^= 0x10 } else { script[4].reply[index - 26] ^= 0x10 }
    guard case .failure(.calibrationChecksum(expected: 0xB9, let actual)) = Self.run(script).0
    else {
      Issue.record("not refused")
      return
    }
    let error = BME280Error.calibrationChecksum(expected: 0xB9, actual: actual)
    #expect("\(error)".contains("0xB9") && "\(error)".contains("calib33 (0xE8)"))
  }

  @Test("a copy of the part that has no check sum is told so")
  func refusesMissingChecksum() {
    var script = Array(Self.start.prefix(5))
    script[4].reply[7] = 0
    let error = BME280Error.calibrationChecksum(expected: 0, actual: 0xB9)
    #expect(Self.run(script).0 == .failure(error))
    #expect("\(error)".contains("copy"))
  }

  @Test("in normal mode it looks until it meets the pause between conversions, not for ever")
  func pollsInNormalMode() {
    for (standby, pause, count) in [
      (BME280Configuration.Standby.milliseconds0_5, Duration.zero, 95),
      (.milliseconds10, .microseconds(4500), 4), (.milliseconds1000, .microseconds(499_500), 2),
    ] {
      let configuration = BME280Configuration(mode: .normal(standby: standby))
      let filter = configuration.filterAndStandby
      let busy = Transfer.read([0x01, 0x08, 0x27, filter], after: [0xF2])
      let script =
        Self.start.prefix(6) + [
          .write([0xF5, filter]), .write([0xF2, 0x01]), .write([0xF4, 0x27]),
        ] + [Transfer](repeating: busy, count: count)
      let (result, delay, isUsedUp) = Self.run(Array(script), configuration: configuration)
      #expect(result == .failure(.stuck(.status)))
      #expect(isUsedUp)
      #expect(delay.pauses.suffix(count).allSatisfy { $0 == pause })
    }
  }

  @Test("a raw sample is for who computes in floating point, and is checked as well")
  func measuresRaw() throws {
    var delay = RecordingDelay()
    var sensor = BME280(on: ScriptedBus(Self.start + Self.measure, at: .bme280))
    #expect(
      failure { () throws(BME280Error) in _ = try sensor.measureRaw(delay: &delay) } == .notStarted)
    try sensor.start(delay: &delay)
    let sample = try sensor.measureRaw(delay: &delay)
    #expect(
      sample == BME280RawSample(pressure: 415_148, temperature: 519_888, humidity: 25_000))
    let (known, kept) = (sensor.calibration, sensor.conversion)
    let calibration = try #require(known)
    #expect(kept == BME280Conversion(sample: sample, calibration: calibration))
    #expect(abs(calibration.celsius(from: sample.temperature).celsius - 25.0825) < 0.0001)
  }

  @Test(
    "registers unfilled but for those of skipped quantities are an error",
    arguments: [
      (BME280Configuration(pressure: nil), "20", "01", "21"),
      (BME280Configuration(humidity: nil), "24", "00", "25"),
      (BME280Configuration(pressure: nil, humidity: nil), "20", "00", "21"),
    ])
  func refusesUnconverted(
    configuration: BME280Configuration, sleep: String, humidity: String, forced: String
  ) {
    let script =
      Self.start.prefix(5) + [
        .write(bytes("F4 " + sleep)), .write([0xF5, 0x00]), .write(bytes("F2 " + humidity)),
        .write(bytes("F4 " + sleep)), .write(bytes("F4 " + forced)),
        .read(bytes("\(humidity) 00 \(sleep) 00"), after: [0xF2]),
        .read(bytes("80 00 00 80 00 00 80 00"), after: [0xF7]),
      ]
    let (result, _, isUsedUp) = Self.run(Array(script), configuration: configuration)
    #expect(result == .failure(.notConverted))
    #expect(isUsedUp)
  }

  @Test("the pauses of normal mode are those of the datasheet, by code")
  func knowsStandby() {
    let standby = (0..<8).compactMap { BME280Configuration.Standby(rawValue: $0) }
    let microseconds = [500, 62_500, 125_000, 250_000, 500_000, 1_000_000, 10_000, 20_000]
    #expect(standby.map(\.duration) == microseconds.map { .microseconds($0) })
    #expect(BME280Configuration.Oversampling.allCases.map(\.count) == [1, 2, 4, 8, 16])
  }

  @Test(
    "a result that equals the value of a skipped quantity is believed",
    arguments: [
      ("65 5A C0 7E ED 00 80 00", 25_767_233, 65_679),
      ("80 00 00 80 00 00 61 A8", nil, nil), ("65 5A C0 80 00 00 80 00", nil, nil),
    ] as [(String, UInt32?, UInt32?)])
  func believesCoincidence(burst: String, pressure: UInt32?, humidity: UInt32?) throws {
    var script = Self.start + Self.measure
    script[script.count - 1].reply = bytes(burst)
    let (result, _, isUsedUp) = Self.run(script)
    let reading = try result.get()
    if let pressure { #expect(reading.pressure256ths == pressure) }
    if let humidity { #expect(reading.humidity1024ths == humidity) }
    #expect(isUsedUp)
  }

  @Test("measuring before the start is an error, also after a failed restart")
  func needsStart() throws {
    var delay = RecordingDelay()
    var sensor = BME280(on: ScriptedBus(Self.start + [.read([0x58], after: [0xD0])], at: .bme280))
    #expect(
      failure { () throws(BME280Error) in _ = try sensor.measure(delay: &delay) } == .notStarted)
    try sensor.start(delay: &delay)
    #expect(failure { () throws(BME280Error) in try sensor.start(delay: &delay) } != nil)
    #expect(
      failure { () throws(BME280Error) in _ = try sensor.measure(delay: &delay) } == .notStarted)
  }
}
