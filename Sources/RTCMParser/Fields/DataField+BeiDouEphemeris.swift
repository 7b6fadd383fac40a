/// Fields of messages 1042 and 63, in their order.
///
/// They are those of the navigation message, with its scales: mostly powers of two.
extension DataField {
  static var df488: Self { .init(488, "satellite_id", .unsigned, 6) }
  static var df489: Self { .init(489, "week", .unsigned, 13, .weeks) }
  static var df490: Self { .init(490, "ura_index", .unsigned, 4) }
  static var df491: Self {
    .init(491, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df492: Self { .init(492, "aode", .unsigned, 5) }
  static var df493: Self { .init(493, "toc", .unsigned, 17, stepsPerUnit: 0x1p-3, .seconds) }
  static var df494: Self {
    .init(494, "af2", .signed, 11, stepsPerUnit: 0x1p66, .secondsPerSecondSquared)
  }
  static var df495: Self { .init(495, "af1", .signed, 22, stepsPerUnit: 0x1p50, .secondsPerSecond) }
  static var df496: Self { .init(496, "af0", .signed, 24, stepsPerUnit: 0x1p33, .seconds) }
  static var df497: Self { .init(497, "aodc", .unsigned, 5) }
  static var df498: Self { .init(498, "crs", .signed, 18, stepsPerUnit: 0x1p6, .metres) }
  static var df499: Self {
    .init(499, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df500: Self { .init(500, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df501: Self { .init(501, "cuc", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  static var df502: Self { .init(502, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  static var df503: Self { .init(503, "cus", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  static var df504: Self {
    .init(504, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  static var df505: Self { .init(505, "toe", .unsigned, 17, stepsPerUnit: 0x1p-3, .seconds) }
  static var df506: Self { .init(506, "cic", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  static var df507: Self { .init(507, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df508: Self { .init(508, "cis", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  static var df509: Self { .init(509, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df510: Self { .init(510, "crc", .signed, 18, stepsPerUnit: 0x1p6, .metres) }
  static var df511: Self { .init(511, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df512: Self {
    .init(512, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df513: Self { .init(513, "tgd1", .signed, 10, stepsPerUnit: 1e10, .seconds) }
  static var df514: Self { .init(514, "tgd2", .signed, 10, stepsPerUnit: 1e10, .seconds) }
  static var df515: Self { .init(515, "is_unhealthy", .unsigned, 1) }
}
