internal import Mathematics

/// Formulas that keep temperature, humidity, pressure and height consistent.
enum Atmosphere {
  /// The height of the geoid above the ellipsoid near Milan, metres; an approximation, used for any place.
  ///
  /// Only the conversion from ellipsoidal height to the height in the barometric formula uses the separation.
  static let geoidSeparation = 47.0

  /// Returns the saturation vapour pressure over water, Pa, by the Magnus formula.
  ///
  /// Source: WMO-No. 8, annex 4.B; valid from -45 to 60 °C.
  static func saturationPressure(at temperature: Double) -> Double {
    611.2 * Math.exponential(17.62 * temperature / (243.12 + temperature))
  }

  /// Returns the relative humidity of air with a given dew point, percent, at most 100.
  static func humidity(temperature: Double, dewPoint: Double) -> Double {
    min(100, 100 * saturationPressure(at: dewPoint) / saturationPressure(at: temperature))
  }

  /// Returns the relative humidity after a change of temperature with the same water vapour, percent.
  static func humidity(_ humidity: Double, at temperature: Double, warmedTo other: Double) -> Double
  {
    // The Magnus formula has a pole beyond these limits, which no air that is breathed reaches.
    let (from, to) = (temperature.limited(to: -100...150), other.limited(to: -100...150))
    return (humidity * saturationPressure(at: from) / saturationPressure(at: to))
      .limited(to: 0...100)
  }

  /// Returns the pressure at a height above sea level, Pa.
  ///
  /// Source: ICAO Doc 7488, troposphere. The same formula turns a sensor's pressure back into altitude.
  static func pressure(seaLevel: Double, height: Double) -> Double {
    seaLevel * Math.power(max(1 - height / 44_330.77, 0), 5.255_88)
  }
}
