/// Fields of messages 1025–1027, which describe map projections: RTCM 10403.3 table 3.4-1.
extension DataField {
  /// DF170, the method of projection: `0...63`.
  public static var df170: Self { .init(170, "projection_type", .unsigned, 6) }

  // Any projection except the two below (message 1025).
  /// DF171, latitude of the natural origin: ±94.489280501° in steps of 0.000000011.
  public static var df171: Self { latitude(171, "natural_origin_latitude") }
  /// DF172, longitude of the natural origin: ±188.978561013° in steps of 0.000000011.
  public static var df172: Self { longitude(172, "natural_origin_longitude") }
  /// DF173, scale factor at the natural origin: 0.993 to 1.003 737 in steps of 10⁻¹¹.
  public static var df173: Self { scaleFactor(173, "natural_origin_scale_factor") }
  /// DF174, false easting: 0 to 68 719 476.735 m in steps of 0.001.
  public static var df174: Self { easting(174, "false_easting") }
  /// DF175, false northing: ±17 179 869.183 m in steps of 0.001.
  public static var df175: Self { northing(175, "false_northing") }

  // Lambert conic conformal with two standard parallels (message 1026).
  /// DF176, latitude of the false origin: ±94.489280501° in steps of 0.000000011.
  public static var df176: Self { latitude(176, "false_origin_latitude") }
  /// DF177, longitude of the false origin: ±188.978561013° in steps of 0.000000011.
  public static var df177: Self { longitude(177, "false_origin_longitude") }
  /// DF178, latitude of the first standard parallel: ±94.489280501° in steps of 0.000000011.
  public static var df178: Self { latitude(178, "standard_parallel_1") }
  /// DF179, latitude of the second standard parallel: ±94.489280501° in steps of 0.000000011.
  public static var df179: Self { latitude(179, "standard_parallel_2") }
  /// DF180, easting of the false origin: 0 to 68 719 476.735 m in steps of 0.001.
  public static var df180: Self { easting(180, "false_origin_easting") }
  /// DF181, northing of the false origin: ±17 179 869.183 m in steps of 0.001.
  public static var df181: Self { northing(181, "false_origin_northing") }

  // Oblique Mercator (message 1027).
  /// DF182, whether the coordinates are rectified.
  public static var df182: Self { .init(182, "is_rectified", .unsigned, 1) }
  /// DF183, latitude of the projection centre: ±94.489280501° in steps of 0.000000011.
  public static var df183: Self { latitude(183, "projection_centre_latitude") }
  /// DF184, longitude of the projection centre: ±188.978561013° in steps of 0.000000011.
  public static var df184: Self { longitude(184, "projection_centre_longitude") }
  /// DF185, azimuth of the initial line: `0...377.957122037`° in steps of 0.000000011.
  public static var df185: Self { angle(185, "initial_line_azimuth", .unsigned, 35) }
  /// DF186, angle from the rectified to the skew grid less azimuth: ±0.369098741° in steps of 0.000000011.
  public static var df186: Self { angle(186, "rectified_to_skew_angle_difference", .signed, 26) }
  /// DF187, scale factor on the initial line: 0.993 to 1.003 737 in steps of 10⁻¹¹.
  public static var df187: Self { scaleFactor(187, "initial_line_scale_factor") }
  /// DF188, easting of the projection centre: 0 to 68 719 476.735 m in steps of 0.001.
  public static var df188: Self { easting(188, "projection_centre_easting") }
  /// DF189, northing of the projection centre: ±17 179 869.183 m in steps of 0.001.
  public static var df189: Self { northing(189, "projection_centre_northing") }

  private static func latitude(_ number: UInt16, _ name: FixedText) -> Self {
    angle(number, name, .signed, 34)
  }

  private static func longitude(_ number: UInt16, _ name: FixedText) -> Self {
    angle(number, name, .signed, 35)
  }

  /// Creates an angle field in degrees with a resolution of 0.000000011°.
  private static func angle(
    _ number: UInt16, _ name: FixedText, _ kind: Kind, _ bits: Int
  ) -> Self {
    .init(number, name, kind, bits, stepsPerUnit: 1e9, stepMultiple: 11, .degrees)
  }

  /// Creates a scale factor field: the excess over 0.993 in steps of 10⁻¹¹.
  private static func scaleFactor(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .unsigned, 30, stepsPerUnit: 1e11, base: 0.993)
  }

  private static func easting(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .unsigned, 36, stepsPerUnit: 1000, .metres)
  }

  private static func northing(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 35, stepsPerUnit: 1000, .metres)
  }
}
