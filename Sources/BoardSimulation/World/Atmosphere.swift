internal import Mathematics

/// The few formulas that keep temperature, humidity, pressure and height consistent.
enum Atmosphere {
  /// The height of the geoid above the ellipsoid near Milan, metres; approximate, and used anywhere.
  ///
  /// It only turns the ellipsoidal height into one for the barometric formula.
  static let geoidSeparation = 47.0

  /// Saturation vapour pressure over water, Pa, by the Magnus formula.
  ///
  /// Source: WMO-No. 8, annex 4.B; valid from -45 to 60 °C.
  static func saturationPressure(at temperature: Double) -> Double {
    611.2 * Math.exponential(17.62 * temperature / (243.12 + temperature))
  }

  /// Relative humidity of air with this dew point, percent, at most 100.
  static func humidity(temperature: Double, dewPoint: Double) -> Double {
    min(100, 100 * saturationPressure(at: dewPoint) / saturationPressure(at: temperature))
  }

  /// Relative humidity of air that is brought to another temperature with the vapour it has, percent.
  static func humidity(_ humidity: Double, at temperature: Double, warmedTo other: Double) -> Double
  {
    // Beyond these the formula has a pole; nobody breathes there.
    let (from, to) = (temperature.limited(to: -100...150), other.limited(to: -100...150))
    return (humidity * saturationPressure(at: from) / saturationPressure(at: to))
      .limited(to: 0...100)
  }

  /// Pressure at a height above sea level, Pa.
  ///
  /// Source: ICAO Doc 7488, troposphere: the formula that sensors' altitude is computed back with.
  static func pressure(seaLevel: Double, height: Double) -> Double {
    seaLevel * Math.power(max(1 - height / 44_330.77, 0), 5.255_88)
  }
}
