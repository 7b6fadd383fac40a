extension DataField {
  static var df006: Self { .init(6, "satellite_count", .unsigned, 5) }
  static var df035: Self { .init(35, "satellite_count", .unsigned, 5) }
  static var df038: Self { .init(38, "satellite_id", .unsigned, 6) }
  static var df051: Self { .init(51, "modified_julian_day", .unsigned, 16, .days) }
  static var df252: Self { .init(252, "satellite_id", .unsigned, 6) }
  static var df488: Self { .init(488, "satellite_id", .unsigned, 6) }
}
