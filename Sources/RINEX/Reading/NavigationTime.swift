internal import Bytes
internal import Mathematics
import RTCMParser

/// A date of a record, in the clock of its system, as that counts its days.
struct NavigationTime {
  /// Days since 6 January 1980 in that clock.
  let day: Int
  /// Seconds of the day, `0..<86_400`.
  let secondsOfDay: Double

  /// Reads year, month, day, hour, minute and second with blanks between them.
  ///
  /// A year of two digits is one from 1980 to 2079 (RINEX 2.11, table A4).
  init?(_ text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: " "))
    guard parts.count == 6, var year = parts[0].decimalInteger,
      let month = parts[1].decimalInteger, let dayOfMonth = parts[2].decimalInteger,
      let hour = parts[3].decimalInteger, let minute = parts[4].decimalInteger,
      let second = parts[5].decimalNumber,
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    if year < 100 { year += year < 80 ? 2000 : 1900 }
    guard (1980..<2200).contains(year),
      let date = CivilDate(year: year, month: month, day: dayOfMonth),
      date.daysSince1970 >= Self.firstDay
    else { return nil }
    day = date.daysSince1970 - Self.firstDay
    secondsOfDay = Double(hour * 3600 + minute * 60) + second
  }

  /// Weeks since 6 January 1980.
  var week: Int { day / 7 }

  /// Seconds of the week.
  var secondsOfWeek: Double { Double(day % 7 * 86_400) + secondsOfDay }

  /// The week of a time of week that is within half a week of this, as a system numbers it.
  func week(of secondsOfWeek: Double, by numbering: WeekNumbering) -> UInt16 {
    let ahead = secondsOfWeek - self.secondsOfWeek
    let turn = ahead > 302_400 ? -1 : ahead < -302_400 ? 1 : 0
    return UInt16((week + turn - numbering.firstWeek).modulo(numbering.modulus))
  }

  /// Days from 1970 to the epoch of GPS time.
  private static let firstDay = 3657
}
