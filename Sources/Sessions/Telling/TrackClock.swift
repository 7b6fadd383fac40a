package import GNSSBasics
internal import TextOutput

/// The clock of a track's times: dates in UTC, or board time.
package enum TrackClock: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  case utc
  /// Seconds of board time, without a date.
  case boardTime

  /// The name of the clock in JSON.
  package var name: String { self == .utc ? "utc" : "board_time" }

  /// Returns a time as text: `2026-06-01T12:00:34.250Z`, or seconds of board time as `00:00:34.250`.
  package func text(_ time: Double) -> String {
    guard self == .boardTime else { return date(time) }
    let milliseconds = Int((min(max(time, 0), 1e12) * 1000).rounded())
    return PlainText.clock(seconds: milliseconds / 1000)
      + "." + Self.digits(milliseconds % 1000, width: 3)
  }

  private func date(_ time: Double) -> String {
    let milliseconds = Int64((min(max(time, -9e9), 9e9) * 1000).rounded())
    let instant = UnixTime(nanoseconds: milliseconds * 1_000_000)
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(instant))
    return String(decoding: text, as: UTF8.self) + "Z"
  }

  /// Returns a day as text: `2026-06-01`; `unknown` without one.
  package static func text(_ day: CivilDate?) -> String {
    guard let day else { return "unknown" }
    return month(day.year, day.month) + "-" + digits(day.day, width: 2)
  }

  /// Returns a month as text: `2026-06`.
  package static func month(_ year: Int, _ month: Int) -> String {
    digits(year, width: 4) + "-" + digits(month, width: 2)
  }

  private static func digits(_ number: Int, width: Int) -> String {
    var text: [UInt8] = []
    text.append(integer: number.magnitude, width: width)
    return String(decoding: text, as: UTF8.self)
  }
}
