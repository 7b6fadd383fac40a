/// Fields of message 1019: RTCM 10403.3 table 3.5-21, in its order.
///
/// Quantities and scales are those of the navigation message, IS-GPS-200 §20.3.3; the scales are powers of
/// two.
extension DataField {
  /// DF009, satellite ID, `0...63`: the PRN, or 40…58 for SBAS PRN 120…138.
  public static var df009: Self { .init(9, "satellite_id", .unsigned, 6) }
  /// DF076, week number modulo 1024: `0...1023`.
  public static var df076: Self { .init(76, "week", .unsigned, 10, .weeks) }
  /// DF077, URA index, user range accuracy: `0...15`.
  public static var df077: Self { .init(77, "ura_index", .unsigned, 4) }
  /// DF078, code on L2, `0...3`: 1 P, 2 C/A, 3 L2C.
  public static var df078: Self { .init(78, "code_on_l2", .unsigned, 2) }
  /// DF079, IDOT, rate of inclination: within ±2⁻³⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df079: Self { signed(79, "idot", 14, 0x1p43, .semicirclesPerSecond) }
  /// DF071, IODE, issue of data ephemeris: `0...255`.
  public static var df071: Self { .init(71, "iode", .unsigned, 8) }
  /// DF081, toc, clock reference time: 0 to 1 048 560 s in steps of 16.
  public static var df081: Self { .init(81, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF082, af2, clock drift rate: within ±2⁻⁴⁸ s/s² in steps of 2⁻⁵⁵.
  public static var df082: Self { signed(82, "af2", 8, 0x1p55, .secondsPerSecondSquared) }
  /// DF083, af1, clock drift: within ±2⁻²⁸ s/s in steps of 2⁻⁴³.
  public static var df083: Self { signed(83, "af1", 16, 0x1p43, .secondsPerSecond) }
  /// DF084, af0, clock offset: within ±2⁻¹⁰ s in steps of 2⁻³¹.
  public static var df084: Self { signed(84, "af0", 22, 0x1p31, .seconds) }
  /// DF085, issue of data clock: `0...1023`.
  public static var df085: Self { .init(85, "iodc", .unsigned, 10) }
  /// DF086, Crs, sine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df086: Self { signed(86, "crs", 16, 0x1p5, .metres) }
  /// DF087, Δn, mean motion difference: within ±2⁻²⁸ semicircles/s in steps of 2⁻⁴³.
  public static var df087: Self { signed(87, "delta_n", 16, 0x1p43, .semicirclesPerSecond) }
  /// DF088, M0, mean anomaly at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df088: Self { signed(88, "m0", 32, 0x1p31, .semicircles) }
  /// DF089, Cuc, cosine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df089: Self { signed(89, "cuc", 16, 0x1p29, .radians) }
  /// DF090, e, eccentricity: below 0.5 in steps of 2⁻³³.
  public static var df090: Self { .init(90, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  /// DF091, Cus, sine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df091: Self { signed(91, "cus", 16, 0x1p29, .radians) }
  /// DF092, √A, square root of the semi-major axis: below 8192 √m in steps of 2⁻¹⁹.
  public static var df092: Self {
    .init(92, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  /// DF093, toe, ephemeris reference time: 0 to 1 048 560 s in steps of 16.
  public static var df093: Self { .init(93, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF094, Cic, cosine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df094: Self { signed(94, "cic", 16, 0x1p29, .radians) }
  /// DF095, Ω0, longitude of the ascending node at the week's start: within ±1 semicircles in steps of 2⁻³¹.
  public static var df095: Self { signed(95, "omega0", 32, 0x1p31, .semicircles) }
  /// DF096, Cis, sine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁹.
  public static var df096: Self { signed(96, "cis", 16, 0x1p29, .radians) }
  /// DF097, i0, inclination at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df097: Self { signed(97, "i0", 32, 0x1p31, .semicircles) }
  /// DF098, Crc, cosine term of the orbit's radius: within ±1024 m in steps of 2⁻⁵.
  public static var df098: Self { signed(98, "crc", 16, 0x1p5, .metres) }
  /// DF099, ω, argument of perigee: within ±1 semicircles in steps of 2⁻³¹.
  public static var df099: Self { signed(99, "omega", 32, 0x1p31, .semicircles) }
  /// DF100, Ω̇, rate of right ascension: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df100: Self { signed(100, "omega_dot", 24, 0x1p43, .semicirclesPerSecond) }
  /// DF101, TGD, group delay: within ±2⁻²⁴ s in steps of 2⁻³¹.
  public static var df101: Self { signed(101, "tgd", 8, 0x1p31, .seconds) }
  /// DF102, health: `0...63`; 0 is healthy.
  public static var df102: Self { .init(102, "health", .unsigned, 6) }
  /// DF103, whether L2 P carries no navigation data.
  public static var df103: Self { .init(103, "l2_p_data_flag", .unsigned, 1) }
  /// DF137, whether the curve fit spans more than four hours.
  public static var df137: Self { .init(137, "fit_interval", .unsigned, 1) }

  private static func signed(
    _ number: UInt16, _ name: FixedText, _ bits: Int, _ stepsPerUnit: Double, _ unit: FieldUnit
  ) -> Self {
    .init(number, name, .signed, bits, stepsPerUnit: stepsPerUnit, unit)
  }
}
