/// Fields of message 1019: RTCM 10403.3 table 3.5-21, in its order.
///
/// They are those of the navigation message, IS-GPS-200 §20.3.3, with its scales: powers of two.
extension DataField {
  static var df009: Self { .init(9, "satellite_id", .unsigned, 6) }
  static var df076: Self { .init(76, "week", .unsigned, 10, .weeks) }
  static var df077: Self { .init(77, "ura_index", .unsigned, 4) }
  static var df078: Self { .init(78, "code_on_l2", .unsigned, 2) }
  static var df079: Self { signed(79, "idot", 14, 0x1p43, .semicirclesPerSecond) }
  static var df071: Self { .init(71, "iode", .unsigned, 8) }
  static var df081: Self { .init(81, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df082: Self { signed(82, "af2", 8, 0x1p55, .secondsPerSecondSquared) }
  static var df083: Self { signed(83, "af1", 16, 0x1p43, .secondsPerSecond) }
  static var df084: Self { signed(84, "af0", 22, 0x1p31, .seconds) }
  static var df085: Self { .init(85, "iodc", .unsigned, 10) }
  static var df086: Self { signed(86, "crs", 16, 0x1p5, .metres) }
  static var df087: Self { signed(87, "delta_n", 16, 0x1p43, .semicirclesPerSecond) }
  static var df088: Self { signed(88, "m0", 32, 0x1p31, .semicircles) }
  static var df089: Self { signed(89, "cuc", 16, 0x1p29, .radians) }
  static var df090: Self { .init(90, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  static var df091: Self { signed(91, "cus", 16, 0x1p29, .radians) }
  static var df092: Self {
    .init(92, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  static var df093: Self { .init(93, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df094: Self { signed(94, "cic", 16, 0x1p29, .radians) }
  static var df095: Self { signed(95, "omega0", 32, 0x1p31, .semicircles) }
  static var df096: Self { signed(96, "cis", 16, 0x1p29, .radians) }
  static var df097: Self { signed(97, "i0", 32, 0x1p31, .semicircles) }
  static var df098: Self { signed(98, "crc", 16, 0x1p5, .metres) }
  static var df099: Self { signed(99, "omega", 32, 0x1p31, .semicircles) }
  static var df100: Self { signed(100, "omega_dot", 24, 0x1p43, .semicirclesPerSecond) }
  static var df101: Self { signed(101, "tgd", 8, 0x1p31, .seconds) }
  static var df102: Self { .init(102, "health", .unsigned, 6) }
  static var df103: Self { .init(103, "l2_p_data_flag", .unsigned, 1) }
  static var df137: Self { .init(137, "fit_interval", .unsigned, 1) }

  private static func signed(
    _ number: UInt16, _ name: StaticString, _ bits: Int, _ stepsPerUnit: Double, _ unit: FieldUnit
  ) -> Self {
    .init(number, name, .signed, bits, stepsPerUnit: stepsPerUnit, unit)
  }
}
