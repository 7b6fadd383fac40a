/// Fields of the multiple signal messages: RTCM 10403.3 table 3.4-1 and §3.5.16.
extension DataField {
  // Epochs: milliseconds of the week, or of the day for GLONASS.
  /// DF004, GPS time of week: `0...1073741823` ms.
  public static var df004: Self { epoch(4, "gps_epoch") }
  /// DF248, Galileo time of week: `0...1073741823` ms.
  public static var df248: Self { epoch(248, "galileo_epoch") }
  /// DF427, BeiDou time of week: `0...1073741823` ms.
  public static var df427: Self { epoch(427, "beidou_epoch") }
  /// DF428, QZSS time of week: `0...1073741823` ms.
  public static var df428: Self { epoch(428, "qzss_epoch") }
  /// DF546, NavIC time of week: `0...1073741823` ms.
  public static var df546: Self { epoch(546, "navic_epoch") }
  /// DF416, GLONASS day of week, `0...7`: 0 Sunday in Moscow, 7 unknown.
  public static var df416: Self { .init(416, "glonass_day_of_week", .unsigned, 3) }
  /// DF034, GLONASS time of day in Moscow, up to 86 400 999 in a leap second: `0...134217727` ms.
  public static var df034: Self { .init(34, "glonass_epoch", .unsigned, 27, .milliseconds) }

  private static func epoch(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .unsigned, 30, .milliseconds)
  }

  // Fields of the header.
  /// DF393, whether more messages of the same epoch follow.
  public static var df393: Self { .init(393, "is_more_to_follow", .unsigned, 1) }
  /// DF409, issue of data station: `0...7`.
  public static var df409: Self { .init(409, "issue_of_station_data", .unsigned, 3) }
  /// DF411, clock steering, `0...3`: 0 none, 1 applied, 2 unknown.
  public static var df411: Self { .init(411, "clock_steering", .unsigned, 2) }
  /// DF412, external clock, `0...3`: 0 internal, 1 locked, 2 external but not locked, 3 unknown.
  public static var df412: Self { .init(412, "external_clock", .unsigned, 2) }
  /// DF417, whether divergence-free smoothing is used.
  public static var df417: Self { .init(417, "has_divergence_free_smoothing", .unsigned, 1) }
  /// DF418, smoothing interval, `0...7`: 0 none, 1…6 up to 30 s, 1, 2, 4, 8 min, more, 7 unlimited.
  public static var df418: Self { .init(418, "smoothing_interval", .unsigned, 3) }
  /// DF394, satellite mask: ID 1 is the highest bit, ID 64 the lowest.
  public static var df394: Self { .init(394, "satellite_mask", .unsigned, 64) }
  /// DF395, signal mask: ID 1 is the highest bit, ID 32 the lowest.
  public static var df395: Self { .init(395, "signal_mask", .unsigned, 32) }
  /// DF396, cell mask: one bit for each signal of each satellite, so its width depends on the other two
  /// masks.
  public static func df396(bits: Int) -> Self { .init(396, "cell_mask", .unsigned, bits) }

  // Fields of each satellite.
  /// DF397, whole milliseconds of the rough range: `0...254` ms, or not available.
  public static var df397: Self {
    .init(397, "rough_range_integer", .unsigned, 8, .milliseconds, notAvailable: 0xFF)
  }
  /// DF398, rough range modulo 1 ms: below 1 ms in steps of 2⁻¹⁰.
  public static var df398: Self {
    .init(398, "rough_range_modulo", .unsigned, 10, stepsPerUnit: 0x1p10, .milliseconds)
  }
  /// DF399, rough phaserange rate: ±8191 m/s, or not available.
  public static var df399: Self {
    .init(399, "rough_phaserange_rate", .signed, 14, .metresPerSecond, notAvailable: 0x2000)
  }
  /// DF419, frequency channel of a GLONASS satellite plus 7: `0...15`; 15 is unknown.
  public static var df419: Self { .init(419, "glonass_frequency_channel", .unsigned, 4) }
  /// The extended satellite information of MSM5 and MSM7 for systems other than GLONASS, in the position of
  /// DF419: `0...15`.
  ///
  /// The standard reserves this field for the constellation and gives it no number.
  public static var extendedSatelliteInformation: Self {
    .init(0, "extended_satellite_information", .unsigned, 4)
  }

  // Fields of each cell.
  /// DF400, fine pseudorange: within ±2⁻¹⁰ ms in steps of 2⁻²⁴, or not available.
  public static var df400: Self { fine(400, "fine_pseudorange", 15, 0x1p24) }
  /// DF401, fine phaserange: within ±2⁻⁸ ms in steps of 2⁻²⁹, or not available.
  public static var df401: Self { fine(401, "fine_phaserange", 22, 0x1p29) }
  /// DF402, lock time indicator: `0...15`.
  public static var df402: Self { .init(402, "lock_time_indicator", .unsigned, 4) }
  /// DF403, carrier-to-noise ratio: `1...63` dB-Hz, or not available.
  public static var df403: Self { .init(403, "cnr", .unsigned, 6, .decibelHertz, notAvailable: 0) }
  /// DF404, fine phaserange rate: ±1.6383 m/s in steps of 0.0001, or not available.
  public static var df404: Self {
    .init(
      404, "fine_phaserange_rate", .signed, 15, stepsPerUnit: 10_000, .metresPerSecond,
      notAvailable: 0x4000)
  }
  /// DF405, fine pseudorange, high resolution: within ±2⁻¹⁰ ms in steps of 2⁻²⁹, or not available.
  public static var df405: Self { fine(405, "fine_pseudorange", 20, 0x1p29) }
  /// DF406, fine phaserange, high resolution: within ±2⁻⁸ ms in steps of 2⁻³¹, or not available.
  public static var df406: Self { fine(406, "fine_phaserange", 24, 0x1p31) }
  /// DF407, lock time indicator, high resolution: `0...1023`.
  public static var df407: Self { .init(407, "lock_time_indicator", .unsigned, 10) }
  /// DF408, CNR, high resolution: `0.0625...63.9375` dB-Hz in steps of 2⁻⁴, or not available.
  public static var df408: Self {
    .init(408, "cnr", .unsigned, 10, stepsPerUnit: 16, .decibelHertz, notAvailable: 0)
  }
  /// DF420, whether the phase may be off by half a cycle.
  public static var df420: Self { .init(420, "has_half_cycle_ambiguity", .unsigned, 1) }

  @inline(__always)
  private static func fine(
    _ number: UInt16, _ name: FixedText, _ bits: Int, _ stepsPerMillisecond: Double
  ) -> Self {
    .init(
      number, name, .signed, bits, stepsPerUnit: stepsPerMillisecond, .milliseconds,
      notAvailable: 1 << UInt64(bits - 1))
  }
}
