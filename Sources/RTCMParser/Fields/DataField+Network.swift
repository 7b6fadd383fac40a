/// Fields of messages 1014–1017, 1030, 1031, 1034, 1035, 1037–1039, 1303 and 1304, which describe a
/// network of reference stations: RTCM 10403.3 table 3.4-1.
extension DataField {
  // Fields of the network's stations.
  /// DF058, number of auxiliary stations transmitted: `0...31`.
  public static var df058: Self { .init(58, "auxiliary_station_count", .unsigned, 5) }
  /// DF059, network ID: `0...255`.
  public static var df059: Self { .init(59, "network_id", .unsigned, 8) }
  /// DF060, station ID of the master station: `0...4095`.
  public static var df060: Self { .init(60, "master_station_id", .unsigned, 12) }
  /// DF061, station ID of the auxiliary station: `0...4095`.
  public static var df061: Self { .init(61, "auxiliary_station_id", .unsigned, 12) }
  /// DF062, latitude less that of the master station: ±13.107175° in steps of 0.000025.
  public static var df062: Self {
    .init(62, "latitude_difference", .signed, 20, stepsPerUnit: 40_000, .degrees)
  }
  /// DF063, longitude less that of the master station: ±26.214375° in steps of 0.000025.
  public static var df063: Self {
    .init(63, "longitude_difference", .signed, 21, stepsPerUnit: 40_000, .degrees)
  }
  /// DF064, ellipsoidal height less that of the master station: ±4 194.303 m in steps of 0.001.
  public static var df064: Self {
    .init(64, "height_difference", .signed, 23, stepsPerUnit: 1000, .metres)
  }
  /// DF072, subnetwork ID: `0...15`.
  public static var df072: Self { .init(72, "subnetwork_id", .unsigned, 4) }

  // Fields of correction differences (1015–1017 and 1037–1039).
  /// DF065, GPS time of week: 0 to 838 860.7 s in steps of 0.1.
  public static var df065: Self {
    .init(65, "gps_epoch", .unsigned, 23, stepsPerUnit: 10, .seconds)
  }
  /// DF066, whether more messages of the same epoch and station follow.
  public static var df066: Self { .init(66, "is_more_to_follow", .unsigned, 1) }
  /// DF067, number of GPS satellites: `0...15`.
  public static var df067: Self { .init(67, "satellite_count", .unsigned, 4) }
  /// DF068, GPS satellite ID, `0...63`: the PRN.
  public static var df068: Self { .init(68, "satellite_id", .unsigned, 6) }
  /// DF069, ionospheric correction difference of GPS L1: ±32.7675 m in steps of 0.0005.
  public static var df069: Self { correctionDifference(69, "ionospheric_correction_difference") }
  /// DF070, geometric correction difference of GPS: ±32.7675 m in steps of 0.0005.
  public static var df070: Self { correctionDifference(70, "geometric_correction_difference") }
  /// DF074, resolution status of GPS ambiguities: `0...3`.
  public static var df074: Self { .init(74, "ambiguity_status", .unsigned, 2) }
  /// DF075, count of breaks in the GPS tracking, modulo 8: `0...7`.
  public static var df075: Self { .init(75, "non_sync_count", .unsigned, 3) }
  /// DF233, GLONASS time of day: 0 to 104 857.5 s in steps of 0.1.
  public static var df233: Self {
    .init(233, "glonass_epoch", .unsigned, 20, stepsPerUnit: 10, .seconds)
  }
  /// DF234, number of GLONASS satellites: `0...15`.
  public static var df234: Self { .init(234, "satellite_count", .unsigned, 4) }
  /// DF235, resolution status of GLONASS ambiguities: `0...3`.
  public static var df235: Self { .init(235, "ambiguity_status", .unsigned, 2) }
  /// DF236, count of breaks in the GLONASS tracking, modulo 8: `0...7`.
  public static var df236: Self { .init(236, "non_sync_count", .unsigned, 3) }
  /// DF237, ionospheric correction difference of GLONASS L1: ±32.7675 m in steps of 0.0005.
  public static var df237: Self { correctionDifference(237, "ionospheric_correction_difference") }
  /// DF238, geometric correction difference of GLONASS: ±32.7675 m in steps of 0.0005.
  public static var df238: Self { correctionDifference(238, "geometric_correction_difference") }
  /// DF239, issue of data of a GLONASS ephemeris: `0...255`.
  public static var df239: Self { .init(239, "issue_of_data", .unsigned, 8) }

  private static func correctionDifference(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 2000, .metres)
  }

  // Fields of residuals (1030, 1031, 1303 and 1304).
  /// DF218, soc, constant geometric standard deviation: `0...0.1275` m in steps of 0.0005.
  public static var df218: Self {
    .init(218, "geometric_constant", .unsigned, 8, stepsPerUnit: 2000, .metres)
  }
  /// DF219, sod, geometric standard deviation per distance: `0...5.11` ppm in steps of 0.01.
  public static var df219: Self { perDistance(219, "geometric_per_distance", 9) }
  /// DF220, soh, geometric standard deviation per height difference: `0...6.3` ppm in steps of 0.1.
  public static var df220: Self {
    .init(220, "geometric_per_height", .unsigned, 6, stepsPerUnit: 10, .partsPerMillion)
  }
  /// DF221, sIc, constant ionospheric standard deviation: `0...0.5115` m in steps of 0.0005.
  public static var df221: Self {
    .init(221, "ionospheric_constant", .unsigned, 10, stepsPerUnit: 2000, .metres)
  }
  /// DF222, sId, ionospheric standard deviation per distance: `0...10.23` ppm in steps of 0.01.
  public static var df222: Self { perDistance(222, "ionospheric_per_distance", 10) }
  /// DF223, number of stations behind the residuals: `0...127`.
  public static var df223: Self { .init(223, "station_count", .unsigned, 7) }
  /// DF224, GPS time of week: `0...1048575` s.
  public static var df224: Self { .init(224, "gps_residuals_epoch", .unsigned, 20, .seconds) }
  /// DF225, GLONASS time of day: `0...131071` s.
  public static var df225: Self { .init(225, "glonass_residuals_epoch", .unsigned, 17, .seconds) }
  /// DF571, BeiDou time of week: `0...1048575` s.
  public static var df571: Self { .init(571, "beidou_residuals_epoch", .unsigned, 20, .seconds) }
  /// DF572, number of BeiDou satellites: `0...31`.
  public static var df572: Self { .init(572, "satellite_count", .unsigned, 5) }
  /// DF573, Galileo time of week: `0...1048575` s.
  public static var df573: Self { .init(573, "galileo_residuals_epoch", .unsigned, 20, .seconds) }
  /// DF574, number of Galileo satellites: `0...31`.
  public static var df574: Self { .init(574, "satellite_count", .unsigned, 5) }

  // Fields of gradients (1034 and 1035).
  /// DF240, GPS time of week: `0...1048575` s.
  public static var df240: Self { .init(240, "gps_gradients_epoch", .unsigned, 20, .seconds) }
  /// DF241, GLONASS time of day: `0...131071` s.
  public static var df241: Self { .init(241, "glonass_gradients_epoch", .unsigned, 17, .seconds) }
  /// DF242, N₀, geometric gradient towards north: ±20.47 ppm in steps of 0.01, or not available.
  public static var df242: Self { gradient(242, "geometric_gradient_north", 12) }
  /// DF243, E₀, geometric gradient towards east: ±20.47 ppm in steps of 0.01, or not available.
  public static var df243: Self { gradient(243, "geometric_gradient_east", 12) }
  /// DF244, NI, ionospheric gradient of L1 towards north: ±81.91 ppm in steps of 0.01, or not available.
  public static var df244: Self { gradient(244, "ionospheric_gradient_north", 14) }
  /// DF245, EI, ionospheric gradient of L1 towards east: ±81.91 ppm in steps of 0.01, or not available.
  public static var df245: Self { gradient(245, "ionospheric_gradient_east", 14) }
  /// DF392, issue of data of a GLONASS ephemeris: `0...255`.
  public static var df392: Self { .init(392, "issue_of_data", .unsigned, 8) }

  private static func gradient(_ number: UInt16, _ name: FixedText, _ bits: Int) -> Self {
    .init(
      number, name, .signed, bits, stepsPerUnit: 100, .partsPerMillion,
      notAvailable: 1 << UInt64(bits - 1))
  }

  private static func perDistance(_ number: UInt16, _ name: FixedText, _ bits: Int) -> Self {
    .init(number, name, .unsigned, bits, stepsPerUnit: 100, .partsPerMillion)
  }
}
