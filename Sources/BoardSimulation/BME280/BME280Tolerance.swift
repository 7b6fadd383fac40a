internal import Mathematics

/// The constant deviation of one BME280 from the truth.
struct BME280Tolerance: Hashable, Sendable {
  /// The temperature error, °C; the datasheet allows ±1.0 from 0 to 65 °C (§1.4, table 4).
  let temperature: Double
  /// The humidity error, %RH; the datasheet allows ±3 from 20 to 80 % (§1.2, table 2).
  let humidity: Double
  /// The pressure error, Pa; the datasheet allows ±1 hPa from 0 to 65 °C (§1.3, table 3).
  let pressure: Double

  /// Draws the errors from a seed.
  init(seed: UInt64, realism: PartRealism) {
    var chance = Xoshiro256(seed: seed, part: "bme280.tolerance")
    temperature = realism.share(&chance)
    humidity = 3 * realism.share(&chance)
    pressure = 100 * realism.share(&chance)
  }
}
