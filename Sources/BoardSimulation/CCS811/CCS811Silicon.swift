internal import Mathematics

/// The metal oxide layer of a CCS811 in the air, and its firmware's algorithm.
///
/// The model is the project's own, simpler than a real part but with the same behaviour. The layer's
/// resistance falls with the gas around it and shifts with temperature and humidity. At power-on it starts
/// `runInExcess` too high and settles with `runInTime`; after 20 minutes 0.7 % of the excess is left. The
/// firmware divides the resistance by the factor of the environment in ENV_DATA and by its baseline. An
/// ENV_DATA that is wrong by 20 %RH or by 15 °C changes the resistance by 2 to 3 %.
enum CCS811Silicon {
  /// The settled resistance in clean air at 25 °C and 50 %RH, ohms.
  static let cleanAirResistance = 50_000.0
  /// The relative excess of the resistance when heating begins.
  static let runInExcess = 0.12
  /// The time constant of the run-in, in which the excess falls to 1/e, seconds.
  static let runInTime = 240.0
  /// The relative deficit of the resistance when a slower mode begins on a layer still hot from a faster
  /// mode.
  static let warmthExcess = 0.1
  /// The time constant with which the deficit of a layer that is too hot falls to 1/e, seconds.
  static let warmthTime = 150.0
  /// The equivalent CO2 above clean air that doubles the conductance, ppm.
  static let doublingLoad = 300.0
  /// The volatile organic compounds that double the conductance at the temperature that discriminates them,
  /// ppb.
  static let doublingTVOC = 45.6
  /// The relative RMS noise of one resistance measurement.
  static let noise = 0.000_7
  /// The eCO2 of clean air, ppm; the algorithm shows no lower value.
  static let cleanAirECO2 = 400.0
  /// The largest relative error of the part's clock.
  ///
  /// Source: datasheet v1-00, p. 8, "typical 2% tolerance due to accuracy of internal clock".
  static let clockTolerance = 0.02

  /// Returns the resistance of the layer, ohms, `heated` seconds after the heater was switched on.
  static func resistance(in air: WorldState, heated: Double) -> Double {
    let load = (air.eco2 - cleanAirECO2).limited(to: 0...1e6)
    return resistance(load / doublingLoad, in: air, heated: heated)
  }

  /// Returns the layer's resistance, ohms, at the temperature that discriminates volatile organic compounds.
  static func tvocResistance(in air: WorldState, heated: Double) -> Double {
    resistance(air.tvoc.limited(to: 0...1e6) / doublingTVOC, in: air, heated: heated)
  }

  private static func resistance(_ load: Double, in air: WorldState, heated: Double) -> Double {
    cleanAirResistance * runIn(heated: heated) / (1 + load)
      * environmentFactor(humidity: air.humidity, temperature: air.temperature)
  }

  /// Returns the run-in factor of the resistance, `heated` seconds after the heater was switched on.
  static func runIn(heated: Double) -> Double {
    1 + runInExcess * Math.exponential(-heated / runInTime)
  }

  /// Returns the factor of the resistance, `seconds` after a slower mode began without the required rest.
  static func warmth(since seconds: Double) -> Double {
    1 - warmthExcess * Math.exponential(-seconds / warmthTime)
  }

  /// Returns the resistance at 25 °C and 50 %RH, assuming the air is that in ENV_DATA.
  static func compensated(_ resistance: Double, humidity: Double, temperature: Double) -> Double {
    resistance / environmentFactor(humidity: humidity, temperature: temperature)
  }

  /// Returns the layer's conductance above clean air's, relative to clean air's; not negative.
  static func load(compensated: Double, baseline: Double) -> Double {
    max(baseline / compensated - 1, 0)
  }

  /// Returns the environment factor of the resistance: 0.12 % per %RH and 0.18 % per °C.
  private static func environmentFactor(humidity: Double, temperature: Double) -> Double {
    Math.exponential(
      -0.0012 * (humidity.limited(to: 0...100) - 50)
        - 0.0018 * (temperature.limited(to: -50...150) - 25))
  }
}
