/// Fields of messages 1021–1027 and 1300–1302, which describe coordinate systems and how to get from
/// one to another: RTCM 10403.3 table 3.4-1, RTCM 10403.4 for those from DF547 on.
extension DataField {
  // Names.
  static var df143: Self { .init(143, "source_name_count", .unsigned, 5) }
  static var df144: Self { .init(144, "source_name", .unsigned, 8) }
  static var df145: Self { .init(145, "target_name_count", .unsigned, 5) }
  static var df146: Self { .init(146, "target_name", .unsigned, 8) }
  static var df147: Self { .init(147, "system_id", .unsigned, 8) }
  static var df148: Self { .init(148, "utilized_messages", .unsigned, 10) }
  static var df149: Self { .init(149, "plate_number", .unsigned, 5) }
  static var df150: Self { .init(150, "computation_indicator", .unsigned, 4) }
  static var df151: Self { .init(151, "height_indicator", .unsigned, 2) }

  // The area of validity, by 2 arc seconds.
  static var df152: Self {
    .init(152, "validity_latitude", .signed, 19, stepsPerUnit: 1800, .degrees)
  }
  static var df153: Self {
    .init(153, "validity_longitude", .signed, 20, stepsPerUnit: 1800, .degrees)
  }
  static var df154: Self { validityExtension(154, "validity_extension_north_south") }
  static var df155: Self { validityExtension(155, "validity_extension_east_west") }

  // A transformation of seven parameters.
  static var df156: Self { translation(156, "translation_x") }
  static var df157: Self { translation(157, "translation_y") }
  static var df158: Self { translation(158, "translation_z") }
  static var df159: Self { rotation(159, "rotation_x") }
  static var df160: Self { rotation(160, "rotation_y") }
  static var df161: Self { rotation(161, "rotation_z") }
  static var df162: Self { scaleCorrection(162, "scale_correction") }
  static var df163: Self { rotationPoint(163, "rotation_point_x") }
  static var df164: Self { rotationPoint(164, "rotation_point_y") }
  static var df165: Self { rotationPoint(165, "rotation_point_z") }
  static var df166: Self { semiMajorAxis(166, "source_semi_major_axis") }
  static var df167: Self { semiMinorAxis(167, "source_semi_minor_axis") }
  static var df168: Self { semiMajorAxis(168, "target_semi_major_axis") }
  static var df169: Self { semiMinorAxis(169, "target_semi_minor_axis") }
  static var df214: Self { .init(214, "horizontal_quality", .unsigned, 3) }
  static var df215: Self { .init(215, "vertical_quality", .unsigned, 3) }

  // A transformation of fourteen parameters.
  static var df547: Self { .init(547, "reference_epoch", .unsigned, 16, base: 44_244, .days) }
  static var df548: Self { translation(548, "translation_x") }
  static var df549: Self { translation(549, "translation_y") }
  static var df550: Self { translation(550, "translation_z") }
  static var df551: Self { rotation(551, "rotation_x") }
  static var df552: Self { rotation(552, "rotation_y") }
  static var df553: Self { rotation(553, "rotation_z") }
  static var df554: Self { scaleCorrection(554, "scale_correction") }
  static var df555: Self { translationRate(555, "translation_rate_x") }
  static var df556: Self { translationRate(556, "translation_rate_y") }
  static var df557: Self { translationRate(557, "translation_rate_z") }
  static var df558: Self { rotationRate(558, "rotation_rate_x") }
  static var df559: Self { rotationRate(559, "rotation_rate_y") }
  static var df560: Self { rotationRate(560, "rotation_rate_z") }
  static var df561: Self {
    .init(
      561, "scale_correction_rate", .signed, 14, stepsPerUnit: 5_000_000, .partsPerMillionPerYear)
  }

  // Names and epochs of coordinate reference systems.
  static var df562: Self { .init(562, "service_crs_name_count", .unsigned, 5) }
  static var df563: Self { .init(563, "service_crs_name", .unsigned, 8) }
  static var df564: Self {
    .init(
      564, "coordinate_epoch", .unsigned, 16, stepsPerUnit: 100, base: 1900, .years,
      notAvailable: 0)
  }
  static var df565: Self { .init(565, "rtcm_crs_name_count", .unsigned, 5) }
  static var df566: Self { .init(566, "rtcm_crs_name", .unsigned, 8) }
  static var df567: Self { .init(567, "is_plate_fixed", .unsigned, 1) }
  static var df568: Self { .init(568, "database_link_count", .unsigned, 3) }
  static var df569: Self { .init(569, "database_link_character_count", .unsigned, 5) }
  static var df570: Self { .init(570, "database_link", .unsigned, 8) }
}

// MARK: Fields that are alike

extension DataField {
  private static func validityExtension(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .unsigned, 14, stepsPerUnit: 1800, .degrees, notAvailable: 0)
  }

  private static func translation(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 23, stepsPerUnit: 1000, .metres)
  }

  private static func translationRate(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 50_000, .metresPerYear)
  }

  private static func rotation(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 32, stepsPerUnit: 50_000, .arcSeconds)
  }

  private static func rotationRate(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 17, stepsPerUnit: 2_500_000, .arcSecondsPerYear)
  }

  private static func scaleCorrection(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 25, stepsPerUnit: 100_000, .partsPerMillion)
  }

  private static func rotationPoint(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 35, stepsPerUnit: 1000, .metres)
  }

  private static func semiMajorAxis(_ number: UInt16, _ name: StaticString) -> Self {
    .init(
      number, name, .unsigned, 24, stepsPerUnit: 1000, base: 6_370_000, .metres, notAvailable: 0)
  }

  private static func semiMinorAxis(_ number: UInt16, _ name: StaticString) -> Self {
    .init(
      number, name, .unsigned, 25, stepsPerUnit: 1000, base: 6_350_000, .metres, notAvailable: 0)
  }
}
