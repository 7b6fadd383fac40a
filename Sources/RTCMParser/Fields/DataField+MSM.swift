/// Fields of the multiple signal messages: RTCM 10403.3 table 3.4-1 and §3.5.16.
extension DataField {
  // Epochs: milliseconds of the week, of GLONASS the day.
  static var df004: Self { epoch(4, "gps_epoch") }
  static var df248: Self { epoch(248, "galileo_epoch") }
  static var df427: Self { epoch(427, "beidou_epoch") }
  static var df428: Self { epoch(428, "qzss_epoch") }
  static var df546: Self { epoch(546, "navic_epoch") }
  package static var df416: Self { .init(416, "glonass_day_of_week", .unsigned, 3) }
  static var df034: Self { .init(34, "glonass_epoch", .unsigned, 27, .milliseconds) }

  private static func epoch(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .unsigned, 30, .milliseconds)
  }

  // The header.
  static var df393: Self { .init(393, "is_more_to_follow", .unsigned, 1) }
  static var df409: Self { .init(409, "issue_of_station_data", .unsigned, 3) }
  static var df411: Self { .init(411, "clock_steering", .unsigned, 2) }
  static var df412: Self { .init(412, "external_clock", .unsigned, 2) }
  static var df417: Self { .init(417, "has_divergence_free_smoothing", .unsigned, 1) }
  static var df418: Self { .init(418, "smoothing_interval", .unsigned, 3) }
  static var df394: Self { .init(394, "satellite_mask", .unsigned, 64) }
  static var df395: Self { .init(395, "signal_mask", .unsigned, 32) }
  static func df396(bits: Int) -> Self { .init(396, "cell_mask", .unsigned, bits) }

  // Of each satellite.
  static var df397: Self {
    .init(397, "rough_range_integer", .unsigned, 8, .milliseconds, notAvailable: 0xFF)
  }
  static var df398: Self {
    .init(398, "rough_range_modulo", .unsigned, 10, stepsPerUnit: 0x1p10, .milliseconds)
  }
  static var df399: Self {
    .init(399, "rough_phaserange_rate", .signed, 14, .metresPerSecond, notAvailable: 0x2000)
  }
  static var df419: Self { .init(419, "glonass_frequency_channel", .unsigned, 4) }
  /// The standard reserves this field to the constellation and gives it no number.
  static var extendedSatelliteInformation: Self {
    .init(0, "extended_satellite_information", .unsigned, 4)
  }

  // Of each cell.
  static var df400: Self { fine(400, "fine_pseudorange", 15, 0x1p24) }
  static var df401: Self { fine(401, "fine_phaserange", 22, 0x1p29) }
  static var df402: Self { .init(402, "lock_time_indicator", .unsigned, 4) }
  static var df403: Self { .init(403, "cnr", .unsigned, 6, .decibelHertz, notAvailable: 0) }
  static var df404: Self {
    .init(
      404, "fine_phaserange_rate", .signed, 15, stepsPerUnit: 10_000, .metresPerSecond,
      notAvailable: 0x4000)
  }
  static var df405: Self { fine(405, "fine_pseudorange", 20, 0x1p29) }
  static var df406: Self { fine(406, "fine_phaserange", 24, 0x1p31) }
  static var df407: Self { .init(407, "lock_time_indicator", .unsigned, 10) }
  static var df408: Self {
    .init(408, "cnr", .unsigned, 10, stepsPerUnit: 16, .decibelHertz, notAvailable: 0)
  }
  static var df420: Self { .init(420, "has_half_cycle_ambiguity", .unsigned, 1) }

  @inline(__always)
  private static func fine(
    _ number: UInt16, _ name: StaticString, _ bits: Int, _ stepsPerMillisecond: Double
  ) -> Self {
    .init(
      number, name, .signed, bits, stepsPerUnit: stepsPerMillisecond, .milliseconds,
      notAvailable: 1 << UInt64(bits - 1))
  }
}
