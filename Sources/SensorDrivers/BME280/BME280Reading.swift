/// A measurement of a BME280.
public struct BME280Reading: Hashable, Sendable {
  /// The temperature in 0.01 °C.
  public var temperatureHundredths: Int32
  /// The pressure in 1/256 Pa; `nil` when the configuration skips pressure.
  public var pressure256ths: UInt32?
  /// The relative humidity in 1/1024 %; `nil` when the configuration skips humidity.
  public var humidity1024ths: UInt32?

  /// Creates a reading from values in the part's units.
  public init(
    temperatureHundredths: Int32, pressure256ths: UInt32? = nil, humidity1024ths: UInt32? = nil
  ) {
    self.temperatureHundredths = temperatureHundredths
    self.pressure256ths = pressure256ths
    self.humidity1024ths = humidity1024ths
  }

  /// The temperature in °C.
  public var temperatureCelsius: Double { Double(temperatureHundredths) / 100 }
  /// The pressure in Pa; `nil` when the configuration skips pressure.
  public var pressurePascals: Double? { pressure256ths.map { Double($0) / 256 } }
  /// The relative humidity in %; `nil` when the configuration skips humidity.
  public var humidityPercent: Double? { humidity1024ths.map { Double($0) / 1024 } }
}
