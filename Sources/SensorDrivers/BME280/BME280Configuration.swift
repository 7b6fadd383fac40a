internal import Mathematics

/// The configuration of a BME280's measurements.
public struct BME280Configuration: Hashable, Sendable {
  /// The number of samples that one conversion averages, coded as in the registers.
  public enum Oversampling: UInt8, Hashable, Sendable, CaseIterable {
    /// A single sample, without averaging.
    case x1 = 1
    /// An average of 2 samples.
    case x2 = 2
    /// An average of 4 samples.
    case x4 = 3
    /// An average of 8 samples.
    case x8 = 4
    /// An average of 16 samples.
    case x16 = 5

    /// The number of averaged samples.
    public var count: Int { 1 << (Int(rawValue) - 1) }
  }

  /// The coefficient of the low-pass filter on temperature and pressure, coded as in the register.
  public enum Filter: UInt8, Hashable, Sendable, CaseIterable {
    /// No low-pass filter.
    case off = 0
    /// A filter with coefficient 2.
    case x2 = 1
    /// A filter with coefficient 4.
    case x4 = 2
    /// A filter with coefficient 8.
    case x8 = 3
    /// A filter with coefficient 16.
    case x16 = 4
  }

  /// The standby time between conversions in normal mode, coded as in the register.
  public enum Standby: UInt8, Hashable, Sendable, CaseIterable {
    /// A standby time of 0.5 ms.
    case milliseconds0_5 = 0
    /// A standby time of 62.5 ms.
    case milliseconds62_5 = 1
    /// A standby time of 125 ms.
    case milliseconds125 = 2
    /// A standby time of 250 ms.
    case milliseconds250 = 3
    /// A standby time of 500 ms.
    case milliseconds500 = 4
    /// A standby time of 1000 ms.
    case milliseconds1000 = 5
    /// A standby time of 10 ms.
    case milliseconds10 = 6
    /// A standby time of 20 ms.
    case milliseconds20 = 7

    /// The standby time as a duration.
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

  /// The measurement mode.
  public enum Mode: Hashable, Sendable {
    /// One conversion per call of ``BME280/measure(delay:)``, with sleep mode in between.
    case forced
    /// Continuous conversions, each followed by the standby time.
    case normal(standby: Standby)
  }

  /// The power mode bits of `ctrl_meas` (§3.3).
  public enum PowerMode: UInt8, Hashable, Sendable {
    /// Sleep mode, without conversions.
    case sleep = 0b00
    /// Forced mode: one conversion, followed by sleep mode.
    case forced = 0b01
    /// Normal mode: continuous conversions.
    case normal = 0b11
  }

  /// The oversampling of temperature; never skipped, because pressure and humidity require it.
  public var temperature: Oversampling
  /// The oversampling of pressure; `nil` skips pressure.
  public var pressure: Oversampling?
  /// The oversampling of humidity; `nil` skips humidity.
  public var humidity: Oversampling?
  /// The filter on temperature and pressure.
  public var filter: Filter
  /// The measurement mode.
  public var mode: Mode

  /// Creates a configuration; the default is one sample of each quantity in forced mode without a filter.
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
  /// The maximum duration of one conversion (§9.1).
  public var maximumMeasurementTime: Duration {
    let perSample = 2300  // µs
    var microseconds = 1250 + perSample * temperature.count
    if let pressure { microseconds += perSample * pressure.count + 575 }
    if let humidity { microseconds += perSample * humidity.count + 575 }
    return .microseconds(microseconds)
  }

  /// The value of `ctrl_hum`.
  public var humidityControl: UInt8 { humidity?.rawValue ?? 0 }

  /// Returns the value of `ctrl_meas` for a power mode.
  public func measurementControl(mode: PowerMode) -> UInt8 {
    temperature.rawValue << 5 | (pressure?.rawValue ?? 0) << 2 | mode.rawValue
  }

  /// The value of `config`, with the three-wire SPI bit off.
  public var filterAndStandby: UInt8 {
    let standby: Standby =
      switch mode {
      case .forced: .milliseconds0_5
      case .normal(let standby): standby
      }
    return standby.rawValue << 5 | filter.rawValue << 2
  }

  /// The power mode of the part between conversions.
  var restingMode: PowerMode { mode == .forced ? .sleep : .normal }

  /// The pause between status polls during a conversion, and the maximum number of polls.
  ///
  /// In forced mode, the conversion should have ended before the first poll. In normal mode, one
  /// poll has to fall into the standby time between two conversions.
  var statusPolling: (pause: Duration, count: Int) {
    guard case .normal(let standby) = mode else {
      return (BME280Timing.startUp, BME280Timing.statusPolls)
    }
    let pause = max(standby.duration / 2 - .microseconds(500), .zero)
    let period = pause + BME280Timing.quickestPoll
    return (pause, Int(maximumMeasurementTime.inNanoseconds / period.inNanoseconds) + 2)
  }
}
