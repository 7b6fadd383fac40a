internal import Mathematics

/// The metal oxide of a CCS811 in the air, and its firmware's result of that.
///
/// A model of our own, simpler than the real one but with its habits. The layer's resistance falls
/// with the gas around it, is shifted by temperature and humidity, and starts `runInExcess` too
/// high, settling with `runInTime`: after 20 minutes 0.7 % of that is left. The firmware divides by
/// the environment it was told (ENV_DATA) and by its baseline. Told 20 %RH too much or too little,
/// or 15 °C, it is 2 to 3 % off in resistance.
enum CCS811Silicon {
  /// Resistance in clean air at 25 °C and 50 %RH when settled, ohms.
  static let cleanAirResistance = 50_000.0
  /// The part by which the resistance is too high when heating begins.
  static let runInExcess = 0.12
  /// Seconds in which the excess falls to 1/e.
  static let runInTime = 240.0
  /// The part by which it is too low when a slower mode begins with the layer of the quicker one.
  static let warmthExcess = 0.1
  /// Seconds in which that falls to 1/e.
  static let warmthTime = 150.0
  /// Equivalent CO2 above clean air that doubles the conductance, ppm.
  static let doublingLoad = 300.0
  /// Volatile organic compounds that double the conductance at the heat that tells them apart, ppb.
  static let doublingTVOC = 45.6
  /// Relative noise of one resistance measurement, RMS.
  static let noise = 0.000_7
  /// eCO2 of clean air, ppm: the algorithm shows no less.
  static let cleanAirECO2 = 400.0
  /// The greatest error of the part's clock.
  ///
  /// Source: datasheet v1-00, p. 8, "typical 2% tolerance due to accuracy of internal clock".
  static let clockTolerance = 0.02

  /// The resistance of the layer, ohms, `heated` seconds after the heater came on.
  static func resistance(in air: WorldState, heated: Double) -> Double {
    let load = (air.eco2 - cleanAirECO2).limited(to: 0...1e6)
    return resistance(load / doublingLoad, in: air, heated: heated)
  }

  /// The same at the heat at which volatile organic compounds are told apart from the rest.
  static func tvocResistance(in air: WorldState, heated: Double) -> Double {
    resistance(air.tvoc.limited(to: 0...1e6) / doublingTVOC, in: air, heated: heated)
  }

  private static func resistance(_ load: Double, in air: WorldState, heated: Double) -> Double {
    cleanAirResistance * runIn(heated: heated) / (1 + load)
      * environmentFactor(humidity: air.humidity, temperature: air.temperature)
  }

  /// By what the resistance is too high so many seconds after the heater came on.
  static func runIn(heated: Double) -> Double {
    1 + runInExcess * Math.exponential(-heated / runInTime)
  }

  /// By what it is too low so many seconds after a slower mode began too early.
  static func warmth(since seconds: Double) -> Double {
    1 - warmthExcess * Math.exponential(-seconds / warmthTime)
  }

  /// A resistance as it would be at 25 °C and 50 %RH, if the air is what the part was told.
  static func compensated(_ resistance: Double, humidity: Double, temperature: Double) -> Double {
    resistance / environmentFactor(humidity: humidity, temperature: temperature)
  }

  /// Returns the excess conductance of the layer over clean air's, as a share of that; not negative.
  static func load(compensated: Double, baseline: Double) -> Double {
    max(baseline / compensated - 1, 0)
  }

  /// Returns the factor of the resistance by humidity and temperature: 0.12 % per %RH, 0.18 % per °C.
  private static func environmentFactor(humidity: Double, temperature: Double) -> Double {
    Math.exponential(
      -0.0012 * (humidity.limited(to: 0...100) - 50)
        - 0.0018 * (temperature.limited(to: -50...150) - 25))
  }
}
