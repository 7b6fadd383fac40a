/// Fields of the state space messages: RTCM 10403.3 table 3.4-1 and its SSR amendments, and IGS SSR
/// v1.00 section 7.
///
/// IGS SSR numbers its fields IDF001 and on, but uses the widths and resolutions of RTCM. So one table row
/// serves both standards.
extension DataField {
  /// The offset added to the number of an IGS SSR field, so that the number differs from any in RTCM's
  /// standard.
  static let igsNumberBase: UInt16 = 20_000

  // Fields of the headers.
  /// IDF001, version of IGS SSR: `0...7`.
  public static var idf001: Self { .init(igsNumberBase + 1, "igs_ssr_version", .unsigned, 3) }
  /// IDF002, message number (subtype) of IGS SSR: `0...255`.
  public static var idf002: Self { .init(igsNumberBase + 2, "igs_message_number", .unsigned, 8) }
  /// DF391 or IDF004, update interval as a code: `0...15`.
  public static func ssrUpdateInterval(_ format: SSRFormat) -> Self {
    row(format, 391, 4, "ssr_update_interval", .unsigned, 4)
  }
  /// DF388 or IDF005, whether more messages of the same epoch follow.
  public static func ssrMultipleMessage(_ format: SSRFormat) -> Self {
    row(format, 388, 5, "is_more_to_follow", .unsigned, 1)
  }
  /// DF375 or IDF006, whether orbits are in a regional datum.
  public static func ssrDatum(_ format: SSRFormat) -> Self {
    row(format, 375, 6, "has_regional_datum", .unsigned, 1)
  }
  /// DF413 or IDF007, issue of the corrections: `0...15`.
  public static func ssrIssue(_ format: SSRFormat) -> Self {
    row(format, 413, 7, "iod_ssr", .unsigned, 4)
  }
  /// DF414 or IDF008, provider ID: `0...65535`.
  public static func ssrProvider(_ format: SSRFormat) -> Self {
    row(format, 414, 8, "ssr_provider_id", .unsigned, 16)
  }
  /// DF415 or IDF009, solution ID: `0...15`.
  public static func ssrSolution(_ format: SSRFormat) -> Self {
    row(format, 415, 9, "ssr_solution_id", .unsigned, 4)
  }
  /// DF486 or IDF032, whether dispersive biases stay consistent.
  public static func ssrDispersiveConsistency(_ format: SSRFormat) -> Self {
    row(format, 486, 32, "is_dispersive_bias_consistent", .unsigned, 1)
  }
  /// DF487 or IDF033, whether Melbourne-Wübbena combinations stay consistent.
  public static func ssrMelbourneWuebbenaConsistency(_ format: SSRFormat) -> Self {
    row(format, 487, 33, "is_melbourne_wuebbena_consistent", .unsigned, 1)
  }
  /// DF387 or IDF010, number of satellites: `0...63`.
  public static func ssrSatelliteCount(_ format: SSRFormat) -> Self {
    row(format, 387, 10, "satellite_count", .unsigned, 6)
  }
  /// DF387 with 4 bits, as in a draft of QZSS's messages.
  ///
  /// The separate name tells the layouts apart in JSON.
  public static var ssrDraftSatelliteCount: Self {
    .init(387, "satellite_count_of_4_bits", .unsigned, 4)
  }

  // Fields of a satellite: orbit, clock, accuracy.
  /// DF365 or IDF013, radial correction of the orbit: ±209.7151 m in steps of 0.0001.
  public static func ssrRadial(_ format: SSRFormat) -> Self {
    row(format, 365, 13, "delta_radial", .signed, 22, 10_000, .metres)
  }
  /// DF366 or IDF014, along-track correction of the orbit: ±209.7148 m in steps of 0.0004.
  public static func ssrAlongTrack(_ format: SSRFormat) -> Self {
    row(format, 366, 14, "delta_along_track", .signed, 20, 2500, .metres)
  }
  /// DF367 or IDF015, cross-track correction of the orbit: ±209.7148 m in steps of 0.0004.
  public static func ssrCrossTrack(_ format: SSRFormat) -> Self {
    row(format, 367, 15, "delta_cross_track", .signed, 20, 2500, .metres)
  }
  /// DF368 or IDF016, rate of the radial correction: ±1.048575 m/s in steps of 0.000001.
  public static func ssrRadialRate(_ format: SSRFormat) -> Self {
    row(format, 368, 16, "dot_delta_radial", .signed, 21, 1_000_000, .metresPerSecond)
  }
  /// DF369 or IDF017, rate of the along-track correction: ±1.048572 m/s in steps of 0.000004.
  public static func ssrAlongTrackRate(_ format: SSRFormat) -> Self {
    row(format, 369, 17, "dot_delta_along_track", .signed, 19, 250_000, .metresPerSecond)
  }
  /// DF370 or IDF018, rate of the cross-track correction: ±1.048572 m/s in steps of 0.000004.
  public static func ssrCrossTrackRate(_ format: SSRFormat) -> Self {
    row(format, 370, 18, "dot_delta_cross_track", .signed, 19, 250_000, .metresPerSecond)
  }
  /// DF376 or IDF019, C0, clock correction: ±209.7151 m in steps of 0.0001.
  public static func ssrClockC0(_ format: SSRFormat) -> Self {
    row(format, 376, 19, "delta_clock_c0", .signed, 22, 10_000, .metres)
  }
  /// DF377 or IDF020, C1, rate of the clock correction: ±1.048575 m/s in steps of 0.000001.
  public static func ssrClockC1(_ format: SSRFormat) -> Self {
    row(format, 377, 20, "delta_clock_c1", .signed, 21, 1_000_000, .metresPerSecond)
  }
  /// DF378 or IDF021, C2, acceleration of the clock correction: ±1.34217726 m/s² in steps of 0.00000002.
  public static func ssrClockC2(_ format: SSRFormat) -> Self {
    row(format, 378, 21, "delta_clock_c2", .signed, 27, 50_000_000, .metresPerSecondSquared)
  }
  /// DF390 or IDF022, high-rate clock correction: ±209.7151 m in steps of 0.0001.
  public static func ssrHighRateClock(_ format: SSRFormat) -> Self {
    row(format, 390, 22, "high_rate_clock", .signed, 22, 10_000, .metres)
  }
  /// DF389 or IDF034, user range accuracy as a class and a value: `0...63`.
  public static func ssrAccuracy(_ format: SSRFormat) -> Self {
    row(format, 389, 34, "ssr_ura", .unsigned, 6)
  }

  // Fields of a satellite: biases.
  /// DF379 or IDF023, number of biases of the satellite: `0...31`.
  public static func ssrBiasCount(_ format: SSRFormat) -> Self {
    row(format, 379, 23, "bias_count", .unsigned, 5)
  }
  /// DF383 or IDF025, code bias: ±81.91 m in steps of 0.01.
  public static func ssrCodeBias(_ format: SSRFormat) -> Self {
    row(format, 383, 25, "code_bias", .signed, 14, 100, .metres)
  }
  /// DF480 or IDF026, yaw angle: below 2 semicircles in steps of 2⁻⁸.
  public static func ssrYawAngle(_ format: SSRFormat) -> Self {
    row(format, 480, 26, "yaw_angle", .unsigned, 9, 256, .semicircles)
  }
  /// DF481 or IDF027, yaw rate: within ±2⁻⁶ semicircles/s in steps of 2⁻¹³.
  public static func ssrYawRate(_ format: SSRFormat) -> Self {
    row(format, 481, 27, "yaw_rate", .signed, 8, 8192, .semicirclesPerSecond)
  }
  /// DF482 or IDF028, phase bias: ±52.4287 m in steps of 0.0001.
  public static func ssrPhaseBias(_ format: SSRFormat) -> Self {
    row(format, 482, 28, "phase_bias", .signed, 20, 10_000, .metres)
  }
  /// DF483 or IDF029, whether the ambiguity is an integer.
  public static func ssrIntegerIndicator(_ format: SSRFormat) -> Self {
    row(format, 483, 29, "is_integer", .unsigned, 1)
  }
  /// DF484 or IDF030, wide-lane integer indicator: `0...3`.
  public static func ssrWideLaneIndicator(_ format: SSRFormat) -> Self {
    row(format, 484, 30, "wide_lane_integer_indicator", .unsigned, 2)
  }
  /// DF485 or IDF031, count of breaks in the phase, modulo 16: `0...15`.
  public static func ssrDiscontinuityCounter(_ format: SSRFormat) -> Self {
    row(format, 485, 31, "discontinuity_counter", .unsigned, 4)
  }

  // Fields of the ionosphere model.
  /// DF472 or IDF035, number of layers less one: `0...3`.
  public static func vtecLayerCount(_ format: SSRFormat) -> Self {
    row(format, 472, 35, "layer_count_less_one", .unsigned, 2)
  }
  /// DF473 or IDF036, height of a layer above the sphere of the Earth: `0...2550` km in steps of 10.
  public static func vtecHeight(_ format: SSRFormat) -> Self {
    row(format, 473, 36, "layer_height", .unsigned, 8, 0.1, .kilometres)
  }
  /// DF474 or IDF037, degree of the harmonics less one: `0...15`.
  public static func vtecDegree(_ format: SSRFormat) -> Self {
    row(format, 474, 37, "degree_less_one", .unsigned, 4)
  }
  /// DF475 or IDF038, order of the harmonics less one: `0...15`.
  public static func vtecOrder(_ format: SSRFormat) -> Self {
    row(format, 475, 38, "order_less_one", .unsigned, 4)
  }
  /// DF476 or IDF039, a cosine coefficient: ±163.835 TECU in steps of 0.005.
  public static func vtecCosine(_ format: SSRFormat) -> Self {
    row(format, 476, 39, "cosine_coefficient", .signed, 16, 200, .totalElectronContentUnits)
  }
  /// DF477 or IDF040, a sine coefficient: ±163.835 TECU in steps of 0.005.
  public static func vtecSine(_ format: SSRFormat) -> Self {
    row(format, 477, 40, "sine_coefficient", .signed, 16, 200, .totalElectronContentUnits)
  }
  /// DF478 or IDF041, quality of the model: `0...25.55` TECU in steps of 0.05; 0 is unknown.
  public static func vtecQuality(_ format: SSRFormat) -> Self {
    row(format, 478, 41, "vtec_quality", .unsigned, 9, 20, .totalElectronContentUnits)
  }

  /// Creates a field that has one number in RTCM's standard and another in IGS SSR.
  private static func row(
    _ format: SSRFormat, _ number: UInt16, _ igsNumber: UInt16, _ name: FixedText, _ kind: Kind,
    _ bits: Int, _ stepsPerUnit: Double = 1, _ unit: FieldUnit = .none
  ) -> Self {
    .init(
      format == .igs ? igsNumberBase + igsNumber : number, name, kind, bits,
      stepsPerUnit: stepsPerUnit, unit)
  }
}
