/// Fields of messages 1001–1004 and 1009–1012: RTCM 10403.3 table 3.4-1.
///
/// The GLONASS fields mirror those of GPS, whose numbers they follow by 25 to 30.
extension DataField {
  static var df005: Self { .init(5, "is_more_to_follow", .unsigned, 1) }

  // GPS, and SBAS under satellite IDs 40...58.
  package static var df006: Self { .init(6, "satellite_count", .unsigned, 5) }
  static var df007: Self { .init(7, "has_divergence_free_smoothing", .unsigned, 1) }
  static var df008: Self { .init(8, "smoothing_interval", .unsigned, 3) }
  static var df010: Self { .init(10, "l1_code_indicator", .unsigned, 1) }
  static var df011: Self { pseudorange(11, 24) }
  static var df012: Self { phaserangeDifference(12, "l1_phaserange_less_pseudorange") }
  static var df013: Self { .init(13, "l1_lock_time_indicator", .unsigned, 7) }
  static var df014: Self { .init(14, "l1_pseudorange_modulus_ambiguity", .unsigned, 8) }
  static var df015: Self { cnr(15, "l1_cnr") }
  static var df016: Self { .init(16, "l2_code_indicator", .unsigned, 2) }
  static var df017: Self { pseudorangeDifference(17) }
  static var df018: Self { phaserangeDifference(18, "l2_phaserange_less_l1_pseudorange") }
  static var df019: Self { .init(19, "l2_lock_time_indicator", .unsigned, 7) }
  static var df020: Self { cnr(20, "l2_cnr") }

  // GLONASS.
  static var df035: Self { .init(35, "satellite_count", .unsigned, 5) }
  static var df036: Self { .init(36, "has_divergence_free_smoothing", .unsigned, 1) }
  static var df037: Self { .init(37, "smoothing_interval", .unsigned, 3) }
  static var df038: Self { .init(38, "satellite_id", .unsigned, 6) }
  static var df039: Self { .init(39, "l1_code_indicator", .unsigned, 1) }
  /// 7 more than the channel, so 7 is channel 0.
  static var df040: Self { .init(40, "frequency_channel_indicator", .unsigned, 5) }
  static var df041: Self { pseudorange(41, 25) }
  static var df042: Self { phaserangeDifference(42, "l1_phaserange_less_pseudorange") }
  static var df043: Self { .init(43, "l1_lock_time_indicator", .unsigned, 7) }
  static var df044: Self { .init(44, "l1_pseudorange_modulus_ambiguity", .unsigned, 7) }
  static var df045: Self { cnr(45, "l1_cnr") }
  static var df046: Self { .init(46, "l2_code_indicator", .unsigned, 2) }
  static var df047: Self { pseudorangeDifference(47) }
  static var df048: Self { phaserangeDifference(48, "l2_phaserange_less_l1_pseudorange") }
  static var df049: Self { .init(49, "l2_lock_time_indicator", .unsigned, 7) }
  static var df050: Self { cnr(50, "l2_cnr") }

  /// 0x80000, which lies amid the range, says "not available" for 24 and 25 bits alike.
  ///
  /// Public decoders that know the pattern add that the number still serves to calculate L2, but L2
  /// comes within 163.82 m of L1, so here L2 has no range either. RTKLIB takes it for a range, rtcm-rs
  /// has all ones instead, and no captured frame holds the one or the other.
  private static func pseudorange(_ number: UInt16, _ bits: Int) -> Self {
    .init(
      number, "l1_pseudorange", .unsigned, bits, stepsPerUnit: 50, .metres, notAvailable: 0x80000)
  }

  private static func pseudorangeDifference(_ number: UInt16) -> Self {
    .init(
      number, "l2_less_l1_pseudorange", .signed, 14, stepsPerUnit: 50, .metres,
      notAvailable: 0x2000)
  }

  private static func phaserangeDifference(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 20, stepsPerUnit: 2000, .metres, notAvailable: 0x80000)
  }

  private static func cnr(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .unsigned, 8, stepsPerUnit: 4, .decibelHertz, notAvailable: 0)
  }
}
