/// Fields of message 1041, in its order.
///
/// Quantities and scales are those of the navigation message: mostly powers of two.
extension DataField {
  /// DF516, satellite ID, `0...63`: the PRN.
  public static var df516: Self { .init(516, "satellite_id", .unsigned, 6) }
  /// DF517, week number modulo 1024, from 22 August 1999 on: `0...1023`.
  public static var df517: Self { .init(517, "week", .unsigned, 10, .weeks) }
  /// DF518, af0, clock offset: within ±2⁻¹⁰ s in steps of 2⁻³¹.
  public static var df518: Self { .init(518, "af0", .signed, 22, stepsPerUnit: 0x1p31, .seconds) }
  /// DF519, af1, clock drift: within ±2⁻²⁸ s/s in steps of 2⁻⁴³.
  public static var df519: Self {
    .init(519, "af1", .signed, 16, stepsPerUnit: 0x1p43, .secondsPerSecond)
  }
  /// DF520, af2, clock drift rate: within ±2⁻⁴⁸ s/s² in steps of 2⁻⁵⁵.
  public static var df520: Self {
    .init(520, "af2", .signed, 8, stepsPerUnit: 0x1p55, .secondsPerSecondSquared)
  }
  /// DF521, user range accuracy index: `0...15`.
  public static var df521: Self { .init(521, "ura_index", .unsigned, 4) }
  /// DF522, toc, clock reference time: 0 to 1 048 560 s in steps of 16.
  public static var df522: Self { .init(522, "toc", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF523, TGD, group delay: within ±2⁻²⁴ s in steps of 2⁻³¹.
  public static var df523: Self { .init(523, "tgd", .signed, 8, stepsPerUnit: 0x1p31, .seconds) }
  /// DF524, Δn, mean motion difference: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴¹.
  public static var df524: Self {
    .init(524, "delta_n", .signed, 22, stepsPerUnit: 0x1p41, .semicirclesPerSecond)
  }
  /// DF525, issue of data ephemeris and clock: `0...255`.
  public static var df525: Self { .init(525, "iodec", .unsigned, 8) }
  /// DF526, reserved: `0...1023`.
  public static var df526: Self { .init(526, "reserved_after_iodec", .unsigned, 10) }
  /// DF527, whether the signal on L5 is unhealthy.
  public static var df527: Self { .init(527, "l5_flag", .unsigned, 1) }
  /// DF528, whether the signal on S is unhealthy.
  public static var df528: Self { .init(528, "s_flag", .unsigned, 1) }
  /// DF529, Cuc, cosine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁸.
  public static var df529: Self { .init(529, "cuc", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  /// DF530, Cus, sine term of the argument of latitude: within ±2⁻¹⁴ rad in steps of 2⁻²⁸.
  public static var df530: Self { .init(530, "cus", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  /// DF531, Cic, cosine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁸.
  public static var df531: Self { .init(531, "cic", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  /// DF532, Cis, sine term of the inclination: within ±2⁻¹⁴ rad in steps of 2⁻²⁸.
  public static var df532: Self { .init(532, "cis", .signed, 15, stepsPerUnit: 0x1p28, .radians) }
  /// DF533, Crc, cosine term of the orbit's radius: ±1 023.9375 m in steps of 0.0625.
  public static var df533: Self { .init(533, "crc", .signed, 15, stepsPerUnit: 0x1p4, .metres) }
  /// DF534, Crs, sine term of the orbit's radius: ±1 023.9375 m in steps of 0.0625.
  public static var df534: Self { .init(534, "crs", .signed, 15, stepsPerUnit: 0x1p4, .metres) }
  /// DF535, rate of inclination: within ±2⁻³⁰ semicircles/s in steps of 2⁻⁴³.
  public static var df535: Self {
    .init(535, "idot", .signed, 14, stepsPerUnit: 0x1p43, .semicirclesPerSecond)
  }
  /// DF536, M0, mean anomaly at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df536: Self {
    .init(536, "m0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF537, toe, ephemeris reference time: 0 to 1 048 560 s in steps of 16.
  public static var df537: Self { .init(537, "toe", .unsigned, 16, stepsPerUnit: 0x1p-4, .seconds) }
  /// DF538, e, eccentricity: below 0.5 in steps of 2⁻³³.
  public static var df538: Self { .init(538, "eccentricity", .unsigned, 32, stepsPerUnit: 0x1p33) }
  /// DF539, √A, square root of the semi-major axis: below 8192 √m in steps of 2⁻¹⁹.
  public static var df539: Self {
    .init(539, "sqrt_a", .unsigned, 32, stepsPerUnit: 0x1p19, .squareRootMetres)
  }
  /// DF540, Ω0, longitude of the ascending node at the week's start: within ±1 semicircles in steps of 2⁻³¹.
  public static var df540: Self {
    .init(540, "omega0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF541, ω, argument of perigee: within ±1 semicircles in steps of 2⁻³¹.
  public static var df541: Self {
    .init(541, "omega", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF542, Ω̇, rate of right ascension: within ±2⁻²⁰ semicircles/s in steps of 2⁻⁴¹.
  public static var df542: Self {
    .init(542, "omega_dot", .signed, 22, stepsPerUnit: 0x1p41, .semicirclesPerSecond)
  }
  /// DF543, i0, inclination at the reference time: within ±1 semicircles in steps of 2⁻³¹.
  public static var df543: Self {
    .init(543, "i0", .signed, 32, stepsPerUnit: 0x1p31, .semicircles)
  }
  /// DF544, the two spare bits that the satellite sends after IDOT: `0...3`.
  public static var df544: Self { .init(544, "spare_after_idot", .unsigned, 2) }
  /// DF545, the two spare bits that the satellite sends after i0: `0...3`.
  public static var df545: Self { .init(545, "spare_after_i0", .unsigned, 2) }
}
