/// Fields of messages 1021–1027 and 1300–1302, which describe coordinate systems and the transformations
/// between them: RTCM 10403.3 table 3.4-1, and RTCM 10403.4 for the fields from DF547 on.
extension DataField {
  // Names and identification of a transformation.
  /// DF143, number of characters in the source's name: `0...31`.
  public static var df143: Self { .init(143, "source_name_count", .unsigned, 5) }
  /// DF144, a character of the source's name, ISO 8859-1: `0...255`.
  public static var df144: Self { .init(144, "source_name", .unsigned, 8) }
  /// DF145, number of characters in the target's name: `0...31`.
  public static var df145: Self { .init(145, "target_name_count", .unsigned, 5) }
  /// DF146, a character of the target's name, ISO 8859-1: `0...255`.
  public static var df146: Self { .init(146, "target_name", .unsigned, 8) }
  /// DF147, number of the transformation that the message belongs to: `0...255`.
  public static var df147: Self { .init(147, "system_id", .unsigned, 8) }
  /// DF148, flags of the other messages that the transformation uses: `0...1023`.
  public static var df148: Self { .init(148, "utilized_messages", .unsigned, 10) }
  /// DF149, tectonic plate, `0...31`: 0 unknown, 7 Eurasia.
  public static var df149: Self { .init(149, "plate_number", .unsigned, 5) }
  /// DF150, computation formula: `0...15`.
  public static var df150: Self { .init(150, "computation_indicator", .unsigned, 4) }
  /// DF151, kind of heights in the result: `0...3`.
  public static var df151: Self { .init(151, "height_indicator", .unsigned, 2) }

  // The area of validity, in steps of 2 arc seconds.
  /// DF152, latitude of the area's origin: ±145.635° in steps of 2″.
  public static var df152: Self {
    .init(152, "validity_latitude", .signed, 19, stepsPerUnit: 1800, .degrees)
  }
  /// DF153, longitude of the area's origin: ±291.271° in steps of 2″.
  public static var df153: Self {
    .init(153, "validity_longitude", .signed, 20, stepsPerUnit: 1800, .degrees)
  }
  /// DF154, extension of the area to north and south: up to 9.1017° in steps of 2″, or not available.
  public static var df154: Self { validityExtension(154, "validity_extension_north_south") }
  /// DF155, extension of the area to east and west: up to 9.1017° in steps of 2″, or not available.
  public static var df155: Self { validityExtension(155, "validity_extension_east_west") }

  // A transformation of seven parameters.
  /// DF156, translation along X: ±4 194.303 m in steps of 0.001.
  public static var df156: Self { translation(156, "translation_x") }
  /// DF157, translation along Y: ±4 194.303 m in steps of 0.001.
  public static var df157: Self { translation(157, "translation_y") }
  /// DF158, translation along Z: ±4 194.303 m in steps of 0.001.
  public static var df158: Self { translation(158, "translation_z") }
  /// DF159, rotation about X: ±42 949.67294″ in steps of 0.00002.
  public static var df159: Self { rotation(159, "rotation_x") }
  /// DF160, rotation about Y: ±42 949.67294″ in steps of 0.00002.
  public static var df160: Self { rotation(160, "rotation_y") }
  /// DF161, rotation about Z: ±42 949.67294″ in steps of 0.00002.
  public static var df161: Self { rotation(161, "rotation_z") }
  /// DF162, scale correction: ±167.77215 ppm in steps of 0.00001.
  public static var df162: Self { scaleCorrection(162, "scale_correction") }
  /// DF163, X of the rotation point: ±17 179 869.183 m in steps of 0.001.
  public static var df163: Self { rotationPoint(163, "rotation_point_x") }
  /// DF164, Y of the rotation point: ±17 179 869.183 m in steps of 0.001.
  public static var df164: Self { rotationPoint(164, "rotation_point_y") }
  /// DF165, Z of the rotation point: ±17 179 869.183 m in steps of 0.001.
  public static var df165: Self { rotationPoint(165, "rotation_point_z") }
  /// DF166, source's semi-major axis: 6 370 000.001 to 6 386 777.215 m in steps of 0.001, or not available.
  public static var df166: Self { semiMajorAxis(166, "source_semi_major_axis") }
  /// DF167, source's semi-minor axis: 6 350 000.001 to 6 383 554.431 m in steps of 0.001, or not available.
  public static var df167: Self { semiMinorAxis(167, "source_semi_minor_axis") }
  /// DF168, target's semi-major axis: 6 370 000.001 to 6 386 777.215 m in steps of 0.001, or not available.
  public static var df168: Self { semiMajorAxis(168, "target_semi_major_axis") }
  /// DF169, target's semi-minor axis: 6 350 000.001 to 6 383 554.431 m in steps of 0.001, or not available.
  public static var df169: Self { semiMinorAxis(169, "target_semi_minor_axis") }
  /// DF214, horizontal quality, `0...7`: 0 unknown, 7 worst.
  public static var df214: Self { .init(214, "horizontal_quality", .unsigned, 3) }
  /// DF215, vertical quality, `0...7`: 0 unknown, 7 worst.
  public static var df215: Self { .init(215, "vertical_quality", .unsigned, 3) }

  // A transformation of fourteen parameters.
  /// DF547, reference day of the parameters, modified Julian day: 44 244 to 109 779.
  public static var df547: Self {
    .init(547, "reference_epoch", .unsigned, 16, base: 44_244, .days)
  }
  /// DF548, translation along X: ±4 194.303 m in steps of 0.001.
  public static var df548: Self { translation(548, "translation_x") }
  /// DF549, translation along Y: ±4 194.303 m in steps of 0.001.
  public static var df549: Self { translation(549, "translation_y") }
  /// DF550, translation along Z: ±4 194.303 m in steps of 0.001.
  public static var df550: Self { translation(550, "translation_z") }
  /// DF551, rotation about X: ±42 949.67294″ in steps of 0.00002.
  public static var df551: Self { rotation(551, "rotation_x") }
  /// DF552, rotation about Y: ±42 949.67294″ in steps of 0.00002.
  public static var df552: Self { rotation(552, "rotation_y") }
  /// DF553, rotation about Z: ±42 949.67294″ in steps of 0.00002.
  public static var df553: Self { rotation(553, "rotation_z") }
  /// DF554, scale correction: ±167.77215 ppm in steps of 0.00001.
  public static var df554: Self { scaleCorrection(554, "scale_correction") }
  /// DF555, change of the translation along X: ±1.3107 m/a in steps of 0.00002.
  public static var df555: Self { translationRate(555, "translation_rate_x") }
  /// DF556, change of the translation along Y: ±1.3107 m/a in steps of 0.00002.
  public static var df556: Self { translationRate(556, "translation_rate_y") }
  /// DF557, change of the translation along Z: ±1.3107 m/a in steps of 0.00002.
  public static var df557: Self { translationRate(557, "translation_rate_z") }
  /// DF558, change of the rotation about X: ±0.026214″/a in steps of 0.0000004.
  public static var df558: Self { rotationRate(558, "rotation_rate_x") }
  /// DF559, change of the rotation about Y: ±0.026214″/a in steps of 0.0000004.
  public static var df559: Self { rotationRate(559, "rotation_rate_y") }
  /// DF560, change of the rotation about Z: ±0.026214″/a in steps of 0.0000004.
  public static var df560: Self { rotationRate(560, "rotation_rate_z") }
  /// DF561, change of the scale correction: ±0.0016382 ppm/a in steps of 0.0000002.
  public static var df561: Self {
    .init(
      561, "scale_correction_rate", .signed, 14, stepsPerUnit: 5_000_000, .partsPerMillionPerYear)
  }

  // Names and epochs of coordinate reference systems.
  /// DF562, number of characters in the name of the service's system: `0...31`.
  public static var df562: Self { .init(562, "service_crs_name_count", .unsigned, 5) }
  /// DF563, a character of the name of the service's system, ISO 8859-1: `0...255`.
  public static var df563: Self { .init(563, "service_crs_name", .unsigned, 8) }
  /// DF564, epoch of the coordinates: `1900.01...2555.35` in steps of 0.01, or not available.
  public static var df564: Self {
    .init(
      564, "coordinate_epoch", .unsigned, 16, stepsPerUnit: 100, base: 1900, .years,
      notAvailable: 0)
  }
  /// DF565, number of characters in the name of the system of RTCM's coordinates: `0...31`.
  public static var df565: Self { .init(565, "rtcm_crs_name_count", .unsigned, 5) }
  /// DF566, a character of the name of the system of RTCM's coordinates, ISO 8859-1: `0...255`.
  public static var df566: Self { .init(566, "rtcm_crs_name", .unsigned, 8) }
  /// DF567, whether the system moves with a tectonic plate.
  public static var df567: Self { .init(567, "is_plate_fixed", .unsigned, 1) }
  /// DF568, number of links to databases: `0...7`.
  public static var df568: Self { .init(568, "database_link_count", .unsigned, 3) }
  /// DF569, number of characters in a link: `0...31`.
  public static var df569: Self { .init(569, "database_link_character_count", .unsigned, 5) }
  /// DF570, a character of a link to a database, ISO 8859-1: `0...255`.
  public static var df570: Self { .init(570, "database_link", .unsigned, 8) }
}

// MARK: Fields of the same layout

extension DataField {
  private static func validityExtension(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .unsigned, 14, stepsPerUnit: 1800, .degrees, notAvailable: 0)
  }

  private static func translation(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 23, stepsPerUnit: 1000, .metres)
  }

  private static func translationRate(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 50_000, .metresPerYear)
  }

  private static func rotation(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 32, stepsPerUnit: 50_000, .arcSeconds)
  }

  private static func rotationRate(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 2_500_000, .arcSecondsPerYear)
  }

  private static func scaleCorrection(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 25, stepsPerUnit: 100_000, .partsPerMillion)
  }

  private static func rotationPoint(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 35, stepsPerUnit: 1000, .metres)
  }

  private static func semiMajorAxis(_ number: UInt16, _ name: FixedText) -> Self {
    .init(
      number, name, .unsigned, 24, stepsPerUnit: 1000, base: 6_370_000, .metres, notAvailable: 0)
  }

  private static func semiMinorAxis(_ number: UInt16, _ name: FixedText) -> Self {
    .init(
      number, name, .unsigned, 25, stepsPerUnit: 1000, base: 6_350_000, .metres, notAvailable: 0)
  }
}
