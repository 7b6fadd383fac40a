public import SensorDrivers

extension CCS811: SensorPart {
  /// The part's name in sentences.
  public static var name: String { "CCS811" }
  /// The part's name in the status.
  public static var key: String { "ccs811" }
  /// The part's address on the bus.
  public static var address: I2CAddress { .ccs811 }

  /// Starts the part's application, with a result every second.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(CCS811Error) {
    try start(delay: &delay)
  }

  /// Reads the gases, compensated for the air of the same sample where a reading of the air is available.
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

  /// The times for restoring and saving the baseline: after 20 minutes of measuring, then each hour.
  public static var learning: PartLearning? {
    PartLearning(settlingTime: CCS811Constants.conditioningTime, interval: .seconds(3600))
  }

  /// Reads the version of the part's firmware and the baseline, two bytes each.
  public mutating func readLearnt() throws(CCS811Error) -> [UInt8] {
    let baseline = try baseline()
    return [
      UInt8(applicationVersion >> 8), UInt8(truncatingIfNeeded: applicationVersion), baseline[0],
      baseline[1],
    ]
  }

  /// Restores a baseline of the same firmware version; returns `false` for any other version.
  public mutating func restore(learnt: [UInt8]) throws(CCS811Error) -> Bool {
    guard learnt.count == 4, UInt16(learnt[0]) << 8 | UInt16(learnt[1]) == applicationVersion
    else { return false }
    try restore(baseline: [learnt[2], learnt[3]])
    return true
  }
}
