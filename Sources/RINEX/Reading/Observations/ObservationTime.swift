internal import GNSSBasics
import RTCMParser

/// The time of an epoch line or of a header line.
struct ObservationTime {
  /// The time in GPS time, with the nanoseconds that the file has.
  let gps: GPSTime

  /// Reads a date and a time of day; `nil` for one that there is not, and for years before 1980 and after 2199.
  ///
  /// A year of two digits lies between 1980 and 2079 (RINEX 2.11, §6.5). During a leap second, UTC has a second
  /// 60.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - columns: The columns of year, month, day, hour, minute and second.
  ///   - scale: The time scale of the file.
  init?(_ line: Span<UInt8>, _ columns: [Range<Int>], in scale: TimeScale) {
    guard columns.count == 6, let date = Self.date(line, columns),
      let hour = line.number(in: columns[3]).integer, (0..<24).contains(hour),
      let minute = line.number(in: columns[4]).integer, (0..<60).contains(minute),
      let nanoseconds = line.number(in: columns[5]).scaled(toDecimals: 9),
      (0..<61_000_000_000).contains(nanoseconds)
    else { return nil }
    let second = Swift.min(nanoseconds / 1_000_000_000, 59)
    let minutes = Int64(date.daysSinceGPSEpoch * 24 + hour) * 60 + Int64(minute)
    gps = Self.gpsTime(minutes * 60 + second, in: scale)
      .advanced(byNanoseconds: nanoseconds - second * 1_000_000_000)
  }

  private static func date(_ line: Span<UInt8>, _ columns: [Range<Int>]) -> CivilDate? {
    guard case .number(let digits, 0) = line.number(in: columns[0]),
      let month = line.number(in: columns[1]).integer,
      let day = line.number(in: columns[2]).integer
    else { return nil }
    let year = Int(digits) + (digits >= 100 ? 0 : digits < 80 ? 2000 : 1900)
    guard (1980..<2200).contains(year),
      let date = CivilDate(year: year, month: month, day: day), date.daysSinceGPSEpoch >= 0
    else { return nil }
    return date
  }

  /// Returns the time of seconds that a clock of a scale has counted since 6 January 1980.
  private static func gpsTime(_ seconds: Int64, in scale: TimeScale) -> GPSTime {
    switch scale {
    case .utc: return GPSTime(utcSecondsSince1980: seconds)
    case .gps, .beidou, .moscow:
      let behind = scale.secondsBehindGPSTime(leapSeconds: 0)
      return GPSTime(nanoseconds: (seconds + Int64(behind)) * 1_000_000_000)
    }
  }
}

extension CivilDate {
  /// Days since 6 January 1980, the epoch of GPS time.
  var daysSinceGPSEpoch: Int { daysSince1970 - 3657 }
}
