/// A driver for the Bosch BME280 temperature, pressure and humidity sensor.
///
/// Call ``start(configuration:delay:)`` first, and again after any error: it resets the part and
/// reads its calibration anew. A reading is always made of one conversion: all three quantities come
/// from one burst, and pressure and humidity are compensated with that burst's temperature.
///
/// It believes no more than it has checked: the calibration has to have its CRC, the settings have to be
/// there still when a conversion is read, and what no air gives or no sound part says is refused. The
/// data have no check sum: a flipped bit whose value stays possible is not seen.
///
/// Source: Bosch BST-BME280-DS002; section numbers below are that document's.
public struct BME280<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  /// The calibration read at start; `nil` until then.
  public private(set) var calibration: BME280Calibration?
  /// The conversion that was read last; `nil` before the first.
  public private(set) var conversion: BME280Conversion?
  /// The part's configuration; set by ``start(configuration:delay:)``.
  public private(set) var configuration = BME280Configuration()

  /// Creates a driver; no transfer happens until ``start(configuration:delay:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus the part is on.
  ///   - address: `0x77` with SDO high (the default), `0x76` with SDO low.
  public init(on bus: Bus, at address: I2CAddress = .bme280) {
    self.bus = bus
    self.address = address
  }

  /// Verifies identity, resets, reads the calibration and configures the part.
  ///
  /// - Throws: ``BME280Error``; the driver is then not started.
  public mutating func start(
    configuration: BME280Configuration = BME280Configuration(),
    delay: inout (some Delay & ~Copyable)
  ) throws(BME280Error) {
    calibration = nil
    delay.pause(for: BME280Timing.startUp)
    try verifyIdentity()
    try reset(delay: &delay)
    let calibration = try readCalibration()
    try configure(configuration)
    self.configuration = configuration
    if configuration.mode != .forced { delay.pause(for: configuration.maximumMeasurementTime) }
    self.calibration = calibration
  }

  /// Takes a measurement.
  ///
  /// In forced mode it starts one conversion and waits the time that may take; in normal mode it
  /// reads the conversion finished last.
  ///
  /// - Throws: ``BME280Error``; no reading is made from a failed transfer.
  public mutating func measure(
    delay: inout (some Delay & ~Copyable)
  ) throws(BME280Error) -> BME280Reading {
    guard let calibration else { throw .notStarted }
    let sample = try measureRaw(delay: &delay)
    return try compensate(sample, with: calibration).withinLimits()
  }

  /// Takes a measurement and leaves it as it is, to be compensated by ``calibration`` in floating point.
  ///
  /// - Throws: ``BME280Error``; raw values that no conversion gives are refused, others are not judged.
  public mutating func measureRaw(
    delay: inout (some Delay & ~Copyable)
  ) throws(BME280Error) -> BME280RawSample {
    guard let calibration else { throw .notStarted }
    if configuration.mode == .forced {
      try write(configuration.measurementControl(mode: .forced), to: .measurementControl)
      delay.pause(for: configuration.maximumMeasurementTime)
    }
    try awaitConversion(delay: &delay)
    let sample = try readSample()
    conversion = BME280Conversion(sample: sample, calibration: calibration)
    return sample
  }
}

extension BME280 {
  private mutating func verifyIdentity() throws(BME280Error) {
    let id = try read(.chipID)
    guard id == BME280Identity.bme280 else { throw .unexpectedChipID(id, at: address) }
  }

  /// Resets and waits for the calibration to be copied from non-volatile memory (§5.4.2, §5.4.4).
  private mutating func reset(delay: inout (some Delay & ~Copyable)) throws(BME280Error) {
    try write(BME280Timing.resetKey, to: .reset)
    for _ in 0..<BME280Timing.statusPolls {
      delay.pause(for: BME280Timing.startUp)
      if !BME280Status(rawValue: try read(.status)).contains(.copyingCalibration) { return }
    }
    throw .stuck(.status)
  }

  private mutating func readCalibration() throws(BME280Error) -> BME280Calibration {
    let low: InlineArray<26, UInt8> = try read(from: .calibrationLow)
    let high: InlineArray<8, UInt8> = try read(from: .calibrationHigh)
    let coefficients = high.span.extracting(..<7)
    let calibration = BME280Calibration(low: low.span, high: coefficients)
    guard calibration.isPlausible else { throw .implausibleCalibration }
    let checksum = BME280Calibration.checksum(low: low.span, high: coefficients)
    guard high[7] == checksum else {
      throw .calibrationChecksum(expected: high[7], actual: checksum)
    }
    return calibration
  }

  /// Writes the configuration; only in sleep mode is all of it sure to be taken (§5.4.6).
  private mutating func configure(
    _ configuration: BME280Configuration
  ) throws(BME280Error) {
    try write(configuration.measurementControl(mode: .sleep), to: .measurementControl)
    try write(configuration.filterAndStandby, to: .configuration)
    // ctrl_hum comes into force with the next write of ctrl_meas (§5.4.3), hence this order.
    try write(configuration.humidityControl, to: .humidityControl)
    let control = configuration.measurementControl(mode: configuration.restingMode)
    try write(control, to: .measurementControl)
  }

  /// Waits until no conversion runs, and makes sure that the part still has its settings.
  ///
  /// A brown-out takes them, and with them what was measured; the three registers and the status are
  /// one burst.
  private mutating func awaitConversion(
    delay: inout (some Delay & ~Copyable)
  ) throws(BME280Error) {
    let polling = configuration.statusPolling
    for _ in 0..<polling.count {
      let control: InlineArray<4, UInt8> = try read(from: .humidityControl)
      guard BME280Status(rawValue: control[1]).contains(.measuring) else {
        return try verify(humidity: control[0], measurement: control[2], filter: control[3])
      }
      delay.pause(for: polling.pause)
    }
    throw .stuck(.status)
  }

  /// Compares the settings; bits that do not exist may be anything.
  private func verify(
    humidity: UInt8, measurement: UInt8, filter: UInt8
  ) throws(BME280Error) {
    try expect(configuration.humidityControl, humidity & 0b111, in: .humidityControl)
    let control = configuration.measurementControl(mode: configuration.restingMode)
    try expect(control, measurement, in: .measurementControl)
    try expect(configuration.filterAndStandby, filter & 0b1111_1101, in: .configuration)
  }

  private func expect(
    _ expected: UInt8, _ actual: UInt8, in register: BME280Register
  ) throws(BME280Error) {
    guard actual == expected else {
      throw .configurationLost(register, expected: expected, actual: actual)
    }
  }

  /// Reads the data registers, and refuses what no conversion made.
  private mutating func readSample() throws(BME280Error) -> BME280RawSample {
    let bytes: InlineArray<8, UInt8> = try read(from: .data)
    if let index = BME280RawSample.damagedByte(of: bytes.span) {
      throw .damagedData(byteIndex: index)
    }
    let sample = BME280RawSample(burst: bytes.span)
    if sample.isUnconverted(in: configuration) { throw .notConverted }
    if let quantity = sample.exhausted(in: configuration) { throw .exhausted(quantity) }
    return sample
  }

  private func compensate(
    _ sample: BME280RawSample, with calibration: BME280Calibration
  ) throws(BME280Error) -> BME280Reading {
    let (temperature, fine) = calibration.temperature(from: sample.temperature)
    var reading = BME280Reading(temperatureHundredths: temperature)
    if configuration.pressure != nil {
      guard let pressure = calibration.pressure(from: sample.pressure, fine: fine) else {
        throw .implausibleCalibration
      }
      reading.pressure256ths = pressure
    }
    if configuration.humidity != nil {
      reading.humidity1024ths = calibration.humidity(from: sample.humidity, fine: fine)
    }
    return reading
  }
}

extension BME280 {
  private mutating func read(_ register: BME280Register) throws(BME280Error) -> UInt8 {
    let byte: InlineArray<1, UInt8> = try read(from: register)
    return byte[0]
  }

  private mutating func read<let count: Int>(
    from register: BME280Register
  ) throws(BME280Error) -> InlineArray<count, UInt8> {
    do throws(I2CError) {
      return try bus.read(register.rawValue, of: address)
    } catch { throw .transfer(error, .reading, register) }
  }

  private mutating func write(
    _ value: UInt8, to register: BME280Register
  ) throws(BME280Error) {
    do throws(I2CError) {
      try bus.write(value, to: register.rawValue, of: address)
    } catch { throw .transfer(error, .writing, register) }
  }
}
