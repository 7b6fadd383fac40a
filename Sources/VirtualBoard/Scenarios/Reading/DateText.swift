package import GNSSBasics

/// Parsing of dates in files, in ISO 8601: `2026-06-01T12:00:00Z`.
package enum DateText {
  /// Returns the instant of a UTC date; a day alone is its midnight.
  ///
  /// The result is `nil` for an invalid date, and for dates before 1980-01-06 or after 2200-01-01.
  package static func time(_ text: String) -> UnixTime? {
    var rest = Substring(text)
    guard rest.utf8.count <= 40, let year = number(&rest, digits: 4), take(&rest, "-"),
      let month = number(&rest, digits: 2), take(&rest, "-"), let day = number(&rest, digits: 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var clock = (hour: 0, minute: 0, second: 0, nanosecond: 0)
    if take(&rest, "T") || take(&rest, " ") {
      guard let found = time(&rest) else { return nil }
      clock = found
    }
    guard rest.isEmpty,
      let time = UnixTime(
        date, hour: clock.hour, minute: clock.minute, second: clock.second,
        nanosecond: clock.nanosecond),
      range.contains(time)
    else { return nil }
    return time
  }

  private static func time(
    _ rest: inout Substring
  ) -> (hour: Int, minute: Int, second: Int, nanosecond: Int)? {
    guard let hour = number(&rest, digits: 2), take(&rest, ":"),
      let minute = number(&rest, digits: 2)
    else { return nil }
    var (second, nanosecond) = (0, 0)
    if take(&rest, ":") {
      guard let found = number(&rest, digits: 2) else { return nil }
      second = found
      if take(&rest, ".") {
        let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
        guard (1...9).contains(digits.count) else { return nil }
        nanosecond = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
        rest = rest.dropFirst(digits.count)
      }
    }
    // Only UTC is accepted: another zone would be misread as UTC.
    guard take(&rest, "Z") || take(&rest, "+00:00") || rest.isEmpty else { return nil }
    return (hour, minute, second, nanosecond)
  }

  private static func take(_ rest: inout Substring, _ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    return true
  }

  private static func number(_ rest: inout Substring, digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else {
      return nil
    }
    rest = rest.dropFirst(digits)
    return Int(text)
  }

  /// The accepted dates: from the beginning of GPS time to 2200, well within 64 bits of nanoseconds.
  private static let range = UnixTime(seconds: 315_964_800)...UnixTime(seconds: 7_258_118_400)
}
