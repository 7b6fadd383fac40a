internal import Mathematics

/// A Bosch BME280 as its registers show it: temperature, pressure and humidity.
///
/// Modes, conversion times, oversampling, filter, status bits, shadowed bursts and the part's own
/// trimming are modelled; what a driver reads is what the world is, within one step of the chosen
/// resolution and the noise of the chosen oversampling. Stricter than a typical part: a conversion
/// takes its longest time, config takes writes in sleep mode only, and calibration reads as zero
/// during the 2 ms after power-up or reset. The 1 s response of the humidity sensor is left out.
///
/// Source: Bosch BST-BME280-DS002.
public final class BME280Model: SimulatedI2CDevice {
  /// What the part measures.
  public var world: World
  /// The calibration bytes its registers hold.
  ///
  /// Changing one is a defect of the memory: the silicon behind stays as it was, and a driver
  /// computes wrong values.
  public var trimming: BME280Trimming
  /// Whether conversions are noisy, as they are on a real part.
  public var isNoisy: Bool

  private let silicon: BME280Silicon
  private var chance: Xoshiro256
  private var now: Duration = .zero
  private var readyAt: Duration

  private var pointer: UInt8 = 0
  private var control: UInt8 = 0
  private var humidityControl: UInt8 = 0
  private var config: UInt8 = 0
  private var latchedHumidityControl: UInt8 = 0
  private var pendingControl: UInt8?

  private var conversion: Conversion?
  private var filters = (temperature: BME280Filter(), pressure: BME280Filter())
  private var data = Data()

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise.
  ///   - isNoisy: Whether conversions are noisy.
  ///   - trimming: Its calibration bytes, which also describe its silicon.
  public init(
    world: World, seed: UInt64, isNoisy: Bool = true, trimming: BME280Trimming = .standard
  ) {
    self.world = world
    self.trimming = trimming
    self.isNoisy = isNoisy
    silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    chance = Xoshiro256(seed: seed, part: "bme280")
    readyAt = Self.startUpTime
  }

  private static let startUpTime: Duration = .milliseconds(2)

  /// A conversion under way, or the next one after the standby time.
  private struct Conversion {
    var settings: BME280Settings
    var start: Duration
    var end: Duration { start + settings.conversionTime }
  }

  /// The data registers; these are their values before the first conversion and when skipped.
  private struct Data {
    var pressure: UInt32 = 0x80000
    var temperature: UInt32 = 0x80000
    var humidity: UInt32 = 0x8000
  }
}

// MARK: Power

extension BME280Model {
  /// Forgets everything but its trimming.
  public func powerUp(at now: Duration) {
    self.now = now
    pointer = 0
    reset()
  }
}

// MARK: Registers

extension BME280Model {
  /// The registers that are not just calibration (§5.3).
  private enum Register {
    static let trimmingLow: ClosedRange<UInt8> = 0x88...0xA1
    static let trimmingHigh: ClosedRange<UInt8> = 0xE1...0xE7
    static let data: ClosedRange<UInt8> = 0xF7...0xFE
    static let chipID: UInt8 = 0xD0
    static let reset: UInt8 = 0xE0
    static let humidityControl: UInt8 = 0xF2
    static let status: UInt8 = 0xF3
    static let control: UInt8 = 0xF4
    static let config: UInt8 = 0xF5
  }

  private static let chipID: UInt8 = 0x60
  private static let resetWord: UInt8 = 0xB6

  /// Takes pairs of register and value; a register alone is where the next read begins.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    for index in stride(from: 0, to: bytes.count, by: 2) {
      pointer = bytes[index]
      if index + 1 < bytes.count { write(bytes[index + 1], to: pointer) }
    }
    return nil
  }

  /// Gives one register after the other; all belong to the same conversion.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    for index in buffer.indices {
      buffer[index] = value(of: pointer)
      pointer &+= 1
    }
  }

  private func write(_ value: UInt8, to register: UInt8) {
    if register == Register.reset && value == Self.resetWord { return reset() }
    guard now >= readyAt else { return }
    switch register {
    case Register.humidityControl: humidityControl = value & 7
    case Register.control: apply(control: value)
    case Register.config where control & 3 == 0: apply(config: value & 0xFD)
    default: break
    }
  }

  private func value(of register: UInt8) -> UInt8 {
    let isCopied = now >= readyAt
    switch register {
    case Register.trimmingLow:
      return isCopied ? trimming.low[Int(register - Register.trimmingLow.lowerBound)] : 0
    case Register.trimmingHigh:
      return isCopied ? trimming.high[Int(register - Register.trimmingHigh.lowerBound)] : 0
    case Register.chipID: return Self.chipID
    case Register.humidityControl: return humidityControl
    case Register.status: return status
    case Register.control: return control
    case Register.config: return config
    case Register.data: return dataByte(Int(register - Register.data.lowerBound))
    default: return 0
    }
  }

  /// Bit 3 while a conversion runs, bit 0 while calibration is copied.
  private var status: UInt8 {
    let isMeasuring = conversion.map { $0.start <= now } ?? false
    return (isMeasuring ? 8 : 0) | (now < readyAt ? 1 : 0)
  }

  private func dataByte(_ index: Int) -> UInt8 {
    switch index {
    case 0..<3: Self.byte(index, of: data.pressure)
    case 3..<6: Self.byte(index - 3, of: data.temperature)
    default: UInt8(truncatingIfNeeded: data.humidity >> (index == 6 ? 8 : 0))
    }
  }

  /// A byte of a 20-bit value that is kept at the top of three.
  private static func byte(_ index: Int, of raw: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (raw << 4) >> UInt32(16 - 8 * index))
  }
}

// MARK: Modes

extension BME280Model {
  private func reset() {
    (control, humidityControl, latchedHumidityControl, config) = (0, 0, 0, 0)
    pendingControl = nil
    conversion = nil
    data = Data()
    filters = (BME280Filter(), BME280Filter())
    readyAt = now + Self.startUpTime
  }

  private func apply(config value: UInt8) {
    if BME280Settings.filterCoefficient(config: value)
      != BME280Settings.filterCoefficient(config: config)
    {
      filters = (BME280Filter(), BME280Filter())
    }
    config = value
  }

  /// Starts what ctrl_meas asks for, after the conversion that is running.
  private func apply(control value: UInt8) {
    latchedHumidityControl = humidityControl
    if let conversion, conversion.start <= now {
      pendingControl = value
    } else {
      begin(control: value, at: now)
    }
  }

  private func begin(control value: UInt8, at time: Duration) {
    control = value
    let settings = BME280Settings(control: value, humidityControl: latchedHumidityControl)
    conversion = settings.mode == .sleep ? nil : Conversion(settings: settings, start: time)
  }
}

// MARK: Conversions

extension BME280Model {
  /// Does the conversions that end by `now`, one after the other.
  public func advance(to now: Duration) {
    while let current = conversion, current.end <= now {
      scheduleNext(after: current)
      // Without a filter nothing is left of a conversion that another one follows.
      let isLast = conversion.map { $0.end > now } ?? true
      finish(current, isNeeded: isLast || current.settings.mode == .forced || isFiltering)
    }
    self.now = max(self.now, now)
  }

  private var isFiltering: Bool { BME280Settings.filterCoefficient(config: config) > 1 }

  private func scheduleNext(after current: Conversion) {
    if let pending = pendingControl {
      pendingControl = nil
      begin(control: pending, at: current.end)
    } else if current.settings.mode == .normal {
      let start = current.end + BME280Settings.standby(config: config)
      conversion = Conversion(settings: current.settings, start: start)
    } else {
      control &= 0xFC
      conversion = nil
    }
  }

  /// Draws the noise of a conversion and, if anybody can see it, fills the data registers.
  private func finish(_ conversion: Conversion, isNeeded: Bool) {
    let noise = (chance.bell(), chance.bell(), chance.bell())
    guard isNeeded else { return }
    let settings = conversion.settings
    var air = world.state(at: conversion.end)
    if isNoisy {
      air.temperature += noise.0 * settings.temperature.temperatureNoise
      air.pressure += noise.1 * settings.pressure.pressureNoise
      air.humidity += noise.2 * settings.humidity.humidityNoise
    }
    convert(air, by: settings)
  }

  private func convert(_ air: WorldState, by settings: BME280Settings) {
    let coefficient = BME280Settings.filterCoefficient(config: config)
    func bits(_ oversampling: Oversampling) -> Int {
      coefficient > 1 ? 20 : oversampling.unfilteredBits
    }
    let temperature = silicon.rawTemperature(
      air.temperature, bits: settings.temperature.isSkipped ? 20 : bits(settings.temperature))
    let fine = silicon.fineTemperature(raw: Int64(temperature))
    data = Data()
    if !settings.temperature.isSkipped {
      data.temperature = filters.temperature.filter(temperature, coefficient: coefficient)
    }
    if !settings.pressure.isSkipped {
      let raw = silicon.rawPressure(
        air.pressure, fineTemperature: fine, bits: bits(settings.pressure))
      data.pressure = filters.pressure.filter(raw, coefficient: coefficient)
    }
    if !settings.humidity.isSkipped {
      data.humidity = silicon.rawHumidity(air.humidity, fineTemperature: fine)
    }
  }
}
