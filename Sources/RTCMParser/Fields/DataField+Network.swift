/// Fields of messages 1014–1017, 1030, 1031, 1034, 1035, 1037–1039, 1303 and 1304, which describe a
/// network of reference stations: RTCM 10403.3 table 3.4-1.
extension DataField {
  // Stations of the network.
  static var df058: Self { .init(58, "auxiliary_station_count", .unsigned, 5) }
  static var df059: Self { .init(59, "network_id", .unsigned, 8) }
  static var df060: Self { .init(60, "master_station_id", .unsigned, 12) }
  static var df061: Self { .init(61, "auxiliary_station_id", .unsigned, 12) }
  static var df062: Self {
    .init(62, "latitude_difference", .signed, 20, stepsPerUnit: 40_000, .degrees)
  }
  static var df063: Self {
    .init(63, "longitude_difference", .signed, 21, stepsPerUnit: 40_000, .degrees)
  }
  static var df064: Self {
    .init(64, "height_difference", .signed, 23, stepsPerUnit: 1000, .metres)
  }
  static var df072: Self { .init(72, "subnetwork_id", .unsigned, 4) }

  // Correction differences.
  static var df065: Self { .init(65, "gps_epoch", .unsigned, 23, stepsPerUnit: 10, .seconds) }
  static var df066: Self { .init(66, "is_more_to_follow", .unsigned, 1) }
  static var df067: Self { .init(67, "satellite_count", .unsigned, 4) }
  static var df068: Self { .init(68, "satellite_id", .unsigned, 6) }
  static var df069: Self { correctionDifference(69, "ionospheric_correction_difference") }
  static var df070: Self { correctionDifference(70, "geometric_correction_difference") }
  static var df074: Self { .init(74, "ambiguity_status", .unsigned, 2) }
  static var df075: Self { .init(75, "non_sync_count", .unsigned, 3) }
  static var df233: Self { .init(233, "glonass_epoch", .unsigned, 20, stepsPerUnit: 10, .seconds) }
  static var df234: Self { .init(234, "satellite_count", .unsigned, 4) }
  static var df235: Self { .init(235, "ambiguity_status", .unsigned, 2) }
  static var df236: Self { .init(236, "non_sync_count", .unsigned, 3) }
  static var df237: Self { correctionDifference(237, "ionospheric_correction_difference") }
  static var df238: Self { correctionDifference(238, "geometric_correction_difference") }
  static var df239: Self { .init(239, "issue_of_data", .unsigned, 8) }

  private static func correctionDifference(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 2000, .metres)
  }

  // Residuals.
  static var df218: Self {
    .init(218, "geometric_constant", .unsigned, 8, stepsPerUnit: 2000, .metres)
  }
  static var df219: Self { perDistance(219, "geometric_per_distance", 9) }
  static var df220: Self {
    .init(220, "geometric_per_height", .unsigned, 6, stepsPerUnit: 10, .partsPerMillion)
  }
  static var df221: Self {
    .init(221, "ionospheric_constant", .unsigned, 10, stepsPerUnit: 2000, .metres)
  }
  static var df222: Self { perDistance(222, "ionospheric_per_distance", 10) }
  static var df223: Self { .init(223, "station_count", .unsigned, 7) }
  static var df224: Self { .init(224, "gps_residuals_epoch", .unsigned, 20, .seconds) }
  static var df225: Self { .init(225, "glonass_residuals_epoch", .unsigned, 17, .seconds) }
  static var df571: Self { .init(571, "beidou_residuals_epoch", .unsigned, 20, .seconds) }
  static var df572: Self { .init(572, "satellite_count", .unsigned, 5) }
  static var df573: Self { .init(573, "galileo_residuals_epoch", .unsigned, 20, .seconds) }
  static var df574: Self { .init(574, "satellite_count", .unsigned, 5) }

  // Gradients.
  static var df240: Self { .init(240, "gps_gradients_epoch", .unsigned, 20, .seconds) }
  static var df241: Self { .init(241, "glonass_gradients_epoch", .unsigned, 17, .seconds) }
  static var df242: Self { gradient(242, "geometric_gradient_north", 12) }
  static var df243: Self { gradient(243, "geometric_gradient_east", 12) }
  static var df244: Self { gradient(244, "ionospheric_gradient_north", 14) }
  static var df245: Self { gradient(245, "ionospheric_gradient_east", 14) }
  static var df392: Self { .init(392, "issue_of_data", .unsigned, 8) }

  private static func gradient(_ number: UInt16, _ name: StaticString, _ bits: Int) -> Self {
    .init(
      number, name, .signed, bits, stepsPerUnit: 100, .partsPerMillion,
      notAvailable: 1 << UInt64(bits - 1))
  }

  private static func perDistance(_ number: UInt16, _ name: StaticString, _ bits: Int) -> Self {
    .init(number, name, .unsigned, bits, stepsPerUnit: 100, .partsPerMillion)
  }
}
