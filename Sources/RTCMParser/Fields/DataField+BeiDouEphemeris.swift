/// Fields of messages 1042 and 63, in their order.
///
/// Quantities and scales are those of the navigation message: mostly powers of two.
extension DataField {
  /// DF488, satellite ID, `0...63`: the PRN.
  public static var df488: Self { .init(488, "satellite_id", .unsigned, 6) }
  /// DF489, BeiDou week number modulo 8192, from 1 January 2006 on: `0...8191`.
  public static var df489: Self { .init(489, "week", .unsigned, 13, .weeks) }
  /// DF490, user range accuracy index: `0...15`.
  public static var df490: Self { .init(490, "ura_index", .unsigned, 4) }
  /// DF491, rate of inclination: within ±2⁻³⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df491: Self {
    .init(491, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF492, age of data ephemeris: `0...31`.
  public static var df492: Self { .init(492, "aode", .unsigned, 5) }
  /// DF493, toc, clock reference time: 0 to 1 048 568 s in steps of 8.
  public static var df493: Self { .init(493, "toc", .unsigned, 17, stepsPerUnit: 0x1p-3, .seconds) }
  /// DF494, a2, clock drift rate: within ±2⁻⁵⁶ s/s² in steps of 2⁻⁶⁶.
  public static var df494: Self {
    .init(494, "af2", .signed, 11, stepsPerUnit: 0x1p66, .secondsPerSecondSquared)
  }
  /// DF495, a1, clock drift: within ±2⁻²⁹ s/s in steps of 2⁻⁵⁰.
  public static var df495: Self {
    .init(495, "af1", .signed, 22, stepsPerUnit: 0x1p50, .secondsPerSecond)
  }
  /// DF496, a0, clock offset: within ±2⁻¹⁰ s in steps of 2⁻³³.
  public static var df496: Self { .init(496, "af0", .signed, 24, stepsPerUnit: 0x1p33, .seconds) }
  /// DF497, age of data clock: `0...31`.
  public static var df497: Self { .init(497, "aodc", .unsigned, 5) }
  /// DF498, Crs, sine term of the orbit's radius: within ±2048 m in steps of 2⁻⁶.
  public static var df498: Self { .init(498, "crs", .signed, 18, stepsPerUnit: 0x1p6, .metres) }
  /// DF499, Δn, mean motion difference: within ±2⁻²⁸ semicircles/s in steps of 2⁻⁴³.
  public static var df499: Self {
    .init(499, "delta_n", .signed, 16, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF500, M0, mean anomaly at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df500: Self {
    .init(500, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF501, Cuc, cosine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻³¹.
  public static var df501: Self { .init(501, "cuc", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  /// DF502, e, eccentricity: below 0.5 in steps of 2⁻³³.
  public static var df502: Self { .init(502, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  /// DF503, Cus, sine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻³¹.
  public static var df503: Self { .init(503, "cus", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  /// DF504, √A, square root of the semi-major axis: below 8192 √m in steps of 2⁻¹⁹.
  public static var df504: Self {
    .init(504, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  /// DF505, toe, ephemeris reference time: 0 to 1 048 568 s in steps of 8.
  public static var df505: Self { .init(505, "toe", .unsigned, 17, stepsPerUnit: 0x1p-3, .seconds) }
  /// DF506, Cic, cosine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻³¹.
  public static var df506: Self { .init(506, "cic", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  /// DF507, Ω0, longitude of the ascending node at the week's start: within ±1 semicircles in steps of 2⁻³¹.
  public static var df507: Self {
    .init(507, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF508, Cis, sine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻³¹.
  public static var df508: Self { .init(508, "cis", .signed, 18, stepsPerUnit: 0x1p31, .radians) }
  /// DF509, i0, inclination at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df509: Self {
    .init(509, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF510, Crc, cosine term of the orbit's radius: within ±2048 m in steps of 2⁻⁶.
  public static var df510: Self { .init(510, "crc", .signed, 18, stepsPerUnit: 0x1p6, .metres) }
  /// DF511, ω, argument of perigee: within ±1 semicircles in steps of 2⁻³¹.
  public static var df511: Self {
    .init(511, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF512, Ω̇, rate of right ascension: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df512: Self {
    .init(512, "omega_dot", .signed, 24, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF513, TGD1, group delay of B1I: ±51.1 ns in steps of 0.1.
  public static var df513: Self { .init(513, "tgd1", .signed, 10, stepsPerUnit: 1e10, .seconds) }
  /// DF514, TGD2, group delay of B2I: ±51.1 ns in steps of 0.1.
  public static var df514: Self { .init(514, "tgd2", .signed, 10, stepsPerUnit: 1e10, .seconds) }
  /// DF515, whether the satellite must not be used.
  public static var df515: Self { .init(515, "is_unhealthy", .unsigned, 1) }
}
