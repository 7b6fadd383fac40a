/// Fields of messages 1045 and 1046, by number.
///
/// Quantities and scales are those of the navigation message: mostly powers of two.
extension DataField {
  /// DF252, satellite ID, `0...63`: the PRN.
  public static var df252: Self { .init(252, "satellite_id", .unsigned, 6) }
  /// DF286, signal-in-space accuracy index of E1 and E5b: `0...255`; 255 means no accuracy prediction.
  public static var df286: Self { .init(286, "sisa_index", .unsigned, 8) }
  /// DF287, health of E1-B, `0...3`: 0 healthy, 1 out of service, 2 will be out of service, 3 in test.
  public static var df287: Self { .init(287, "e1b_health", .unsigned, 2) }
  /// DF288, whether the data of E1-B are without guarantee.
  public static var df288: Self { .init(288, "is_e1b_data_invalid", .unsigned, 1) }
  /// DF289, Galileo week number modulo 4096, from 22 August 1999 on: `0...4095`.
  public static var df289: Self { .init(289, "week", .unsigned, 12, .weeks) }
  /// DF290, issue of data: `0...1023`.
  public static var df290: Self { .init(290, "iod_nav", .unsigned, 10) }
  /// DF291, signal-in-space accuracy index of E1 and E5a: `0...255`; 255 means no accuracy prediction.
  public static var df291: Self { .init(291, "sisa_index", .unsigned, 8) }
  /// DF292, rate of inclination: within ±2⁻³⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df292: Self {
    .init(292, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF293, toc, clock reference time: 0 to 982 980 s in steps of 60.
  public static var df293: Self { .init(293, "toc", .unsigned, 14, stepsPerUnit: 1 / 60, .seconds) }
  /// DF294, af2, clock drift rate: within ±2⁻⁵⁴ s/s² in steps of 2⁻⁵⁹.
  public static var df294: Self {
    .init(294, "af2", .signed, 6, stepsPerUnit: 0x1p59, .secondsPerSecondSquared)
  }
  /// DF295, af1, clock drift: within ±2⁻²⁶ s/s in steps of 2⁻⁴⁶.
  public static var df295: Self {
    .init(295, "af1", .signed, 21, stepsPerUnit: 0x1p46, .secondsPerSecond)
  }
  /// DF296, af0, clock offset: within ±0.0625 s in steps of 2⁻³⁴.
  public static var df296: Self { .init(296, "af0", .signed, 31, stepsPerUnit: 0x1p34, .seconds) }
  /// DF297, Crs, sine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df297: Self { .init(297, "crs", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  /// DF298, Δn, mean motion difference: within ±2⁻²⁸ semicircles/s in steps of 2⁻⁴³.
  public static var df298: Self {
    .init(298, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF299, M0, mean anomaly at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df299: Self {
    .init(299, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF300, Cuc, cosine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df300: Self { .init(300, "cuc", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF301, e, eccentricity: below 0.5 in steps of 2⁻³³.
  public static var df301: Self { .init(301, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  /// DF302, Cus, sine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df302: Self { .init(302, "cus", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF303, √A, square root of the semi-major axis: below 8192 √m in steps of 2⁻¹⁹.
  public static var df303: Self {
    .init(303, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  /// DF304, toe, ephemeris reference time: 0 to 982 980 s in steps of 60.
  public static var df304: Self { .init(304, "toe", .unsigned, 14, stepsPerUnit: 1 / 60, .seconds) }
  /// DF305, Cic, cosine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df305: Self { .init(305, "cic", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF306, Ω0, longitude of the ascending node at the week's start: within ±1 semicircles in steps of 2⁻³¹.
  public static var df306: Self {
    .init(306, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF307, Cis, sine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df307: Self { .init(307, "cis", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF308, i0, inclination at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df308: Self {
    .init(308, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF309, Crc, cosine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df309: Self { .init(309, "crc", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  /// DF310, ω, argument of perigee: within ±1 semicircles in steps of 2⁻³¹.
  public static var df310: Self {
    .init(310, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF311, Ω̇, rate of right ascension: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df311: Self {
    .init(311, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF312, BGD, group delay of E1 against E5a: within ±2⁻²³ s in steps of 2⁻³².
  public static var df312: Self {
    .init(312, "bgd_e5a_e1", .signed, 10, stepsPerUnit: 0x1p32, .seconds)
  }
  /// DF313, BGD, group delay of E1 against E5b: within ±2⁻²³ s in steps of 2⁻³².
  public static var df313: Self {
    .init(313, "bgd_e5b_e1", .signed, 10, stepsPerUnit: 0x1p32, .seconds)
  }
  /// DF314, health of E5a, `0...3`: 0 healthy, 1 out of service, 2 will be out of service, 3 in test.
  public static var df314: Self { .init(314, "e5a_health", .unsigned, 2) }
  /// DF315, whether the data of E5a are without guarantee.
  public static var df315: Self { .init(315, "is_e5a_data_invalid", .unsigned, 1) }
  /// DF316, health of E5b, `0...3`: 0 healthy, 1 out of service, 2 will be out of service, 3 in test.
  public static var df316: Self { .init(316, "e5b_health", .unsigned, 2) }
  /// DF317, whether the data of E5b are without guarantee.
  public static var df317: Self { .init(317, "is_e5b_data_invalid", .unsigned, 1) }
}
