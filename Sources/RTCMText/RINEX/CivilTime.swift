internal import Mathematics
import RTCMParser
import TextOutput

/// A date of the Gregorian calendar and a time of its day, in whichever time system it was made.
struct CivilTime: Hashable, Sendable {
  private let date: CivilDate
  let nanosecondsOfDay: Int64
  /// Seconds since the beginning of Sunday.
  let secondOfWeek: Int

  /// Creates the date that lies so far after 1980-01-06T00:00:00 of the same time system.
  private init(nanosecondsSince1980 nanoseconds: Int64) {
    date = CivilDate(
      daysSince1970: Int(nanoseconds / Self.nanosecondsPerDay) + Self.daysFrom1970To1980)
    nanosecondsOfDay = nanoseconds % Self.nanosecondsPerDay
    secondOfWeek = Int(nanoseconds / 1_000_000_000 % GPSTime.secondsPerWeek)
  }

  /// Creates the date of an instant in GPS time; one before 1980 becomes the first one.
  init(_ time: GPSTime) { self.init(nanosecondsSince1980: max(time.nanoseconds, 0)) }

  /// Creates the date of an instant in UTC.
  init(utc time: GPSTime) {
    self.init(time.advanced(byNanoseconds: -Int64(time.leapSeconds) * 1_000_000_000))
  }

  /// Creates the date of an instant in BeiDou's time, 14 s behind GPS time.
  init(beidou time: GPSTime) { self.init(time.advanced(byNanoseconds: -14_000_000_000)) }

  var year: Int { date.year }
  var month: Int { date.month }
  var day: Int { date.day }
  var hour: Int { Int(nanosecondsOfDay / 3_600_000_000_000) }
  var minute: Int { Int(nanosecondsOfDay / 60_000_000_000 % 60) }
  var nanosecondsOfMinute: Int64 { nanosecondsOfDay % 60_000_000_000 }
  var second: Int { Int(nanosecondsOfMinute / 1_000_000_000) }

  private static let nanosecondsPerDay: Int64 = 86_400_000_000_000
  /// To 1980-01-06.
  private static let daysFrom1970To1980 = 3657
}

extension CivilTime {
  /// Appends the date as a line of observations has it: `2019 04 06 23 50 09.0000000`.
  func appendForObservations(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
    text.append(UInt8(ascii: "."))
    text.append(integer: nanosecondsOfMinute % 1_000_000_000 / 100, width: 7)
  }

  /// Appends the date as a record of navigation has it: `2019 04 06 23 50 09`.
  func appendForNavigation(to text: inout [UInt8]) {
    appendToMinutes(to: &text)
    text.append(integer: second, width: 2)
  }

  /// Appends the date in the columns of a header: `5I6,F13.7`.
  func appendForHeader(to text: inout [UInt8]) {
    for part in [year, month, day, hour, minute] { text.append(integer: part, columns: 6) }
    text.append(decimal: Double(nanosecondsOfMinute) / 1e9, decimals: 7, columns: 13)
  }

  private func appendToMinutes(to text: inout [UInt8]) {
    text.append(integer: year, width: 4)
    for part in [month, day, hour, minute] {
      text.append(UInt8(ascii: " "))
      text.append(integer: part, width: 2)
    }
    text.append(UInt8(ascii: " "))
  }
}
