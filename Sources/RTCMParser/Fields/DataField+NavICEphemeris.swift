/// Fields of message 1041, in its order.
///
/// They are those of the navigation message, with its scales: mostly powers of two.
extension DataField {
  static var df516: Self { .init(516, "satellite_id", .unsigned, 6) }
  static var df517: Self { .init(517, "week", .unsigned, 10, .weeks) }
  static var df518: Self { .init(518, "af0", .signed, 22, stepsPerUnit: 0x1p31, .seconds) }
  static var df519: Self { .init(519, "af1", .signed, 16, stepsPerUnit: 0x1p43, .secondsPerSecond) }
  static var df520: Self {
    .init(520, "af2", .signed, 8, stepsPerUnit: 0x1p55, .secondsPerSecondSquared)
  }
  static var df521: Self { .init(521, "ura_index", .unsigned, 4) }
  static var df522: Self { .init(522, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df523: Self { .init(523, "tgd", .signed, 8, stepsPerUnit: 0x1p31, .seconds) }
  static var df524: Self {
    .init(524, "delta_n", .signed, 22, stepsPerUnit: 0x1p41, .semicirclesPerSecond)
  }
  static var df525: Self { .init(525, "iodec", .unsigned, 8) }
  static var df526: Self { .init(526, "reserved_after_iodec", .unsigned, 10) }
  static var df527: Self { .init(527, "l5_flag", .unsigned, 1) }
  static var df528: Self { .init(528, "s_flag", .unsigned, 1) }
  static var df529: Self { .init(529, "cuc", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  static var df530: Self { .init(530, "cus", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  static var df531: Self { .init(531, "cic", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  static var df532: Self { .init(532, "cis", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  static var df533: Self { .init(533, "crc", .signed, 15, stepsPerUnit: 0x1p4, .metres) }
  static var df534: Self { .init(534, "crs", .signed, 15, stepsPerUnit: 0x1p4, .metres) }
  static var df535: Self {
    .init(535, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df536: Self { .init(536, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df537: Self { .init(537, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df538: Self { .init(538, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  static var df539: Self {
    .init(539, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  static var df540: Self { .init(540, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df541: Self { .init(541, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df542: Self {
    .init(542, "omega_dot", .signed, 22, stepsPerUnit: 0x1p41, .semicirclesPerSecond)
  }
  static var df543: Self { .init(543, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df544: Self { .init(544, "spare_after_idot", .unsigned, 2) }
  static var df545: Self { .init(545, "spare_after_i0", .unsigned, 2) }
}
