/// Fields of message 1044, in its order.
///
/// They are those of the navigation message, with its scales: mostly powers of two.
extension DataField {
  static var df429: Self { .init(429, "satellite_id", .unsigned, 4) }
  static var df430: Self { .init(430, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df431: Self {
    .init(431, "af2", .signed, 8, stepsPerUnit: 0x1p55, .secondsPerSecondSquared)
  }
  static var df432: Self { .init(432, "af1", .signed, 16, stepsPerUnit: 0x1p43, .secondsPerSecond) }
  static var df433: Self { .init(433, "af0", .signed, 22, stepsPerUnit: 0x1p31, .seconds) }
  static var df434: Self { .init(434, "iode", .unsigned, 8) }
  static var df435: Self { .init(435, "crs", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  static var df436: Self {
    .init(436, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df437: Self { .init(437, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df438: Self { .init(438, "cuc", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df439: Self { .init(439, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  static var df440: Self { .init(440, "cus", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df441: Self {
    .init(441, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  static var df442: Self { .init(442, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  static var df443: Self { .init(443, "cic", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df444: Self { .init(444, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df445: Self { .init(445, "cis", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df446: Self { .init(446, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df447: Self { .init(447, "crc", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  static var df448: Self { .init(448, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df449: Self {
    .init(449, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df450: Self {
    .init(450, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df451: Self { .init(451, "codes_on_l2", .unsigned, 2) }
  static var df452: Self { .init(452, "week", .unsigned, 10, .weeks) }
  static var df453: Self { .init(453, "ura_index", .unsigned, 4) }
  static var df454: Self { .init(454, "health", .unsigned, 6) }
  static var df455: Self { .init(455, "tgd", .signed, 8, stepsPerUnit: 0x1p31, .seconds) }
  static var df456: Self { .init(456, "iodc", .unsigned, 10) }
  static var df457: Self { .init(457, "fit_interval", .unsigned, 1) }
}
