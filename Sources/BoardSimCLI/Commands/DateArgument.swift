import GNSSBasics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date in ISO 8601, or `now`.
struct DateArgument: OptionValue {
  var time: UnixTime
  /// Whether the argument was `now`.
  private(set) var isNow = false

  init(_ time: UnixTime) { self.time = time }

  /// The current time in whole seconds, since board time counts from it and epochs are dated in
  /// milliseconds.
  static var now: UnixTime { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }

  /// The current time in milliseconds.
  static var present: UnixTime {
    let milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
    return UnixTime(nanoseconds: milliseconds * 1_000_000)
  }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if text == "now" {
      (time, isNow) = (Self.now, true)
      return
    }
    guard let time = Self.time(text) else {
      throw UsageError(
        message:
          "\(parameter) must be a date such as 2026-06-01T12:00:00Z, from 1980-01-06 to 2200, "
          + "or 'now', not '\(text)'")
    }
    self.time = time
  }

  /// Returns the instant of a date; `nil` when the text is no date, or out of range.
  static func time(_ text: String) -> UnixTime? {
    guard let date = try? Date(text, strategy: .iso8601), range.contains(date),
      isDay(date, of: text)
    else { return nil }
    return UnixTime(seconds: Int64(date.timeIntervalSince1970))
  }

  /// Returns whether a date lies on the day in the text: the 30th of February would become the 2nd of
  /// March.
  ///
  /// A time zone may shift the date by a day.
  private static func isDay(_ date: Date, of text: String) -> Bool {
    [-86_400, 0, 86_400].contains { shift in
      (date + shift).formatted(.iso8601).prefix(10) == text.prefix(10)
    }
  }

  /// The range of dates: from the start of GPS time to 2200, which 64 bits of nanoseconds can hold.
  private static let range =
    Date(timeIntervalSince1970: 315_964_800)...Date(timeIntervalSince1970: 7_258_118_400)
}
