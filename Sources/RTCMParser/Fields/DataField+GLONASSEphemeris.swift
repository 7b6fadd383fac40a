/// Fields of message 1020, in its order, except DF038 and DF040, which are fields of the observations.
///
/// Quantities and scales are those of the navigation message: mostly powers of two.
extension DataField {
  /// DF104, Cn, whether the almanac marks the satellite healthy.
  public static var df104: Self { .init(104, "is_almanac_healthy", .unsigned, 1) }
  /// DF105, whether DF104 is known.
  public static var df105: Self { .init(105, "has_almanac_health", .unsigned, 1) }
  /// DF106, P1, code of the interval between two reference times: `0...3`.
  public static var df106: Self { .init(106, "p1", .unsigned, 2) }
  /// DF107, tk, beginning of the frame, `0...4095`: 5 bits hours, 6 minutes, 1 half minutes.
  public static var df107: Self { .init(107, "tk", .unsigned, 12) }
  /// DF108, highest bit of Bn, whether the satellite is not to be used.
  public static var df108: Self { .init(108, "bn_msb", .unsigned, 1) }
  /// DF109, P2, whether the reference time is an odd number of intervals.
  public static var df109: Self { .init(109, "p2", .unsigned, 1) }
  /// DF110, tb, reference time in the Moscow day: 0 to 114 300 s in steps of 900.
  public static var df110: Self { .init(110, "tb", .unsigned, 7, stepsPerUnit: 1 / 900, .seconds) }
  /// DF111, x component of the velocity: within ±8 km/s in steps of 2⁻²⁰.
  public static var df111: Self {
    .init(111, "x_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  /// DF112, x component of the position: within ±32 768 km in steps of 2⁻¹¹.
  public static var df112: Self {
    .init(112, "x_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  /// DF113, x component of the moon's and the sun's acceleration: within ±2⁻²⁶ km/s² in steps of 2⁻³⁰.
  public static var df113: Self {
    .init(
      113, "x_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  /// DF114, y component of the velocity: within ±8 km/s in steps of 2⁻²⁰.
  public static var df114: Self {
    .init(114, "y_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  /// DF115, y component of the position: within ±32 768 km in steps of 2⁻¹¹.
  public static var df115: Self {
    .init(115, "y_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  /// DF116, y component of the moon's and the sun's acceleration: within ±2⁻²⁶ km/s² in steps of 2⁻³⁰.
  public static var df116: Self {
    .init(
      116, "y_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  /// DF117, z component of the velocity: within ±8 km/s in steps of 2⁻²⁰.
  public static var df117: Self {
    .init(117, "z_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  /// DF118, z component of the position: within ±32 768 km in steps of 2⁻¹¹.
  public static var df118: Self {
    .init(118, "z_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  /// DF119, z component of the moon's and the sun's acceleration: within ±2⁻²⁶ km/s² in steps of 2⁻³⁰.
  public static var df119: Self {
    .init(
      119, "z_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  /// DF120, P3, whether the frame has five almanacs rather than four.
  public static var df120: Self { .init(120, "p3", .unsigned, 1) }
  /// DF121, γn, relative deviation of the carrier frequency: within ±2⁻³⁰ in steps of 2⁻⁴⁰.
  public static var df121: Self { .init(121, "gamma_n", .signMagnitude, 11, stepsPerUnit: 0x1p40) }
  /// DF122, P, source of τc and τGPS: `0...3`.
  public static var df122: Self { .init(122, "p", .unsigned, 2) }
  /// DF123, ln of string 3, whether the satellite is not to be used.
  public static var df123: Self { .init(123, "ln_third_string", .unsigned, 1) }
  /// DF124, τn, GLONASS time less satellite time: within ±2⁻⁹ s in steps of 2⁻³⁰.
  public static var df124: Self {
    .init(124, "tau_n", .signMagnitude, 22, stepsPerUnit: 0x1p30, .seconds)
  }
  /// DF125, Δτn, delay of L2 against L1: within ±2⁻²⁶ s in steps of 2⁻³⁰.
  public static var df125: Self {
    .init(125, "delta_tau_n", .signMagnitude, 5, stepsPerUnit: 0x1p30, .seconds)
  }
  /// DF126, En, age of the data: `0...31`.
  public static var df126: Self { .init(126, "en", .unsigned, 5, .days) }
  /// DF127, P4, whether the ephemeris was updated.
  public static var df127: Self { .init(127, "p4", .unsigned, 1) }
  /// DF128, FT, accuracy index: `0...15`.
  public static var df128: Self { .init(128, "ft", .unsigned, 4) }
  /// DF129, NT, day of the four-year interval, from 1 on: `0...2047`.
  public static var df129: Self { .init(129, "nt", .unsigned, 11, .days) }
  /// DF130, M, kind of satellite, `0...3`: 0 GLONASS, 1 GLONASS-M.
  public static var df130: Self { .init(130, "m", .unsigned, 2) }
  /// DF131, whether the fields after DF131 are valid.
  public static var df131: Self { .init(131, "has_additional_data", .unsigned, 1) }
  /// DF132, NA, day of the four-year interval for which τc holds: `0...2047`.
  public static var df132: Self { .init(132, "na", .unsigned, 11, .days) }
  /// DF133, τc, UTC(SU) in Moscow less GLONASS time: within ±1 s in steps of 2⁻³¹.
  public static var df133: Self {
    .init(133, "tau_c", .signMagnitude, 32, stepsPerUnit: 0x1p31, .seconds)
  }
  /// DF134, N4, number of the four-year interval, 1 from 1996 on: `0...31`.
  public static var df134: Self { .init(134, "n4", .unsigned, 5) }
  /// DF135, τGPS, GPS time less GLONASS time, without whole seconds: within ±2⁻⁹ s in steps of 2⁻³⁰.
  public static var df135: Self {
    .init(135, "tau_gps", .signMagnitude, 22, stepsPerUnit: 0x1p30, .seconds)
  }
  /// DF136, ln of string 5, whether the satellite is not to be used.
  public static var df136: Self { .init(136, "ln_fifth_string", .unsigned, 1) }
}
