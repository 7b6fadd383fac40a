/// A quantity that a BME280 measures.
public enum BME280Quantity: Hashable, Sendable {
  /// Air temperature.
  case temperature
  /// Air pressure.
  case pressure
  /// Relative humidity.
  case humidity
}

extension BME280Quantity: CustomStringConvertible {
  /// `temperature`, `pressure` or `humidity`.
  public var description: String {
    switch self {
    case .temperature: "temperature"
    case .pressure: "pressure"
    case .humidity: "humidity"
    }
  }

  /// Its unit, as it is written behind a number.
  var unit: StaticString {
    switch self {
    case .temperature: "°C"
    case .pressure: "Pa"
    case .humidity: "%"
    }
  }
}

/// The limits of a sound BME280's values (§1, table 1 to 4).
enum BME280Limits {
  /// The range of operation, 0.01 °C.
  static var temperature: ClosedRange<Int32> { -4000...8500 }
  /// The range of operation, 1/256 Pa.
  static var pressure: ClosedRange<UInt32> { 30_000 * 256...110_000 * 256 }
  /// The error at the ends of the range, by which a true value may look to be outside: 1.5 °C.
  static var temperatureError: Int32 { 150 }
  /// The same for pressure, 1.7 hPa.
  static var pressureError: UInt32 { 170 * 256 }
}

extension BME280RawSample {
  /// Returns the configured quantity whose value no air gives: all bits alike, the ends of the converter.
  ///
  /// A bus that is held, a read that ends early and a broken bridge look so.
  func exhausted(in configuration: BME280Configuration) -> BME280Quantity? {
    if temperature == 0 || temperature == 0xFFFFF { return .temperature }
    if configuration.pressure != nil, pressure == 0 || pressure == 0xFFFFF { return .pressure }
    if configuration.humidity != nil, humidity == 0 || humidity == 0xFFFF { return .humidity }
    return nil
  }

  /// The first byte of the burst whose lowest four bits, which are always 0, are not; `nil` when none
  /// is.
  static func damagedByte(of burst: Span<UInt8>) -> Int? {
    if burst[2] & 0x0F != 0 { return 2 }
    return burst[5] & 0x0F != 0 ? 5 : nil
  }
}

extension BME280Reading {
  /// The same reading, where the part's own error put a value beyond the ends of where it works.
  ///
  /// - Throws: ``BME280Error/outOfRange(_:_:)`` for a value that no sound part says.
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
