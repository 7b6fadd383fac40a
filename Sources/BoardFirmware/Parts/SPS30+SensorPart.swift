public import SensorDrivers

extension SPS30: SensorPart {
  /// The part's name in sentences.
  public static var name: String { "SPS30" }
  /// The part's name in the status.
  public static var key: String { "sps30" }
  /// The part's address on the bus.
  public static var address: I2CAddress { .sps30 }
  /// The time until the part answers (datasheet v1.0, §6.3.13).
  public static var startUpTime: Duration { .milliseconds(100) }

  /// Resets the part and starts its measurement.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(SPS30Error) {
    try start(delay: &delay)
  }

  /// Reads the particles; the mass of particles up to 0.5 µm is derived from their number.
  public mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(SPS30Error) -> SensorReading? {
    guard let reading = try readSample(delay: &delay) else { return nil }
    let number = Double(reading.numberPM05)
    return [
      .pm05: number * Self.microgramsPerCubicMetreAndNumber,
      .pm1: Double(reading.massPM1), .pm25: Double(reading.massPM25),
      .pm4: Double(reading.massPM4), .pm10: Double(reading.massPM10), .pm05Number: number,
    ]
  }

  /// The mass in µg/m³ of one particle per cm³, as spheres of 0.4 µm and 1.65 g/cm³.
  private static var microgramsPerCubicMetreAndNumber: Double { 0.0553 }
}
