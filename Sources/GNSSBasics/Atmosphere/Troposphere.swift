internal import Mathematics

/// The troposphere: the delay of a standard atmosphere of 15 °C, 1013.25 hPa at sea level and 70 % humidity.
///
/// Sources: Saastamoinen, in AGU Geophysical Monograph 15 (1972) 247; Davis et al., Radio Science 20
/// (1985) 1593 (hydrostatic part); ISO 2533 (standard atmosphere); Black and Eisner, J. Geophys. Res. 89
/// (1984) 2616 (slant).
package enum Troposphere {
  /// Returns the delay of a signal.
  ///
  /// - Parameters:
  ///   - position: The position of the antenna.
  ///   - sineOfElevation: The sine of the signal's elevation.
  /// - Returns: The delay, metres.
  package static func delay(at position: GeodeticPosition, sineOfElevation: Double) -> Double {
    delay(ofZenith: zenithDelay(at: position), sineOfElevation: sineOfElevation)
  }

  /// Returns the delay of a slanting signal, given the delay at the zenith, metres.
  ///
  /// The model is a shell as round as the Earth. It is within 1 % of ray tracing above 4°; at the horizon
  /// the delay is 22 times that of the zenith.
  package static func delay(ofZenith zenithDelay: Double, sineOfElevation: Double) -> Double {
    zenithDelay * 1.001 / (0.002001 + sineOfElevation * sineOfElevation).squareRoot()
  }

  /// Returns the delay at the zenith, metres, without steps below sea level and above the clouds.
  package static func zenithDelay(at position: GeodeticPosition) -> Double {
    let height = position.height
    let (pressure, temperature) = air(at: min(max(height, lowest), highest))
    let vapour =
      6.108 * humidity
      * Math.exponential((17.15 * temperature - 4684) / (temperature - 38.45))
    let gravity =
      1 - 0.00266 * Math.cosine(2 * position.latitude.degreesInRadians) - 0.00028 * height / 1000
    return 0.0022768 * pressure / gravity + 0.002277 * (1255 / temperature + 0.05) * vapour
  }

  /// Returns pressure in hPa and temperature in kelvins at a height in metres.
  private static func air(at height: Double) -> (pressure: Double, temperature: Double) {
    let below = min(height, tropopause)
    let pressure = 1013.25 * Math.power(1 - 2.2557e-5 * below, 5.2568)
    // Above the tropopause the temperature is constant, so pressure falls by the same share with each metre.
    return (pressure * Math.exponential((below - height) / 6341.6), 288.15 - 6.5e-3 * below)
  }

  private static var humidity: Double { 0.7 }
  private static var tropopause: Double { 11_000 }
  /// The limits of height, metres: no antenna under this sky is beyond them.
  private static var lowest: Double { -5000 }
  private static var highest: Double { 80_000 }
}
