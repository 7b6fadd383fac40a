/// Fields of messages 1025–1027, how a map is projected: RTCM 10403.3 table 3.4-1.
extension DataField {
  static var df170: Self { .init(170, "projection_type", .unsigned, 6) }

  // Any projection but those below.
  static var df171: Self { latitude(171, "natural_origin_latitude") }
  static var df172: Self { longitude(172, "natural_origin_longitude") }
  static var df173: Self { scaleFactor(173, "natural_origin_scale_factor") }
  static var df174: Self { easting(174, "false_easting") }
  static var df175: Self { northing(175, "false_northing") }

  // Lambert conic conformal with two standard parallels.
  static var df176: Self { latitude(176, "false_origin_latitude") }
  static var df177: Self { longitude(177, "false_origin_longitude") }
  static var df178: Self { latitude(178, "standard_parallel_1") }
  static var df179: Self { latitude(179, "standard_parallel_2") }
  static var df180: Self { easting(180, "false_origin_easting") }
  static var df181: Self { northing(181, "false_origin_northing") }

  // Oblique Mercator.
  static var df182: Self { .init(182, "is_rectified", .unsigned, 1) }
  static var df183: Self { latitude(183, "projection_centre_latitude") }
  static var df184: Self { longitude(184, "projection_centre_longitude") }
  static var df185: Self { angle(185, "initial_line_azimuth", .unsigned, 35) }
  static var df186: Self { angle(186, "rectified_to_skew_angle_difference", .signed, 26) }
  static var df187: Self { scaleFactor(187, "initial_line_scale_factor") }
  static var df188: Self { easting(188, "projection_centre_easting") }
  static var df189: Self { northing(189, "projection_centre_northing") }

  private static func latitude(_ number: UInt16, _ name: StaticString) -> Self {
    angle(number, name, .signed, 34)
  }

  private static func longitude(_ number: UInt16, _ name: StaticString) -> Self {
    angle(number, name, .signed, 35)
  }

  /// By 0.000000011°.
  private static func angle(
    _ number: UInt16, _ name: StaticString, _ kind: Kind, _ bits: Int
  ) -> Self {
    .init(number, name, kind, bits, stepsPerUnit: 1e9, stepMultiple: 11, .degrees)
  }

  /// What there is above 993 000 ppm, by 0.00001 ppm.
  private static func scaleFactor(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .unsigned, 30, stepsPerUnit: 1e11, base: 0.993)
  }

  private static func easting(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .unsigned, 36, stepsPerUnit: 1000, .metres)
  }

  private static func northing(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 35, stepsPerUnit: 1000, .metres)
  }
}
