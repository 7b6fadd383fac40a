/// Fields of messages 1001–1004 and 1009–1012: RTCM 10403.3 table 3.4-1.
///
/// The GLONASS fields mirror those of GPS, whose numbers they follow by 25 to 30.
extension DataField {
  /// DF005, whether more messages of the same epoch follow.
  public static var df005: Self { .init(5, "is_more_to_follow", .unsigned, 1) }

  // Fields of GPS messages, which carry SBAS under satellite IDs 40...58.
  /// DF006, number of GPS satellites: `0...31`.
  public static var df006: Self { .init(6, "satellite_count", .unsigned, 5) }
  /// DF007, whether GPS pseudoranges are smoothed free of divergence.
  public static var df007: Self { .init(7, "has_divergence_free_smoothing", .unsigned, 1) }
  /// DF008, GPS smoothing interval, as in DF418: `0...7`.
  public static var df008: Self { .init(8, "smoothing_interval", .unsigned, 3) }
  /// DF010, GPS L1 code: 0 C/A, 1 P.
  public static var df010: Self { .init(10, "l1_code_indicator", .unsigned, 1) }
  /// DF011, GPS L1 pseudorange less ambiguities: 0 to 335 544.3 m in steps of 0.02, or not available.
  public static var df011: Self { pseudorange(11, 24) }
  /// DF012, GPS L1 phaserange less pseudorange: ±262.1435 m in steps of 0.0005, or not available.
  public static var df012: Self { phaserangeDifference(12, "l1_phaserange_less_pseudorange") }
  /// DF013, GPS L1 lock time indicator: `0...127`.
  public static var df013: Self { .init(13, "l1_lock_time_indicator", .unsigned, 7) }
  /// DF014, number of whole 299 792.458 m left out of DF011: `0...255`.
  public static var df014: Self { .init(14, "l1_pseudorange_modulus_ambiguity", .unsigned, 8) }
  /// DF015, GPS L1 carrier-to-noise ratio: `0.25...63.75` dB-Hz in steps of 0.25, or not available.
  public static var df015: Self { cnr(15, "l1_cnr") }
  /// DF016, GPS L2 code, `0...3`: 0 C/A or L2C, 1 P, 2 cross-correlated P, 3 correlated P.
  public static var df016: Self { .init(16, "l2_code_indicator", .unsigned, 2) }
  /// DF017, GPS L2 pseudorange less that of L1: ±163.82 m in steps of 0.02, or not available.
  public static var df017: Self { pseudorangeDifference(17) }
  /// DF018, GPS L2 phaserange less L1's pseudorange: ±262.1435 m in steps of 0.0005, or not available.
  public static var df018: Self { phaserangeDifference(18, "l2_phaserange_less_l1_pseudorange") }
  /// DF019, GPS L2 lock time indicator: `0...127`.
  public static var df019: Self { .init(19, "l2_lock_time_indicator", .unsigned, 7) }
  /// DF020, GPS L2 carrier-to-noise ratio: `0.25...63.75` dB-Hz in steps of 0.25, or not available.
  public static var df020: Self { cnr(20, "l2_cnr") }

  // Fields of GLONASS messages.
  /// DF035, number of GLONASS satellites: `0...31`.
  public static var df035: Self { .init(35, "satellite_count", .unsigned, 5) }
  /// DF036, whether GLONASS pseudoranges are smoothed free of divergence.
  public static var df036: Self { .init(36, "has_divergence_free_smoothing", .unsigned, 1) }
  /// DF037, GLONASS smoothing interval, as in DF418: `0...7`.
  public static var df037: Self { .init(37, "smoothing_interval", .unsigned, 3) }
  /// DF038, GLONASS satellite ID, `0...63`: the slot number.
  public static var df038: Self { .init(38, "satellite_id", .unsigned, 6) }
  /// DF039, GLONASS L1 code: 0 C/A, 1 P.
  public static var df039: Self { .init(39, "l1_code_indicator", .unsigned, 1) }
  /// DF040, GLONASS frequency channel plus 7: `0...31`.
  public static var df040: Self { .init(40, "frequency_channel_indicator", .unsigned, 5) }
  /// DF041, GLONASS L1 pseudorange less ambiguities: 0 to 671 088.62 m in steps of 0.02, or not available.
  public static var df041: Self { pseudorange(41, 25) }
  /// DF042, GLONASS L1 phaserange less pseudorange: ±262.1435 m in steps of 0.0005, or not available.
  public static var df042: Self { phaserangeDifference(42, "l1_phaserange_less_pseudorange") }
  /// DF043, GLONASS L1 lock time indicator: `0...127`.
  public static var df043: Self { .init(43, "l1_lock_time_indicator", .unsigned, 7) }
  /// DF044, number of whole 599 584.916 m left out of DF041: `0...127`.
  public static var df044: Self { .init(44, "l1_pseudorange_modulus_ambiguity", .unsigned, 7) }
  /// DF045, GLONASS L1 carrier-to-noise ratio: `0.25...63.75` dB-Hz in steps of 0.25, or not available.
  public static var df045: Self { cnr(45, "l1_cnr") }
  /// DF046, GLONASS L2 code, `0...3`: 0 C/A, 1 P.
  public static var df046: Self { .init(46, "l2_code_indicator", .unsigned, 2) }
  /// DF047, GLONASS L2 pseudorange less that of L1: ±163.82 m in steps of 0.02, or not available.
  public static var df047: Self { pseudorangeDifference(47) }
  /// DF048, GLONASS L2 phaserange less L1's pseudorange: ±262.1435 m in steps of 0.0005, or not available.
  public static var df048: Self { phaserangeDifference(48, "l2_phaserange_less_l1_pseudorange") }
  /// DF049, GLONASS L2 lock time indicator: `0...127`.
  public static var df049: Self { .init(49, "l2_lock_time_indicator", .unsigned, 7) }
  /// DF050, GLONASS L2 carrier-to-noise ratio: `0.25...63.75` dB-Hz in steps of 0.25, or not available.
  public static var df050: Self { cnr(50, "l2_cnr") }

  /// The "not available" pattern of 24-bit and 25-bit pseudoranges alike: 0x80000, which lies within the
  /// range.
  ///
  /// Public decoders that know the pattern note that the number still serves to calculate L2. But L2 comes
  /// within 163.82 m of L1, so here L2 has no range either. RTKLIB reads the pattern as a range, and rtcm-rs
  /// uses all ones instead. No captured frame contains either pattern.
  private static func pseudorange(_ number: UInt16, _ bits: Int) -> Self {
    .init(
      number, "l1_pseudorange", .unsigned, bits, stepsPerUnit: 50, .metres, notAvailable: 0x80000)
  }

  private static func pseudorangeDifference(_ number: UInt16) -> Self {
    .init(
      number, "l2_less_l1_pseudorange", .signed, 14, stepsPerUnit: 50, .metres,
      notAvailable: 0x2000)
  }

  private static func phaserangeDifference(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 20, stepsPerUnit: 2000, .metres, notAvailable: 0x80000)
  }

  private static func cnr(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .unsigned, 8, stepsPerUnit: 4, .decibelHertz, notAvailable: 0)
  }
}
