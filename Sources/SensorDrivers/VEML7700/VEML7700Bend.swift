/// The nonlinearity of a VEML7700: in bright light the part shows less than the actual illuminance.
///
/// Source: Vishay, Designing the VEML7700 Into an Application, document 84323, correction above 1,000 lx.
package enum VEML7700Bend {
  /// Returns the actual illuminance in lx for the illuminance that the part shows.
  ///
  /// The result is 1 % higher at 100 lx, 8 % higher at 1,000 lx, and nearly five times as high at
  /// 22,000 lx shown.
  package static func illuminance(shown: Double) -> Double {
    (((6.0135e-13 * shown - 9.3924e-9) * shown + 8.1488e-5) * shown + 1.0023) * shown
  }

  /// Returns the derivative of the actual illuminance with respect to the illuminance shown.
  package static func slope(shown: Double) -> Double {
    ((4 * 6.0135e-13 * shown - 3 * 9.3924e-9) * shown + 2 * 8.1488e-5) * shown + 1.0023
  }
}
