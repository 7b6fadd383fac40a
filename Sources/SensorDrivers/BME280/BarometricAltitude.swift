internal import Mathematics

/// The conversion of pressure to altitude in the standard atmosphere.
public enum BarometricAltitude {
  /// The pressure at sea level in the standard atmosphere, in Pa.
  public static var standardSeaLevelPascals: Double { 101_325 }

  /// Returns the altitude at which the standard atmosphere has a given pressure.
  ///
  /// The constants are those of the board's original firmware, so that results agree with it. With
  /// the standard sea-level pressure, the result changes with the weather by about 8.3 m per hPa.
  ///
  /// - Parameters:
  ///   - pressurePascals: The pressure in Pa, positive.
  ///   - seaLevelPascals: The current pressure at sea level in Pa.
  /// - Returns: The altitude above sea level in metres.
  public static func metres(
    pressurePascals: Double, seaLevelPascals: Double = standardSeaLevelPascals
  ) -> Double {
    let scaleMetres = 44_330.77
    let exponent = 0.190_263
    return -scaleMetres * (Math.power(pressurePascals / seaLevelPascals, exponent) - 1)
  }
}
