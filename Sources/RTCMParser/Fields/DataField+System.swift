/// Fields of messages 1013, 1029 and 1032, about a station's service: RTCM 10403.3 table 3.4-1.
extension DataField {
  static var df051: Self { .init(51, "modified_julian_day", .unsigned, 16, .days) }
  static var df052: Self { .init(52, "second_of_day", .unsigned, 17, .seconds) }
  static var df053: Self { .init(53, "announcement_count", .unsigned, 5) }
  static var df054: Self { .init(54, "leap_seconds", .unsigned, 8, .seconds) }
  static var df055: Self { .init(55, "announced_message_type", .unsigned, 12) }
  static var df056: Self { .init(56, "is_synchronous", .unsigned, 1) }
  static var df057: Self {
    .init(57, "transmission_interval", .unsigned, 16, stepsPerUnit: 10, .seconds)
  }
  static var df138: Self { .init(138, "character_count", .unsigned, 7) }
  static var df139: Self { .init(139, "code_unit_count", .unsigned, 8) }
  static var df140: Self { .init(140, "text", .unsigned, 8) }
  static var df226: Self { .init(226, "physical_station_id", .unsigned, 12) }
}
