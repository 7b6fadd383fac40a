/// Fields of messages 1023 and 1024, the residuals of a transformation at the points of a grid: RTCM 10403.3
/// table 3.4-1.
extension DataField {
  /// DF190, whether positions are to be shifted.
  public static var df190: Self { .init(190, "has_horizontal_shift", .unsigned, 1) }
  /// DF191, whether heights are to be shifted.
  public static var df191: Self { .init(191, "has_vertical_shift", .unsigned, 1) }

  // A grid of latitudes and longitudes, in steps of half an arc second.
  /// DF192, latitude of the grid's origin: ±145.635° in steps of 0.5″.
  public static var df192: Self {
    .init(192, "origin_latitude", .signed, 21, stepsPerUnit: 7200, .degrees)
  }
  /// DF193, longitude of the grid's origin: ±291.271° in steps of 0.5″.
  public static var df193: Self {
    .init(193, "origin_longitude", .signed, 22, stepsPerUnit: 7200, .degrees)
  }
  /// DF194, extension of the grid to north and south: up to 0.56875° in steps of 0.5″, or not available.
  public static var df194: Self { gridExtension(194, "extension_north_south", 7200, 1, .degrees) }
  /// DF195, extension of the grid to east and west: up to 0.56875° in steps of 0.5″, or not available.
  public static var df195: Self { gridExtension(195, "extension_east_west", 7200, 1, .degrees) }
  /// DF196, mean offset of latitudes: ±0.127″ in steps of 0.001.
  public static var df196: Self {
    .init(196, "mean_latitude_offset", .signed, 8, stepsPerUnit: 1000, .arcSeconds)
  }
  /// DF197, mean offset of longitudes: ±0.127″ in steps of 0.001.
  public static var df197: Self {
    .init(197, "mean_longitude_offset", .signed, 8, stepsPerUnit: 1000, .arcSeconds)
  }
  /// DF198, mean offset of heights: ±163.83 m in steps of 0.01.
  public static var df198: Self {
    .init(198, "mean_height_offset", .signed, 15, stepsPerUnit: 100, .metres)
  }
  /// DF199, residual of the latitude: ±0.00765″ in steps of 0.00003.
  public static var df199: Self { arcResidual(199, "latitude_residual") }
  /// DF200, residual of the longitude: ±0.00765″ in steps of 0.00003.
  public static var df200: Self { arcResidual(200, "longitude_residual") }
  /// DF201, residual of the height: ±0.255 m in steps of 0.001.
  public static var df201: Self { residual(201, "height_residual") }

  // A grid of northings and eastings, in steps of 10 m.
  /// DF202, northing of the grid's origin: ±167 772 150 m in steps of 10.
  public static var df202: Self {
    .init(202, "origin_northing", .signed, 25, stepMultiple: 10, .metres)
  }
  /// DF203, easting of the grid's origin: 0 to 671 088 630 m in steps of 10.
  public static var df203: Self {
    .init(203, "origin_easting", .unsigned, 26, stepMultiple: 10, .metres)
  }
  /// DF204, extension of the grid to north and south: 10 to 40 950 m in steps of 10, or not available.
  public static var df204: Self { gridExtension(204, "extension_north_south", 1, 10, .metres) }
  /// DF205, extension of the grid to east and west: 10 to 40 950 m in steps of 10, or not available.
  public static var df205: Self { gridExtension(205, "extension_east_west", 1, 10, .metres) }
  /// DF206, mean offset of northings: ±5.11 m in steps of 0.01.
  public static var df206: Self {
    .init(206, "mean_northing_offset", .signed, 10, stepsPerUnit: 100, .metres)
  }
  /// DF207, mean offset of eastings: ±5.11 m in steps of 0.01.
  public static var df207: Self {
    .init(207, "mean_easting_offset", .signed, 10, stepsPerUnit: 100, .metres)
  }
  /// DF208, mean offset of heights: ±163.83 m in steps of 0.01.
  public static var df208: Self {
    .init(208, "mean_height_offset", .signed, 15, stepsPerUnit: 100, .metres)
  }
  /// DF209, residual of the northing: ±0.255 m in steps of 0.001.
  public static var df209: Self { residual(209, "northing_residual") }
  /// DF210, residual of the easting: ±0.255 m in steps of 0.001.
  public static var df210: Self { residual(210, "easting_residual") }
  /// DF211, residual of the height: ±0.255 m in steps of 0.001.
  public static var df211: Self { residual(211, "height_residual") }

  // Fields of both grids.
  /// DF212, interpolation method of horizontal residuals: `0...3`.
  public static var df212: Self { .init(212, "horizontal_interpolation", .unsigned, 2) }
  /// DF213, interpolation method of vertical residuals: `0...3`.
  public static var df213: Self { .init(213, "vertical_interpolation", .unsigned, 2) }
  /// DF216, horizontal quality, `0...7`: 0 unknown, 7 worst.
  public static var df216: Self { .init(216, "horizontal_quality", .unsigned, 3) }
  /// DF217, vertical quality, `0...7`: 0 unknown, 7 worst.
  public static var df217: Self { .init(217, "vertical_quality", .unsigned, 3) }

  private static func gridExtension(
    _ number: UInt16, _ name: FixedText, _ stepsPerUnit: Double, _ stepMultiple: Double,
    _ unit: FieldUnit
  ) -> Self {
    .init(
      number, name, .unsigned, 12, stepsPerUnit: stepsPerUnit, stepMultiple: stepMultiple, unit,
      notAvailable: 0)
  }

  private static func arcResidual(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 9, stepsPerUnit: 100_000, stepMultiple: 3, .arcSeconds)
  }

  private static func residual(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 9, stepsPerUnit: 1000, .metres)
  }
}
