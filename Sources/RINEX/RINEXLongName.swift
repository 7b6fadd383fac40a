internal import Bytes
public import GNSSBasics
internal import RTCMStreams

/// The long name of a RINEX file, as of version 3: `MILA00ITA_R_20261520000_01D_30S_MO.rnx`.
///
/// Source: RINEX 3.04, table A1.
public struct RINEXLongName: Hashable, Sendable {
  /// The origin of the data.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// A receiver's own files.
    case receiver = "R"
    /// A stream, such as RTCM.
    case stream = "S"
    /// Something else.
    case unknown = "U"
  }

  /// The first nine characters of the name: site, monument, receiver and country, `MILA00ITA`.
  public let site: String
  /// The origin of the data.
  public let origin: Origin
  /// The letter of the data: `M` for several systems, otherwise the system's letter.
  public let system: Character
  /// The first time of the data.
  public let begin: GPSTime
  /// The last time of the data.
  public let end: GPSTime
  /// The interval of the observations in milliseconds; `nil` when unknown.
  public let interval: Int?

  /// Creates the name of data; the result is `nil` when the site has another form.
  ///
  /// - Parameters:
  ///   - site: Four letters or digits, two digits, and three letters of a country, as `MILA00ITA`.
  ///   - origin: The origin of the data.
  ///   - system: `M` for several systems, otherwise the system's letter.
  ///   - span: The first and the last time of the data.
  ///   - interval: The interval of the observations in milliseconds; `nil` when unknown.
  public init?(
    site: String, origin: Origin, system: Character = "M", span: ClosedRange<GPSTime>,
    interval: Int?
  ) {
    guard Self.isSite(site) else { return nil }
    (self.site, self.origin, self.system, self.interval) = (site, origin, system, interval)
    (begin, end) = (span.lowerBound, span.upperBound)
  }

  /// Whether a text has the form of the nine characters of a site, in capitals.
  public static func isSite(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 9 else { return false }
    return bytes[..<4].allSatisfy(\.isCapitalOrDigit)
      && bytes[4..<6].allSatisfy(\.isDigit) && bytes[6...].allSatisfy(\.isCapital)
  }

  /// The name of the observation file, without its ending: `MILA00ITA_R_20261520000_01D_30S_MO`.
  public var observations: String { "\(beginning)_\(Self.rate(interval))_\(system)O" }

  /// The name of the navigation file, without its ending: `MILA00ITA_R_20261520000_01D_MN`.
  public var navigation: String { "\(beginning)_\(system)N" }

  /// The part that the files of a period share: `MILA00ITA_R_20261520000_01D`.
  package var beginning: String { "\(site)_\(origin.rawValue)_\(start)_\(period)" }

  /// The minute in which the data begin, as year, day of the year, hour and minute.
  private var start: String {
    let time = CivilTime(begin)
    let newYear = CivilDate(year: time.year, month: 1, day: 1)?.daysSince1970 ?? 0
    let day = time.date.daysSince1970 - newYear + 1
    return Self.digits(time.year, 4) + Self.digits(day, 3) + Self.digits(time.hour, 2)
      + Self.digits(time.minute, 2)
  }

  /// The time from the first to the end of the last interval, rounded up to a unit in which it has two digits.
  private var period: String {
    let minute: Int64 = 60_000_000_000
    let length = end.nanoseconds + Int64(interval ?? 1000) * 1_000_000 - begin.nanoseconds
    let minutes = Int((length + minute - 1) / minute)
    let units = [("M", 1), ("H", 60), ("D", 1440), ("Y", 365 * 1440)]
    // The largest unit of which it is a multiple, or else the smallest in which two digits hold it.
    let whole = units.last { minutes % $0.1 == 0 && minutes / $0.1 <= 99 }
    let fitting = units.first { (minutes + $0.1 - 1) / $0.1 <= 99 }
    guard let (letter, unit) = whole ?? fitting else { return "00U" }
    return Self.digits((minutes + unit - 1) / unit, 2) + letter
  }

  /// The rate of observations: `30S`, `05Z` for five a second, `00U` when unknown.
  private static func rate(_ interval: Int?) -> String {
    guard let interval, interval > 0 else { return "00U" }
    if interval < 1000 {
      let rate = (1000 + interval / 2) / interval
      return rate <= 99 ? digits(rate, 2) + "Z" : digits(min((rate + 50) / 100, 99), 2) + "C"
    }
    for (letter, unit) in [("S", 1000), ("M", 60_000), ("H", 3_600_000), ("D", 86_400_000)] {
      let count = (interval + unit / 2) / unit
      if count < (letter == "D" ? 100 : letter == "H" ? 24 : 60) {
        return digits(count, 2) + letter
      }
    }
    return "00U"
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }
}

extension UInt8 {
  /// Whether the byte is one of `A` to `Z`.
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  /// Whether the byte is one of `A` to `Z` or `0` to `9`, as names of stations and antennas have them.
  var isCapitalOrDigit: Bool { isCapital || isDigit }
}

extension RINEXSurvey {
  /// Makes the long name of the surveyed data.
  ///
  /// - Parameters:
  ///   - site: Four letters or digits, two digits, and three letters of a country, as `MILA00ITA`.
  ///   - origin: The origin of the data.
  /// - Returns: The name; `nil` without observations, and for a site of another form.
  public func longName(site: String, origin: RINEXLongName.Origin) -> RINEXLongName? {
    guard let span else { return nil }
    return longName(site: site, origin: origin, of: span)
  }

  /// Makes the long name of a file that has a period for its own, as of an hour or a day.
  ///
  /// - Parameters:
  ///   - site: Four letters or digits, two digits, and three letters of a country, as `MILA00ITA`.
  ///   - origin: The origin of the data.
  ///   - start: The beginning of the period.
  ///   - length: The length of the period, nanoseconds.
  /// - Returns: The name; `nil` without observations, and for a site of another form.
  public func longName(
    site: String, origin: RINEXLongName.Origin, from start: GPSTime, nanoseconds length: Int64
  ) -> RINEXLongName? {
    guard span != nil else { return nil }
    let last = length - Int64(intervals.mostCommon ?? 1000) * 1_000_000
    let end = start.advanced(byNanoseconds: max(last, 0))
    return longName(site: site, origin: origin, of: start...end)
  }

  private func longName(
    site: String, origin: RINEXLongName.Origin, of span: ClosedRange<GPSTime>
  ) -> RINEXLongName? {
    let letters = Constellation.allCases.filter { !types[Int($0.rawValue)].isEmpty }.map(
      \.rinexLetter)
    return RINEXLongName(
      site: site, origin: origin, system: letters.count == 1 ? letters[0] : "M", span: span,
      interval: intervals.mostCommon)
  }
}
