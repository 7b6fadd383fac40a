internal import TextOutput

extension [UInt8] {
  /// Appends a time in ISO 8601 form, cut to milliseconds, without a zone: `2026-06-01T12:00:02.000`.
  package mutating func append(iso8601 time: CivilTime) {
    append(iso8601: time.date)
    append(UInt8(ascii: "T"))
    append(integer: time.hour, width: 2)
    append(UInt8(ascii: ":"))
    append(integer: time.minute, width: 2)
    append(UInt8(ascii: ":"))
    append(integer: time.second, width: 2)
    append(UInt8(ascii: "."))
    append(integer: time.nanosecond / 1_000_000, width: 3)
  }

  private mutating func append(iso8601 date: CivilDate) {
    append(integer: date.year, width: 4)
    append(UInt8(ascii: "-"))
    append(integer: date.month, width: 2)
    append(UInt8(ascii: "-"))
    append(integer: date.day, width: 2)
  }
}

extension GPSTime {
  /// The GPS time with milliseconds: `2026-06-01T12:00:00.000`.
  package var iso8601: String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(self))
    return String(decoding: text, as: UTF8.self)
  }
}

extension UnixTime {
  /// The time with milliseconds, UTC: `2026-06-01T12:00:00.000Z`.
  package var iso8601: String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(self))
    return String(decoding: text, as: UTF8.self) + "Z"
  }
}
