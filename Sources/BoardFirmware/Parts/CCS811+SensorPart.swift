public import SensorDrivers

extension CCS811: SensorPart {
  /// Its name as people write it.
  public static var name: String { "CCS811" }
  /// Its name in the status.
  public static var key: String { "ccs811" }
  /// Where it is on the bus.
  public static var address: I2CAddress { .ccs811 }

  /// Starts the part's application, a result every second.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(CCS811Error) {
    try start(delay: &delay)
  }

  /// Reads gases, compensated for the air of the same sample where there is one.
  public mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(CCS811Error) -> SensorReading? {
    if let humidity = earlier[.humidity], let temperature = earlier[.temperature] {
      try compensate(
        for: CCS811Environment(humidityPercent: humidity, temperatureCelsius: temperature))
    }
    guard let reading = try readResult() else { return nil }
    return [
      .tvocs: Double(reading.tvocPartsPerBillion), .eco2: Double(reading.eco2PartsPerMillion),
    ]
  }
}
