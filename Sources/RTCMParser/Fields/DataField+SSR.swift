/// Fields of the state space messages: RTCM 10403.3 table 3.4-1 and its SSR amendments, and IGS SSR
/// v1.00 section 7.
///
/// IGS SSR numbers its own fields, IDF001 and on, but took over their widths and resolutions, so that
/// one row serves both.
extension DataField {
  /// What is added to the number of an IGS SSR field, so that it differs from the standard's.
  static let igsNumberBase: UInt16 = 20_000

  // The headers.
  static var idf001: Self { .init(igsNumberBase + 1, "igs_ssr_version", .unsigned, 3) }
  static var idf002: Self { .init(igsNumberBase + 2, "igs_message_number", .unsigned, 8) }
  static func ssrUpdateInterval(_ format: SSRFormat) -> Self {
    row(format, 391, 4, "ssr_update_interval", .unsigned, 4)
  }
  static func ssrMultipleMessage(_ format: SSRFormat) -> Self {
    row(format, 388, 5, "is_more_to_follow", .unsigned, 1)
  }
  static func ssrDatum(_ format: SSRFormat) -> Self {
    row(format, 375, 6, "has_regional_datum", .unsigned, 1)
  }
  static func ssrIssue(_ format: SSRFormat) -> Self {
    row(format, 413, 7, "iod_ssr", .unsigned, 4)
  }
  static func ssrProvider(_ format: SSRFormat) -> Self {
    row(format, 414, 8, "ssr_provider_id", .unsigned, 16)
  }
  static func ssrSolution(_ format: SSRFormat) -> Self {
    row(format, 415, 9, "ssr_solution_id", .unsigned, 4)
  }
  static func ssrDispersiveConsistency(_ format: SSRFormat) -> Self {
    row(format, 486, 32, "is_dispersive_bias_consistent", .unsigned, 1)
  }
  static func ssrMelbourneWuebbenaConsistency(_ format: SSRFormat) -> Self {
    row(format, 487, 33, "is_melbourne_wuebbena_consistent", .unsigned, 1)
  }
  static func ssrSatelliteCount(_ format: SSRFormat) -> Self {
    row(format, 387, 10, "satellite_count", .unsigned, 6)
  }
  /// DF387 as a draft of QZSS's messages had it; a name of its own tells the layouts apart in JSON.
  static var ssrDraftSatelliteCount: Self {
    .init(387, "satellite_count_of_4_bits", .unsigned, 4)
  }

  // Of a satellite: orbit, clock, accuracy.
  static func ssrRadial(_ format: SSRFormat) -> Self {
    row(format, 365, 13, "delta_radial", .signed, 22, 10_000, .metres)
  }
  static func ssrAlongTrack(_ format: SSRFormat) -> Self {
    row(format, 366, 14, "delta_along_track", .signed, 20, 2500, .metres)
  }
  static func ssrCrossTrack(_ format: SSRFormat) -> Self {
    row(format, 367, 15, "delta_cross_track", .signed, 20, 2500, .metres)
  }
  static func ssrRadialRate(_ format: SSRFormat) -> Self {
    row(format, 368, 16, "dot_delta_radial", .signed, 21, 1_000_000, .metresPerSecond)
  }
  static func ssrAlongTrackRate(_ format: SSRFormat) -> Self {
    row(format, 369, 17, "dot_delta_along_track", .signed, 19, 250_000, .metresPerSecond)
  }
  static func ssrCrossTrackRate(_ format: SSRFormat) -> Self {
    row(format, 370, 18, "dot_delta_cross_track", .signed, 19, 250_000, .metresPerSecond)
  }
  static func ssrClockC0(_ format: SSRFormat) -> Self {
    row(format, 376, 19, "delta_clock_c0", .signed, 22, 10_000, .metres)
  }
  static func ssrClockC1(_ format: SSRFormat) -> Self {
    row(format, 377, 20, "delta_clock_c1", .signed, 21, 1_000_000, .metresPerSecond)
  }
  static func ssrClockC2(_ format: SSRFormat) -> Self {
    row(format, 378, 21, "delta_clock_c2", .signed, 27, 50_000_000, .metresPerSecondSquared)
  }
  static func ssrHighRateClock(_ format: SSRFormat) -> Self {
    row(format, 390, 22, "high_rate_clock", .signed, 22, 10_000, .metres)
  }
  static func ssrAccuracy(_ format: SSRFormat) -> Self {
    row(format, 389, 34, "ssr_ura", .unsigned, 6)
  }

  // Of a satellite: biases.
  static func ssrBiasCount(_ format: SSRFormat) -> Self {
    row(format, 379, 23, "bias_count", .unsigned, 5)
  }
  static func ssrCodeBias(_ format: SSRFormat) -> Self {
    row(format, 383, 25, "code_bias", .signed, 14, 100, .metres)
  }
  static func ssrYawAngle(_ format: SSRFormat) -> Self {
    row(format, 480, 26, "yaw_angle", .unsigned, 9, 256, .semicircles)
  }
  static func ssrYawRate(_ format: SSRFormat) -> Self {
    row(format, 481, 27, "yaw_rate", .signed, 8, 8192, .semicirclesPerSecond)
  }
  static func ssrPhaseBias(_ format: SSRFormat) -> Self {
    row(format, 482, 28, "phase_bias", .signed, 20, 10_000, .metres)
  }
  static func ssrIntegerIndicator(_ format: SSRFormat) -> Self {
    row(format, 483, 29, "is_integer", .unsigned, 1)
  }
  static func ssrWideLaneIndicator(_ format: SSRFormat) -> Self {
    row(format, 484, 30, "wide_lane_integer_indicator", .unsigned, 2)
  }
  static func ssrDiscontinuityCounter(_ format: SSRFormat) -> Self {
    row(format, 485, 31, "discontinuity_counter", .unsigned, 4)
  }

  // The ionosphere.
  static func vtecLayerCount(_ format: SSRFormat) -> Self {
    row(format, 472, 35, "layer_count_less_one", .unsigned, 2)
  }
  static func vtecHeight(_ format: SSRFormat) -> Self {
    row(format, 473, 36, "layer_height", .unsigned, 8, 0.1, .kilometres)
  }
  static func vtecDegree(_ format: SSRFormat) -> Self {
    row(format, 474, 37, "degree_less_one", .unsigned, 4)
  }
  static func vtecOrder(_ format: SSRFormat) -> Self {
    row(format, 475, 38, "order_less_one", .unsigned, 4)
  }
  static func vtecCosine(_ format: SSRFormat) -> Self {
    row(format, 476, 39, "cosine_coefficient", .signed, 16, 200, .totalElectronContentUnits)
  }
  static func vtecSine(_ format: SSRFormat) -> Self {
    row(format, 477, 40, "sine_coefficient", .signed, 16, 200, .totalElectronContentUnits)
  }
  static func vtecQuality(_ format: SSRFormat) -> Self {
    row(format, 478, 41, "vtec_quality", .unsigned, 9, 20, .totalElectronContentUnits)
  }

  /// A field that has a number in the standard and one in IGS SSR.
  private static func row(
    _ format: SSRFormat, _ number: UInt16, _ igsNumber: UInt16, _ name: StaticString, _ kind: Kind,
    _ bits: Int, _ stepsPerUnit: Double = 1, _ unit: FieldUnit = .none
  ) -> Self {
    .init(
      format == .igs ? igsNumberBase + igsNumber : number, name, kind, bits,
      stepsPerUnit: stepsPerUnit, unit)
  }
}
