/// The nonlinearity of a VEML7700: with much light it shows less than there is.
///
/// Source: Vishay, Designing the VEML7700 Into an Application, document 84323, correction above 1,000 lx.
package enum VEML7700Bend {
  /// The illuminance for what the part shows, lx.
  ///
  /// At 100 lx it is 1 % more, at 1,000 lx 8 %, and nearly five times as much where 22,000 lx are shown.
  package static func illuminance(shown: Double) -> Double {
    (((6.0135e-13 * shown - 9.3924e-9) * shown + 8.1488e-5) * shown + 1.0023) * shown
  }

  /// Returns the growth of the illuminance for each lux that the part shows more.
  package static func slope(shown: Double) -> Double {
    ((4 * 6.0135e-13 * shown - 3 * 9.3924e-9) * shown + 2 * 8.1488e-5) * shown + 1.0023
  }
}
