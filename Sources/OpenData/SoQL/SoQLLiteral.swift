internal import Bytes
internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// Reading and writing of literal values in queries and rows.
enum SoQLLiteral {
  /// Reads a number of digits, a point, an exponent and a sign; `nil` for other text and infinite values.
  static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      byte.isDigit || ".+-eE".utf8.contains(byte)
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Reads a date, or a date and time, without a zone: `2026-06-10`, `2026-06-10T11:00`, `…:30`, `….250`.
  ///
  /// - Returns: Milliseconds since 1970-01-01T00:00:00; `nil` for any other text.
  static func timestamp(_ text: String) -> Int64? {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = day(parts[0]) else { return nil }
    guard parts.count > 1 else { return day * 86_400_000 }
    return time(parts[1]).map { day * 86_400_000 + $0 }
  }

  /// Appends a time in the format of the data sets, `2026-06-10T11:00:00.000`.
  static func append(timestamp milliseconds: Int64, to text: inout [UInt8]) {
    let (second, thousandths) = milliseconds.dividedRoundingDown(by: 1000)
    let time = UnixTime(seconds: second).advanced(by: .milliseconds(thousandths))
    text.append(iso8601: CivilTime(time))
  }

  /// Returns the days since 1970 of a date in the years 1700 to 2200, the range of nanoseconds in 64 bits.
  private static func day(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = digits(parts[0], 4),
      let month = digits(parts[1], 2), let day = digits(parts[2], 2), (1700...2200).contains(year),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Int64(date.daysSince1970)
  }

  /// Returns the milliseconds since midnight.
  private static func time(_ text: Substring.UTF8View) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = digits(parts[0], 2), hour < 24,
      let minute = digits(parts[1], 2), minute < 60
    else { return nil }
    let whole = Int64(hour * 60 + minute) * 60_000
    guard parts.count > 2 else { return whole }
    let seconds = parts[2].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let second = digits(seconds[0], 2), second < 60 else { return nil }
    guard seconds.count > 1 else { return whole + Int64(second) * 1000 }
    let fraction = Array(seconds[1])
    guard (1...9).contains(fraction.count), fraction.allSatisfy({ $0.isDigit }) else { return nil }
    let thousandths = (fraction + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    return whole + Int64(second) * 1000 + thousandths
  }

  private static func digits(_ text: Substring.UTF8View, _ count: Int) -> Int? {
    guard text.count == count, text.allSatisfy({ $0.isDigit }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
