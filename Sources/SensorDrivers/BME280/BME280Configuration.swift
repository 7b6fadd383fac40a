internal import Mathematics

/// The configuration of a BME280's measurements.
public struct BME280Configuration: Hashable, Sendable {
  /// The number of samples that one conversion averages, by the code of the registers.
  public enum Oversampling: UInt8, Hashable, Sendable, CaseIterable {
    /// A single sample.
    case x1 = 1
    /// 2 samples.
    case x2 = 2
    /// 4 samples.
    case x4 = 3
    /// 8 samples.
    case x8 = 4
    /// 16 samples.
    case x16 = 5

    /// The number of samples.
    public var count: Int { 1 << (Int(rawValue) - 1) }
  }

  /// The coefficient of the low-pass filter on temperature and pressure, by register code.
  public enum Filter: UInt8, Hashable, Sendable, CaseIterable {
    /// No filter.
    case off = 0
    /// Coefficient 2.
    case x2 = 1
    /// Coefficient 4.
    case x4 = 2
    /// Coefficient 8.
    case x8 = 3
    /// Coefficient 16.
    case x16 = 4
  }

  /// The pause between conversions in normal mode, by register code.
  public enum Standby: UInt8, Hashable, Sendable, CaseIterable {
    /// 0.5 ms.
    case milliseconds0_5 = 0
    /// 62.5 ms.
    case milliseconds62_5 = 1
    /// 125 ms.
    case milliseconds125 = 2
    /// 250 ms.
    case milliseconds250 = 3
    /// 500 ms.
    case milliseconds500 = 4
    /// 1000 ms.
    case milliseconds1000 = 5
    /// 10 ms.
    case milliseconds10 = 6
    /// 20 ms.
    case milliseconds20 = 7

    /// The length of the pause.
    public var duration: Duration {
      switch self {
      case .milliseconds0_5: .microseconds(500)
      case .milliseconds62_5: .microseconds(62_500)
      case .milliseconds125: .milliseconds(125)
      case .milliseconds250: .milliseconds(250)
      case .milliseconds500: .milliseconds(500)
      case .milliseconds1000: .milliseconds(1000)
      case .milliseconds10: .milliseconds(10)
      case .milliseconds20: .milliseconds(20)
      }
    }
  }

  /// When conversions happen.
  public enum Mode: Hashable, Sendable {
    /// A conversion for each call of ``BME280/measure(delay:)``, asleep in between.
    case forced
    /// All the time, with a pause after each.
    case normal(standby: Standby)
  }

  /// The power mode bits of `ctrl_meas` (§3.3).
  public enum PowerMode: UInt8, Hashable, Sendable {
    /// No conversions.
    case sleep = 0b00
    /// A conversion, then sleep.
    case forced = 0b01
    /// Conversions all the time.
    case normal = 0b11
  }

  /// Oversampling of temperature, which the two others need and which is therefore never skipped.
  public var temperature: Oversampling
  /// Oversampling of pressure; `nil` skips it.
  public var pressure: Oversampling?
  /// Oversampling of humidity; `nil` skips it.
  public var humidity: Oversampling?
  /// The filter on temperature and pressure.
  public var filter: Filter
  /// When conversions happen.
  public var mode: Mode

  /// Creates a configuration; the default is one sample of each in forced mode without filter.
  public init(
    temperature: Oversampling = .x1, pressure: Oversampling? = .x1, humidity: Oversampling? = .x1,
    filter: Filter = .off, mode: Mode = .forced
  ) {
    self.temperature = temperature
    self.pressure = pressure
    self.humidity = humidity
    self.filter = filter
    self.mode = mode
  }
}

extension BME280Configuration {
  /// The longest time one conversion may take (§9.1).
  public var maximumMeasurementTime: Duration {
    let perSample = 2300  // µs
    var microseconds = 1250 + perSample * temperature.count
    if let pressure { microseconds += perSample * pressure.count + 575 }
    if let humidity { microseconds += perSample * humidity.count + 575 }
    return .microseconds(microseconds)
  }

  /// The value of `ctrl_hum`.
  public var humidityControl: UInt8 { humidity?.rawValue ?? 0 }

  /// The value of `ctrl_meas` that puts the part in `mode`.
  public func measurementControl(mode: PowerMode) -> UInt8 {
    temperature.rawValue << 5 | (pressure?.rawValue ?? 0) << 2 | mode.rawValue
  }

  /// The value of `config`; the three-wire SPI bit stays off.
  public var filterAndStandby: UInt8 {
    let standby: Standby =
      switch mode {
      case .forced: .milliseconds0_5
      case .normal(let standby): standby
      }
    return standby.rawValue << 5 | filter.rawValue << 2
  }

  /// The power mode that the part is in when no conversion runs.
  var restingMode: PowerMode { mode == .forced ? .sleep : .normal }

  /// The pause after a status that shows a conversion, and how many of them in a row are too many.
  ///
  /// In forced mode the conversion should have ended already. In normal mode one look has to meet the
  /// pause between two conversions.
  var statusPolling: (pause: Duration, count: Int) {
    guard case .normal(let standby) = mode else {
      return (BME280Timing.startUp, BME280Timing.statusPolls)
    }
    let pause = max(standby.duration / 2 - .microseconds(500), .zero)
    let period = pause + BME280Timing.quickestPoll
    return (pause, Int(maximumMeasurementTime.inNanoseconds / period.inNanoseconds) + 2)
  }
}
