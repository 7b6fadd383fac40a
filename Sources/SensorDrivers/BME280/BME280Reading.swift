/// A measurement of a BME280.
public struct BME280Reading: Hashable, Sendable {
  /// Temperature in 0.01 °C.
  public var temperatureHundredths: Int32
  /// Pressure in 1/256 Pa; `nil` when the configuration skips it.
  public var pressure256ths: UInt32?
  /// Relative humidity in 1/1024 %; `nil` when the configuration skips it.
  public var humidity1024ths: UInt32?

  /// Creates a reading.
  public init(
    temperatureHundredths: Int32, pressure256ths: UInt32? = nil, humidity1024ths: UInt32? = nil
  ) {
    self.temperatureHundredths = temperatureHundredths
    self.pressure256ths = pressure256ths
    self.humidity1024ths = humidity1024ths
  }

  /// Temperature, °C.
  public var temperatureCelsius: Double { Double(temperatureHundredths) / 100 }
  /// Pressure, Pa; `nil` when the configuration skips it.
  public var pressurePascals: Double? { pressure256ths.map { Double($0) / 256 } }
  /// Relative humidity, %; `nil` when the configuration skips it.
  public var humidityPercent: Double? { humidity1024ths.map { Double($0) / 1024 } }
}
