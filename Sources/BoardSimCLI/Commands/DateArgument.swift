import GNSSBasics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date in ISO 8601, or `now`.
struct DateArgument: OptionValue {
  var time: UnixTime
  /// Whether `now` was written.
  private(set) var isNow = false

  init(_ time: UnixTime) { self.time = time }

  /// The present in whole seconds: board time counts from here, and epochs are dated in milliseconds.
  static var now: UnixTime { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }

  /// The present to the millisecond.
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

  /// The instant of a date; `nil` when it is none, or out of range.
  static func time(_ text: String) -> UnixTime? {
    guard let date = try? Date(text, strategy: .iso8601), range.contains(date),
      isDay(date, of: text)
    else { return nil }
    return UnixTime(seconds: Int64(date.timeIntervalSince1970))
  }

  /// Whether a date is of the day that was written; the 30th of February would be the 2nd of March.
  ///
  /// A time zone may move it to the day before or after.
  private static func isDay(_ date: Date, of text: String) -> Bool {
    [-86_400, 0, 86_400].contains { shift in
      (date + shift).formatted(.iso8601).prefix(10) == text.prefix(10)
    }
  }

  /// From the beginning of GPS time to what 64 bits of nanoseconds hold.
  private static let range =
    Date(timeIntervalSince1970: 315_964_800)...Date(timeIntervalSince1970: 7_258_118_400)
}
