/// A quantity that a BME280 measures.
public enum BME280Quantity: Hashable, Sendable {
  /// The air temperature.
  case temperature
  /// The air pressure.
  case pressure
  /// The relative humidity.
  case humidity
}

extension BME280Quantity: CustomStringConvertible {
  /// The quantity's name: `temperature`, `pressure` or `humidity`.
  public var description: String {
    switch self {
    case .temperature: "temperature"
    case .pressure: "pressure"
    case .humidity: "humidity"
    }
  }

  /// The unit, in the form that follows a number.
  var unit: StaticString {
    switch self {
    case .temperature: "°C"
    case .pressure: "Pa"
    case .humidity: "%"
    }
  }
}

/// The limits of the values of an intact BME280 (§1, tables 1 to 4).
enum BME280Limits {
  /// The operating range in 0.01 °C.
  static var temperature: ClosedRange<Int32> { -4000...8500 }
  /// The operating range in 1/256 Pa.
  static var pressure: ClosedRange<UInt32> { 30_000 * 256...110_000 * 256 }
  /// The measurement error at the ends of the temperature range, in 0.01 °C: 1.5 °C.
  ///
  /// A true value inside the range may be measured outside it by this error.
  static var temperatureError: Int32 { 150 }
  /// The measurement error at the ends of the pressure range, in 1/256 Pa: 1.7 hPa.
  static var pressureError: UInt32 { 170 * 256 }
}

extension BME280RawSample {
  /// Returns a configured quantity with all bits equal, a value that air cannot have; `nil` when
  /// there is none.
  ///
  /// Equal bits come from a held bus, a read that ended early or a broken sensor bridge.
  func exhausted(in configuration: BME280Configuration) -> BME280Quantity? {
    if temperature == 0 || temperature == 0xFFFFF { return .temperature }
    if configuration.pressure != nil, pressure == 0 || pressure == 0xFFFFF { return .pressure }
    if configuration.humidity != nil, humidity == 0 || humidity == 0xFFFF { return .humidity }
    return nil
  }

  /// Returns the index of the first byte whose lowest four bits are not 0 as required; `nil` when
  /// there is none.
  static func damagedByte(of burst: Span<UInt8>) -> Int? {
    if burst[2] & 0x0F != 0 { return 2 }
    return burst[5] & 0x0F != 0 ? 5 : nil
  }
}

extension BME280Reading {
  /// Returns the reading with values clamped to the operating range within the measurement error.
  ///
  /// - Throws: ``BME280Error/outOfRange(_:_:)`` for a value that an intact part cannot report.
  func withinLimits() throws(BME280Error) -> Self {
    var reading = self
    let (celsius, error) = (BME280Limits.temperature, BME280Limits.temperatureError)
    guard temperatureHundredths >= celsius.lowerBound - error,
      temperatureHundredths <= celsius.upperBound + error
    else { throw .outOfRange(.temperature, temperatureHundredths / 100) }
    reading.temperatureHundredths = min(
      max(temperatureHundredths, celsius.lowerBound), celsius.upperBound)
    guard let pressure256ths else { return reading }
    let (pascals, margin) = (BME280Limits.pressure, BME280Limits.pressureError)
    guard pressure256ths >= pascals.lowerBound - margin,
      pressure256ths <= pascals.upperBound + margin
    else { throw .outOfRange(.pressure, Int32(clamping: pressure256ths / 256)) }
    reading.pressure256ths = min(max(pressure256ths, pascals.lowerBound), pascals.upperBound)
    return reading
  }
}
