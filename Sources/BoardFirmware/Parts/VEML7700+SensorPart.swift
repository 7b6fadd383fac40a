public import SensorDrivers

extension VEML7700: SensorPart {
  /// The part's name in sentences.
  public static var name: String { "VEML7700" }
  /// The part's name in the status.
  public static var key: String { "veml7700" }
  /// The part's address on the bus.
  public static var address: I2CAddress { .veml7700 }

  /// Finds the part; the first reading starts it.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(VEML7700Error) {
    try start()
  }

  /// Reads the illuminance in lux.
  public mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(VEML7700Error) -> SensorReading? {
    [.light: try readIlluminance(delay: &delay)]
  }
}
