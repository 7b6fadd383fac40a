internal import GNSSBasics
internal import Mathematics

/// The delay of a standard atmosphere of 15 °C, 1013.25 hPa at sea level and a humidity of 70 %.
///
/// Sources: Saastamoinen, in AGU Geophysical Monograph 15 (1972) 247; Davis et al., Radio Science 20 (1985) 1593
/// (hydrostatic part); ISO 2533 (standard atmosphere). Up to 10 km of height.
enum Troposphere {
  /// How much longer a signal takes.
  ///
  /// - Parameters:
  ///   - position: The antenna's.
  ///   - sineOfElevation: The signal's, above 0.
  /// - Returns: Metres.
  static func delay(at position: GeodeticPosition, sineOfElevation: Double) -> Double {
    delay(ofZenith: zenithDelay(at: position), sineOfElevation: sineOfElevation)
  }

  /// The delay of a signal from elsewhere than straight above, metres.
  static func delay(ofZenith zenithDelay: Double, sineOfElevation: Double) -> Double {
    zenithDelay / max(sineOfElevation, 0.01)
  }

  /// The delay from straight above, metres.
  static func zenithDelay(at position: GeodeticPosition) -> Double {
    guard position.height < 10_000 else { return 0 }
    let height = max(position.height, 0)
    let pressure = 1013.25 * Math.power(1 - 2.2557e-5 * height, 5.2568)
    let temperature = 288.15 - 6.5e-3 * height
    let vapour =
      6.108 * humidity
      * Math.exponential((17.15 * temperature - 4684) / (temperature - 38.45))
    let gravity =
      1 - 0.00266 * Math.cosine(2 * position.latitude.degreesInRadians) - 0.00028 * height / 1000
    return 0.0022768 * pressure / gravity + 0.002277 * (1255 / temperature + 0.05) * vapour
  }

  private static var humidity: Double { 0.7 }
}
