internal import Mathematics

/// The deviation of one BME280 from the truth, the same all its life.
struct BME280Tolerance: Hashable, Sendable {
  /// °C; the datasheet allows ±1.0 from 0 to 65 °C (§1.4, table 4).
  let temperature: Double
  /// %RH; ±3 from 20 to 80 % (§1.2, table 2).
  let humidity: Double
  /// Pa; ±1 hPa from 0 to 65 °C (§1.3, table 3).
  let pressure: Double

  /// Draws them.
  init(seed: UInt64, realism: PartRealism) {
    var chance = Xoshiro256(seed: seed, part: "bme280.tolerance")
    temperature = realism.share(&chance)
    humidity = 3 * realism.share(&chance)
    pressure = 100 * realism.share(&chance)
  }
}
