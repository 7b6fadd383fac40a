/// Fields of message 1043, in its order; the message is a draft that gives its fields no numbers.
///
/// Quantities and scales are those of SBAS message type 9, RTCA DO-229.
extension DataField {
  /// Satellite ID, the PRN less 120 as BNC decodes it: `0...63`.
  public static var sbasSatelliteID: Self { .init(0, "satellite_id", .unsigned, 6) }
  /// Issue of data, navigation: `0...255`.
  public static var sbasIODN: Self { .init(0, "iodn", .unsigned, 8) }
  /// Reference time in the day: 0 to 131 056 s in steps of 16.
  public static var sbasT0: Self { .init(0, "t0", .unsigned, 13, stepsPerUnit: 0x1p-4, .seconds) }
  /// User range accuracy index: `0...15`.
  public static var sbasURAIndex: Self { .init(0, "ura_index", .unsigned, 4) }
  /// X of the position, ECEF: ±42 949 672.88 m in steps of 0.08.
  public static var sbasXPosition: Self {
    .init(0, "x_position", .signed, 30, stepsPerUnit: 12.5, .metres)
  }
  /// Y of the position, ECEF: ±42 949 672.88 m in steps of 0.08.
  public static var sbasYPosition: Self {
    .init(0, "y_position", .signed, 30, stepsPerUnit: 12.5, .metres)
  }
  /// Z of the position, ECEF: ±6 710 886 m in steps of 0.4.
  public static var sbasZPosition: Self {
    .init(0, "z_position", .signed, 25, stepsPerUnit: 2.5, .metres)
  }
  /// X of the velocity, ECEF: ±40.959375 m/s in steps of 0.000625.
  public static var sbasXVelocity: Self {
    .init(0, "x_velocity", .signed, 17, stepsPerUnit: 1600, .metresPerSecond)
  }
  /// Y of the velocity, ECEF: ±40.959375 m/s in steps of 0.000625.
  public static var sbasYVelocity: Self {
    .init(0, "y_velocity", .signed, 17, stepsPerUnit: 1600, .metresPerSecond)
  }
  /// Z of the velocity, ECEF: ±524.284 m/s in steps of 0.004.
  public static var sbasZVelocity: Self {
    .init(0, "z_velocity", .signed, 18, stepsPerUnit: 250, .metresPerSecond)
  }
  /// X of the acceleration, ECEF: ±0.0063875 m/s² in steps of 0.0000125.
  public static var sbasXAcceleration: Self {
    .init(0, "x_acceleration", .signed, 10, stepsPerUnit: 80_000, .metresPerSecondSquared)
  }
  /// Y of the acceleration, ECEF: ±0.0063875 m/s² in steps of 0.0000125.
  public static var sbasYAcceleration: Self {
    .init(0, "y_acceleration", .signed, 10, stepsPerUnit: 80_000, .metresPerSecondSquared)
  }
  /// Z of the acceleration, ECEF: ±0.0319375 m/s² in steps of 0.0000625.
  public static var sbasZAcceleration: Self {
    .init(0, "z_acceleration", .signed, 10, stepsPerUnit: 16_000, .metresPerSecondSquared)
  }
  /// aGf0, clock offset: within ±2⁻²⁰ s in steps of 2⁻³¹.
  public static var sbasAGf0: Self { .init(0, "agf0", .signed, 12, stepsPerUnit: 0x1p31, .seconds) }
  /// aGf1, clock drift: within ±2⁻³³ s/s in steps of 2⁻⁴⁰.
  public static var sbasAGf1: Self {
    .init(0, "agf1", .signed, 8, stepsPerUnit: 0x1p40, .secondsPerSecond)
  }
}
