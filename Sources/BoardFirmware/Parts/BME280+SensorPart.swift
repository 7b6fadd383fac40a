public import SensorDrivers

extension BME280: SensorPart {
  /// The part's name in sentences.
  public static var name: String { "BME280" }
  /// The part's name in the status.
  public static var key: String { "bme280" }
  /// The part's address on the bus.
  public static var address: I2CAddress { .bme280 }

  /// Resets the part and reads its calibration.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(BME280Error) {
    try start(delay: &delay)
  }

  /// Reads the air's temperature, humidity and pressure, and derives an altitude from the pressure.
  ///
  /// The altitude is that of the standard atmosphere at this pressure. It drifts with the weather, about 8.3
  /// m per hectopascal, because the sea-level pressure is assumed to be standard, as on the original board.
  public mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(BME280Error) -> SensorReading? {
    let reading = try measure(delay: &delay)
    var values: SensorReading = [
      .temperature: reading.temperatureCelsius, .humidity: reading.humidityPercent,
      .pressure: reading.pressurePascals,
      .altitude: reading.pressurePascals.map { BarometricAltitude.metres(pressurePascals: $0) },
    ]
    values.conversion = conversion
    return values
  }
}
