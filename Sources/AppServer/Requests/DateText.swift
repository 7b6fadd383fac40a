internal import Bytes
internal import GNSSBasics

/// Reading and writing of dates in the apps' formats: RFC 3339, and days of birth.
enum DateText {
  /// Reads an RFC 3339 date and time such as `2026-11-22T00:00:00Z`, with an optional fraction and any
  /// offset.
  static func instant(_ text: String) -> UnixTime? {
    var rest = Array(text.utf8)[...]
    guard let date = day(&rest), let letter = rest.popFirst(),
      letter.lowercased == UInt8(ascii: "t"),
      let hour = number(&rest, digits: 2), rest.popFirst() == UInt8(ascii: ":"),
      let minute = number(&rest, digits: 2), rest.popFirst() == UInt8(ascii: ":"),
      let second = number(&rest, digits: 2), let nanosecond = fraction(&rest),
      let offset = offset(&rest), rest.isEmpty,
      let local = UnixTime(
        date, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    else { return nil }
    return local.advanced(by: .seconds(-60 * offset))
  }

  /// Reads a day such as `1990-07-21`; returns `nil` for anything else.
  static func day(_ text: String) -> CivilDate? {
    var rest = Array(text.utf8)[...]
    guard let date = day(&rest), rest.isEmpty else { return nil }
    return date
  }

  /// Returns whether a date's day has a zero too many, such as `2026-11-011`.
  ///
  /// An app sends such a date when it writes the month, or a zero followed by the day, in place of the day.
  static func hasLongDay(_ text: String) -> Bool {
    let day = text.prefix { $0 != "T" && $0 != "t" }.split(separator: "-").last ?? ""
    return day.count == 3 && day.first == "0" && day.allSatisfy(\.isNumber)
  }

  /// Appends a time with milliseconds, `2026-11-22T10:00:00.000Z`.
  static func append(_ time: UnixTime, to bytes: inout [UInt8]) {
    bytes.append(iso8601: CivilTime(time))
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Returns a time with milliseconds as text.
  static func text(_ time: UnixTime) -> String {
    var bytes: [UInt8] = []
    append(time, to: &bytes)
    return bytes[...].text
  }

  /// Returns a birthday in the apps' format, `1990-07-21T00:00:00.000Z`.
  static func birthDay(_ date: CivilDate) -> String {
    text(UnixTime(date) ?? UnixTime(seconds: 0))
  }

  private static func day(_ rest: inout ArraySlice<UInt8>) -> CivilDate? {
    guard let year = number(&rest, digits: 4), rest.popFirst() == UInt8(ascii: "-"),
      let month = number(&rest, digits: 2), rest.popFirst() == UInt8(ascii: "-"),
      let day = number(&rest, digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, let value = text.decimalInteger else { return nil }
    rest = rest.dropFirst(digits)
    return value
  }

  /// Reads a fraction of a second, and returns nanoseconds; digits after the ninth are ignored.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix { $0.isDigit }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(1 + digits.count)
    var value = 0
    for place in 0..<9 {
      let digit = place < digits.count ? digits[digits.startIndex + place] - 0x30 : 0
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Reads an offset from UTC, and returns minutes, positive east.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let sign = rest.popFirst() else { return nil }
    if sign.lowercased == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(&rest, digits: 2), hours < 24, rest.popFirst() == UInt8(ascii: ":"),
      let minutes = number(&rest, digits: 2), minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (60 * hours + minutes)
  }
}
