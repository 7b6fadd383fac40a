/// Fields of messages 1013, 1029 and 1032, about a station's service: RTCM 10403.3 table 3.4-1.
extension DataField {
  /// DF051, modified Julian day: `0...65535`; 40 587 is 1 January 1970.
  public static var df051: Self { .init(51, "modified_julian_day", .unsigned, 16, .days) }
  /// DF052, second of the UTC day, 86 400 in a leap second: `0...131071` s.
  public static var df052: Self { .init(52, "second_of_day", .unsigned, 17, .seconds) }
  /// DF053, number of announcements: `0...31`.
  public static var df053: Self { .init(53, "announcement_count", .unsigned, 5) }
  /// DF054, GPS time less UTC: `0...255` s.
  public static var df054: Self { .init(54, "leap_seconds", .unsigned, 8, .seconds) }
  /// DF055, message type that is announced: `0...4095`.
  public static var df055: Self { .init(55, "announced_message_type", .unsigned, 12) }
  /// DF056, whether the announced message is sent at regular intervals.
  public static var df056: Self { .init(56, "is_synchronous", .unsigned, 1) }
  /// DF057, interval between two transmissions of the announced message: 0 to 6 553.5 s in steps of 0.1.
  public static var df057: Self {
    .init(57, "transmission_interval", .unsigned, 16, stepsPerUnit: 10, .seconds)
  }
  /// DF138, number of characters in the text: `0...127`.
  public static var df138: Self { .init(138, "character_count", .unsigned, 7) }
  /// DF139, number of UTF-8 code units in the text: `0...255`.
  public static var df139: Self { .init(139, "code_unit_count", .unsigned, 8) }
  /// DF140, a UTF-8 code unit of the text: `0...255`.
  public static var df140: Self { .init(140, "text", .unsigned, 8) }
  /// DF226, station ID of the real station: `0...4095`.
  public static var df226: Self { .init(226, "physical_station_id", .unsigned, 12) }
}
