internal import Mathematics

/// Altitude from pressure, in the standard atmosphere.
public enum BarometricAltitude {
  /// The standard atmosphere's pressure at sea level, Pa.
  public static var standardSeaLevelPascals: Double { 101_325 }

  /// The altitude at which the standard atmosphere has a pressure.
  ///
  /// The constants are those of the board's original firmware, so that answers agree with it. With
  /// the standard sea-level pressure the result moves with the weather, about 8.3 m for each hPa.
  ///
  /// - Parameters:
  ///   - pressurePascals: The pressure, positive, Pa.
  ///   - seaLevelPascals: Today's pressure at sea level, Pa.
  /// - Returns: Metres above sea level.
  public static func metres(
    pressurePascals: Double, seaLevelPascals: Double = standardSeaLevelPascals
  ) -> Double {
    let scaleMetres = 44_330.77
    let exponent = 0.190_263
    return -scaleMetres * (Math.power(pressurePascals / seaLevelPascals, exponent) - 1)
  }
}
