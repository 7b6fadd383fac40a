internal import Mathematics

/// What the metal oxide of a CCS811 makes of the air, and what its firmware makes of that.
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
  /// Equivalent CO2 above clean air that doubles the conductance, ppm.
  static let doublingLoad = 300.0
  /// Relative noise of one resistance measurement, RMS.
  static let noise = 0.000_7
  /// eCO2 of clean air, ppm: the algorithm shows no less.
  static let cleanAirECO2 = 400.0

  /// The resistance of the layer, ohms, `heated` seconds after the heater came on.
  static func resistance(in air: WorldState, heated: Double) -> Double {
    let excess = runInExcess * Math.exponential(-heated / runInTime)
    let load = (air.eco2 - cleanAirECO2).limited(to: 0...1e6)
    return cleanAirResistance * (1 + excess) / (1 + load / doublingLoad)
      * environmentFactor(humidity: air.humidity, temperature: air.temperature)
  }

  /// The gas load that the firmware computes, ppm above clean air.
  static func load(resistance: Double, baseline: Double, humidity: Double, temperature: Double)
    -> Double
  {
    let compensated =
      resistance / environmentFactor(humidity: humidity, temperature: temperature)
    return max(baseline / compensated - 1, 0) * doublingLoad
  }

  /// How humidity and temperature shift the resistance: 0.12 % per %RH, 0.18 % per °C.
  private static func environmentFactor(humidity: Double, temperature: Double) -> Double {
    Math.exponential(
      -0.0012 * (humidity.limited(to: 0...100) - 50)
        - 0.0018 * (temperature.limited(to: -50...150) - 25))
  }
}
