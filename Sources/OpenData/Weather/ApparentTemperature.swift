internal import Mathematics

/// The temperature that people feel in the shade and wind.
///
/// The service does not publish its own formula. Source: Steadman, "Norms of apparent temperature in
/// Australia", Australian Meteorological Magazine 43 (1994) 1, as the Bureau of Meteorology uses it.
enum ApparentTemperature {
  /// Returns the apparent temperature, °C.
  ///
  /// - Parameters:
  ///   - temperature: The air temperature, °C.
  ///   - humidity: The relative humidity, percent.
  ///   - wind: The wind speed, m/s.
  /// - Returns: The apparent temperature, which may be below the air's.
  static func celsius(temperature: Double, humidity: Double, wind: Double) -> Double {
    let vapour =
      humidity / 100 * 6.105 * Math.exponential(17.27 * temperature / (237.7 + temperature))
    return temperature + 0.33 * vapour - 0.7 * wind - 4
  }
}
