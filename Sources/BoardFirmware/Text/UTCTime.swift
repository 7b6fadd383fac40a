internal import Mathematics
import TextOutput

/// A moment by the proleptic Gregorian calendar, in UTC; leap seconds are not counted, as in Unix time.
struct UTCTime: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  var nanosecond: Int

  /// The moment of a Unix time in nanoseconds.
  init(unixNanoseconds time: Int64) {
    let (seconds, nanoseconds) = time.dividedRoundingDown(by: 1_000_000_000)
    let (days, secondOfDay) = seconds.dividedRoundingDown(by: 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    (year, month, day) = (date.year, date.month, date.day)
    hour = Int(secondOfDay / 3600)
    minute = Int(secondOfDay / 60 % 60)
    second = Int(secondOfDay % 60)
    nanosecond = Int(nanoseconds)
  }
}

extension UTCTime {
  /// The Unix time in nanoseconds of a date and time of day; `nil` when the calendar has no such date.
  ///
  /// A second of 60, which a leap second has, is the first one of the next minute.
  static func unixNanoseconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanosecond: Int
  ) -> Int64? {
    guard (1970...2200).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let yearFromMarch = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
    let days = yearFromMarch * 365 + leapDays + dayOfYear - 719_468
    let secondOfDay = (hour * 60 + minute) * 60 + second
    // Seconds since 1970 need more than 32 bits from 2038 on.
    let time = (Int64(days) * 86_400 + Int64(secondOfDay)) * 1_000_000_000
    // The 31st of a shorter month has become a day of the next one.
    let hasSuchDay = second == 60 || UTCTime(unixNanoseconds: time).day == day
    return hasSuchDay ? time + Int64(nanosecond) : nil
  }

  /// The ISO 8601 form with milliseconds, cut: `2026-06-01T12:00:02.000Z`.
  var iso8601: String {
    var text: [UInt8] = []
    text.append(integer: year, width: 4)
    for (separator, number) in [
      ("-", month), ("-", day), ("T", hour), (":", minute), (":", second),
    ] {
      text += separator.utf8
      text.append(integer: number, width: 2)
    }
    text += ".".utf8
    text.append(integer: nanosecond / 1_000_000, width: 3)
    text += "Z".utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// The name of the card's file of that day: `20260601.CSV`.
  var cardFileName: String {
    var text: [UInt8] = []
    text.append(integer: year, width: 4)
    text.append(integer: month, width: 2)
    text.append(integer: day, width: 2)
    text += ".CSV".utf8
    return String(decoding: text, as: UTF8.self)
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity and the remainder, which is never negative.
  fileprivate func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
