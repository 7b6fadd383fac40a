/// Fields of message 1044, in its order.
///
/// Quantities and scales are those of the navigation message: mostly powers of two.
extension DataField {
  /// DF429, satellite ID, `0...15`: PRN less 192.
  public static var df429: Self { .init(429, "satellite_id", .unsigned, 4) }
  /// DF430, toc, clock reference time: 0 to 1 048 560 s in steps of 16.
  public static var df430: Self { .init(430, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF431, af2, clock drift rate: within ±2⁻⁴⁸ s/s² in steps of 2⁻⁵⁵.
  public static var df431: Self {
    .init(431, "af2", .signed, 8, stepsPerUnit: 0x1p55, .secondsPerSecondSquared)
  }
  /// DF432, af1, clock drift: within ±2⁻²⁸ s/s in steps of 2⁻⁴³.
  public static var df432: Self {
    .init(432, "af1", .signed, 16, stepsPerUnit: 0x1p43, .secondsPerSecond)
  }
  /// DF433, af0, clock offset: within ±2⁻¹⁰ s in steps of 2⁻³¹.
  public static var df433: Self { .init(433, "af0", .signed, 22, stepsPerUnit: 0x1p31, .seconds) }
  /// DF434, issue of data ephemeris: `0...255`.
  public static var df434: Self { .init(434, "iode", .unsigned, 8) }
  /// DF435, Crs, sine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df435: Self { .init(435, "crs", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  /// DF436, Δn, mean motion difference: within ±2⁻²⁸ semicircles/s in steps of 2⁻⁴³.
  public static var df436: Self {
    .init(436, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF437, M0, mean anomaly at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df437: Self {
    .init(437, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF438, Cuc, cosine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df438: Self { .init(438, "cuc", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF439, e, eccentricity: below 0.5 in steps of 2⁻³³.
  public static var df439: Self { .init(439, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  /// DF440, Cus, sine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df440: Self { .init(440, "cus", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF441, √A, square root of the semi-major axis: below 8192 √m in steps of 2⁻¹⁹.
  public static var df441: Self {
    .init(441, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  /// DF442, toe, ephemeris reference time: 0 to 1 048 560 s in steps of 16.
  public static var df442: Self { .init(442, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF443, Cic, cosine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df443: Self { .init(443, "cic", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF444, Ω0, longitude of the ascending node at the week's start: within ±1 semicircles in steps of 2⁻³¹.
  public static var df444: Self {
    .init(444, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF445, Cis, sine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df445: Self { .init(445, "cis", .signed, 16, stepsPerUnit: 0x1p29, .radians) }
  /// DF446, i0, inclination at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df446: Self {
    .init(446, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF447, Crc, cosine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df447: Self { .init(447, "crc", .signed, 16, stepsPerUnit: 0x1p5, .metres) }
  /// DF448, ω, argument of perigee: within ±1 semicircles in steps of 2⁻³¹.
  public static var df448: Self {
    .init(448, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF449, Ω̇, rate of right ascension: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df449: Self {
    .init(449, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF450, rate of inclination: within ±2⁻³⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df450: Self {
    .init(450, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF451, codes on L2: `0...3`; 2 is L2C.
  public static var df451: Self { .init(451, "codes_on_l2", .unsigned, 2) }
  /// DF452, GPS week number modulo 1024: `0...1023`.
  public static var df452: Self { .init(452, "week", .unsigned, 10, .weeks) }
  /// DF453, user range accuracy index: `0...15`.
  public static var df453: Self { .init(453, "ura_index", .unsigned, 4) }
  /// DF454, health of the satellite: `0...63`; 0 is healthy.
  public static var df454: Self { .init(454, "health", .unsigned, 6) }
  /// DF455, TGD, group delay: within ±2⁻²⁴ s in steps of 2⁻³¹.
  public static var df455: Self { .init(455, "tgd", .signed, 8, stepsPerUnit: 0x1p31, .seconds) }
  /// DF456, issue of data clock: `0...1023`.
  public static var df456: Self { .init(456, "iodc", .unsigned, 10) }
  /// DF457, whether the curve fit spans more than two hours.
  public static var df457: Self { .init(457, "fit_interval", .unsigned, 1) }
}
