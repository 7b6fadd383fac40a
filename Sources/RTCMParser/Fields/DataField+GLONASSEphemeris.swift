/// Fields of message 1020, in its order; DF038 and DF040 are those of the observations.
///
/// They are those of the navigation message, with its scales: mostly powers of two.
extension DataField {
  static var df104: Self { .init(104, "is_almanac_healthy", .unsigned, 1) }
  static var df105: Self { .init(105, "has_almanac_health", .unsigned, 1) }
  static var df106: Self { .init(106, "p1", .unsigned, 2) }
  static var df107: Self { .init(107, "tk", .unsigned, 12) }
  static var df108: Self { .init(108, "bn_msb", .unsigned, 1) }
  static var df109: Self { .init(109, "p2", .unsigned, 1) }
  static var df110: Self { .init(110, "tb", .unsigned, 7, stepsPerUnit: 1 / 900, .seconds) }
  static var df111: Self {
    .init(111, "x_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  static var df112: Self {
    .init(112, "x_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  static var df113: Self {
    .init(
      113, "x_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  static var df114: Self {
    .init(114, "y_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  static var df115: Self {
    .init(115, "y_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  static var df116: Self {
    .init(
      116, "y_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  static var df117: Self {
    .init(117, "z_velocity", .signMagnitude, 24, stepsPerUnit: 0x1p20, .kilometresPerSecond)
  }
  static var df118: Self {
    .init(118, "z_position", .signMagnitude, 27, stepsPerUnit: 0x1p11, .kilometres)
  }
  static var df119: Self {
    .init(
      119, "z_acceleration", .signMagnitude, 5, stepsPerUnit: 0x1p30, .kilometresPerSecondSquared)
  }
  static var df120: Self { .init(120, "p3", .unsigned, 1) }
  static var df121: Self { .init(121, "gamma_n", .signMagnitude, 11, stepsPerUnit: 0x1p40) }
  static var df122: Self { .init(122, "p", .unsigned, 2) }
  static var df123: Self { .init(123, "ln_third_string", .unsigned, 1) }
  static var df124: Self { .init(124, "tau_n", .signMagnitude, 22, stepsPerUnit: 0x1p30, .seconds) }
  static var df125: Self {
    .init(125, "delta_tau_n", .signMagnitude, 5, stepsPerUnit: 0x1p30, .seconds)
  }
  static var df126: Self { .init(126, "en", .unsigned, 5, .days) }
  static var df127: Self { .init(127, "p4", .unsigned, 1) }
  static var df128: Self { .init(128, "ft", .unsigned, 4) }
  static var df129: Self { .init(129, "nt", .unsigned, 11, .days) }
  static var df130: Self { .init(130, "m", .unsigned, 2) }
  static var df131: Self { .init(131, "has_additional_data", .unsigned, 1) }
  static var df132: Self { .init(132, "na", .unsigned, 11, .days) }
  static var df133: Self { .init(133, "tau_c", .signMagnitude, 32, stepsPerUnit: 0x1p31, .seconds) }
  static var df134: Self { .init(134, "n4", .unsigned, 5) }
  static var df135: Self {
    .init(135, "tau_gps", .signMagnitude, 22, stepsPerUnit: 0x1p30, .seconds)
  }
  static var df136: Self { .init(136, "ln_fifth_string", .unsigned, 1) }
}
