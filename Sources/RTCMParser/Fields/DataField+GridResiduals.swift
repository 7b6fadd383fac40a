/// Fields of messages 1023 and 1024, what a transformation leaves at the points of a grid:
/// RTCM 10403.3 table 3.4-1.
extension DataField {
  static var df190: Self { .init(190, "has_horizontal_shift", .unsigned, 1) }
  static var df191: Self { .init(191, "has_vertical_shift", .unsigned, 1) }

  // A grid of latitudes and longitudes, by half an arc second.
  static var df192: Self {
    .init(192, "origin_latitude", .signed, 21, stepsPerUnit: 7200, .degrees)
  }
  static var df193: Self {
    .init(193, "origin_longitude", .signed, 22, stepsPerUnit: 7200, .degrees)
  }
  static var df194: Self { gridExtension(194, "extension_north_south", 7200, 1, .degrees) }
  static var df195: Self { gridExtension(195, "extension_east_west", 7200, 1, .degrees) }
  static var df196: Self {
    .init(196, "mean_latitude_offset", .signed, 8, stepsPerUnit: 1000, .arcSeconds)
  }
  static var df197: Self {
    .init(197, "mean_longitude_offset", .signed, 8, stepsPerUnit: 1000, .arcSeconds)
  }
  static var df198: Self {
    .init(198, "mean_height_offset", .signed, 15, stepsPerUnit: 100, .metres)
  }
  static var df199: Self { arcResidual(199, "latitude_residual") }
  static var df200: Self { arcResidual(200, "longitude_residual") }
  static var df201: Self { residual(201, "height_residual") }

  // A grid of northings and eastings, by 10 m.
  static var df202: Self { .init(202, "origin_northing", .signed, 25, stepMultiple: 10, .metres) }
  static var df203: Self { .init(203, "origin_easting", .unsigned, 26, stepMultiple: 10, .metres) }
  static var df204: Self { gridExtension(204, "extension_north_south", 1, 10, .metres) }
  static var df205: Self { gridExtension(205, "extension_east_west", 1, 10, .metres) }
  static var df206: Self {
    .init(206, "mean_northing_offset", .signed, 10, stepsPerUnit: 100, .metres)
  }
  static var df207: Self {
    .init(207, "mean_easting_offset", .signed, 10, stepsPerUnit: 100, .metres)
  }
  static var df208: Self {
    .init(208, "mean_height_offset", .signed, 15, stepsPerUnit: 100, .metres)
  }
  static var df209: Self { residual(209, "northing_residual") }
  static var df210: Self { residual(210, "easting_residual") }
  static var df211: Self { residual(211, "height_residual") }

  // Both grids.
  static var df212: Self { .init(212, "horizontal_interpolation", .unsigned, 2) }
  static var df213: Self { .init(213, "vertical_interpolation", .unsigned, 2) }
  static var df216: Self { .init(216, "horizontal_quality", .unsigned, 3) }
  static var df217: Self { .init(217, "vertical_quality", .unsigned, 3) }

  private static func gridExtension(
    _ number: UInt16, _ name: StaticString, _ stepsPerUnit: Double, _ stepMultiple: Double,
    _ unit: FieldUnit
  ) -> Self {
    .init(
      number, name, .unsigned, 12, stepsPerUnit: stepsPerUnit, stepMultiple: stepMultiple, unit,
      notAvailable: 0)
  }

  private static func arcResidual(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 9, stepsPerUnit: 100_000, stepMultiple: 3, .arcSeconds)
  }

  private static func residual(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 9, stepsPerUnit: 1000, .metres)
  }
}
