/// Fields of messages 1045 and 1046, by number.
///
/// They are those of the navigation message, with its scales: mostly powers of two.
extension DataField {
  static var df252: Self { .init(252, "satellite_id", .unsigned, 6) }
  static var df286: Self { .init(286, "sisa_index", .unsigned, 8) }
  static var df287: Self { .init(287, "e1b_health", .unsigned, 2) }
  static var df288: Self { .init(288, "is_e1b_data_invalid", .unsigned, 1) }
  static var df289: Self { .init(289, "week", .unsigned, 12, .weeks) }
  static var df290: Self { .init(290, "iod_nav", .unsigned, 10) }
  static var df291: Self { .init(291, "sisa_index", .unsigned, 8) }
  static var df292: Self {
    .init(292, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df293: Self { .init(293, "toc", .unsigned, 14, stepsPerUnit: 1 / 60, .seconds) }
  static var df294: Self {
    .init(294, "af2", .signed, 6, stepsPerUnit: 0x1p59, .secondsPerSecondSquared)
  }
  static var df295: Self { .init(295, "af1", .signed, 21, stepsPerUnit: 0x1p46, .secondsPerSecond) }
  static var df296: Self { .init(296, "af0", .signed, 31, stepsPerUnit: 0x1p34, .seconds) }
  static var df297: Self { .init(297, "crs", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  static var df298: Self {
    .init(298, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df299: Self { .init(299, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df300: Self { .init(300, "cuc", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df301: Self { .init(301, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  static var df302: Self { .init(302, "cus", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df303: Self {
    .init(303, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  static var df304: Self { .init(304, "toe", .unsigned, 14, stepsPerUnit: 1 / 60, .seconds) }
  static var df305: Self { .init(305, "cic", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df306: Self { .init(306, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df307: Self { .init(307, "cis", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  static var df308: Self { .init(308, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df309: Self { .init(309, "crc", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  static var df310: Self { .init(310, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles) }
  static var df311: Self {
    .init(311, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  static var df312: Self { .init(312, "bgd_e5a_e1", .signed, 10, stepsPerUnit: 0x1p32, .seconds) }
  static var df313: Self { .init(313, "bgd_e5b_e1", .signed, 10, stepsPerUnit: 0x1p32, .seconds) }
  static var df314: Self { .init(314, "e5a_health", .unsigned, 2) }
  static var df315: Self { .init(315, "is_e5a_data_invalid", .unsigned, 1) }
  static var df316: Self { .init(316, "e5b_health", .unsigned, 2) }
  static var df317: Self { .init(317, "is_e5b_data_invalid", .unsigned, 1) }
}
