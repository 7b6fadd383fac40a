public import SensorDrivers

extension BH1750: SensorPart {
  /// The part's name in sentences.
  public static var name: String { "BH1750" }
  /// The part's name in the status.
  public static var key: String { "bh1750" }
  /// The part's address on the bus.
  public static var address: I2CAddress { .bh1750 }

  /// Powers the part down; the first reading wakes it.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(BH1750Error) {
    try powerDown()
  }

  /// Reads the illuminance in lux.
  public mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(BH1750Error) -> SensorReading? {
    [.light: try readIlluminance(delay: &delay)]
  }
}
