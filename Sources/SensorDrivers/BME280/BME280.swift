/// A driver for the Bosch BME280 temperature, pressure and humidity sensor.
///
/// Call ``start(configuration:delay:)`` first, and again after any error: it resets the part and
/// reads the calibration again. A reading always comes from one conversion: one burst reads all
/// three quantities, and pressure and humidity are compensated with the temperature of the same
/// burst.
///
/// The driver checks the calibration's CRC and verifies the settings whenever it reads a
/// conversion. It rejects values that air cannot have or that an intact part cannot report. The
/// data registers have no checksum: a flipped bit that leaves a possible value is not detected.
///
/// Source: Bosch BST-BME280-DS002; section numbers below refer to that document.
public struct BME280<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  /// The calibration read at the start; `nil` before the start.
  public private(set) var calibration: BME280Calibration?
  /// The latest conversion read; `nil` before the first one.
  public private(set) var conversion: BME280Conversion?
  /// The configuration set by ``start(configuration:delay:)``.
  public private(set) var configuration = BME280Configuration()

  /// Creates a driver; the first transfer happens in ``start(configuration:delay:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus of the part.
  ///   - address: `0x77` with SDO high (the default), `0x76` with SDO low.
  public init(on bus: Bus, at address: I2CAddress = .bme280) {
    self.bus = bus
    self.address = address
  }

  /// Verifies the identity, resets the part, reads the calibration and writes the configuration.
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

  /// Reads a measurement.
  ///
  /// In forced mode, the driver starts one conversion and waits for its maximum duration. In normal
  /// mode, the driver reads the latest finished conversion.
  ///
  /// - Throws: ``BME280Error``; a failed transfer gives no reading.
  public mutating func measure(
    delay: inout (some Delay & ~Copyable)
  ) throws(BME280Error) -> BME280Reading {
    guard let calibration else { throw .notStarted }
    let sample = try measureRaw(delay: &delay)
    return try compensate(sample, with: calibration).withinLimits()
  }

  /// Reads a measurement without compensation, for floating-point compensation by ``calibration``.
  ///
  /// - Throws: ``BME280Error``; raw values that no conversion gives are rejected, all others are returned.
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

  /// Resets the part and waits until the calibration is copied from non-volatile memory (§5.4.2, §5.4.4).
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

  /// Writes the configuration in sleep mode, because other modes may ignore part of it (§5.4.6).
  private mutating func configure(
    _ configuration: BME280Configuration
  ) throws(BME280Error) {
    try write(configuration.measurementControl(mode: .sleep), to: .measurementControl)
    try write(configuration.filterAndStandby, to: .configuration)
    // A write of ctrl_hum takes effect with the next write of ctrl_meas (§5.4.3), hence this order.
    try write(configuration.humidityControl, to: .humidityControl)
    let control = configuration.measurementControl(mode: configuration.restingMode)
    try write(control, to: .measurementControl)
  }

  /// Waits until no conversion runs, and verifies the part's settings.
  ///
  /// A brown-out clears the settings and the results. One burst reads the three control registers
  /// and the status.
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

  /// Compares the settings, ignoring unused bits.
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

  /// Reads the data registers, and rejects values that are not from a conversion.
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
