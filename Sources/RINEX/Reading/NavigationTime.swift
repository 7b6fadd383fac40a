internal import Bytes
internal import GNSSBasics
internal import Mathematics
import RTCMParser

/// The date of a record, in the time scale of its system.
struct NavigationTime {
  /// Days since 6 January 1980 in the system's time scale.
  let day: Int
  /// Seconds of the day, `0..<86_400`.
  let secondsOfDay: Double

  /// Reads year, month, day, hour, minute and second, separated by blanks.
  ///
  /// A year of two digits lies between 1980 and 2079 (RINEX 2.11, table A4).
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
      date.daysSinceGPSEpoch >= 0
    else { return nil }
    day = date.daysSinceGPSEpoch
    secondsOfDay = Double(hour * 3600 + minute * 60) + second
  }

  /// Returns the instant of a date in the time scale of a system.
  func gpsTime(in constellation: Constellation) -> GPSTime {
    let seconds = Int64(day) * 86_400 + Int64(secondsOfDay)
    let fraction = Int64((secondsOfDay - secondsOfDay.rounded(.down)) * 1e9)
    let time =
      switch constellation {
      case .glonass: GPSTime(utcSecondsSince1980: seconds)
      case .beidou: GPSTime(nanoseconds: (seconds + Self.beidouShift) * 1_000_000_000)
      default: GPSTime(nanoseconds: seconds * 1_000_000_000)
      }
    return time.advanced(byNanoseconds: fraction)
  }

  /// GPS time less BeiDou time, seconds.
  private static let beidouShift: Int64 = 14

  /// Weeks since 6 January 1980.
  var week: Int { day / 7 }

  /// Seconds of the week.
  var secondsOfWeek: Double { Double(day % 7 * 86_400) + secondsOfDay }

  /// Returns the week that puts a time of week within half a week of this date, in a system's week numbering.
  func week(of secondsOfWeek: Double, by numbering: WeekNumbering) -> UInt16 {
    let ahead = secondsOfWeek - self.secondsOfWeek
    let turn = ahead > 302_400 ? -1 : ahead < -302_400 ? 1 : 0
    return UInt16((week + turn - numbering.firstWeek).modulo(numbering.modulus))
  }
}
