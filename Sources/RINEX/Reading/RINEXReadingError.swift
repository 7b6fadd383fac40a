public import RTCMParser

/// An error in a RINEX file or in one of its records, with its line.
public struct RINEXReadingError: Error, Hashable, Sendable {
  /// The kind of error; switch over this.
  public enum Reason: Hashable, Sendable {
    /// A first line that announces no navigation data, or an unknown version.
    case notNavigation
    /// A first line that announces no observations, or an unknown version.
    case notObservations
    /// A header without `END OF HEADER`.
    case headerWithoutEnd
    /// Columns without a number; columns count from 1.
    case notANumber(columns: ClosedRange<Int>)
    /// A record that does not begin with a satellite's system letter and number.
    case notASatellite
    /// A record without a date from 1980 on after its satellite.
    case notADate
    /// A line that belongs to no record.
    case strayLine
    /// A record with too few lines: the number of lines found and the number required.
    case incomplete(lines: Int, needed: Int)
    /// A value that no satellite can have, by the value's name.
    case implausible(String)
    /// A value outside the range of its message field.
    case unencodable(RTCMEncodingError)
    /// Columns without a value in fixed notation; columns count from 1.
    case notAValue(columns: ClosedRange<Int>)
    /// A line where an epoch should begin, without its date, flag or number of satellites.
    case notAnEpoch
    /// An epoch with too few records: the number of records found and the number announced.
    case cutEpoch(records: Int, announced: Int)
    /// A system that RINEX does not have, by its letter.
    case unknownSystem(Character)
    /// A satellite of a system whose types of observation the header does not list.
    case noTypes(Constellation)
    /// A second record of a satellite in an epoch.
    case repeatedSatellite(SatelliteID)
    /// A line of a compact file that cannot be expanded.
    case notExpandable
  }

  /// The kind of error.
  public var reason: Reason
  /// The line number, counted from 1: the faulty number's line, or the record's first line.
  public var line: Int

  /// Creates an error.
  public init(_ reason: Reason, line: Int) { (self.reason, self.line) = (reason, line) }
}

extension RINEXReadingError: CustomStringConvertible {
  /// The error's line, the fault and the expected form.
  public var description: String { "line \(line): \(reason.sentence)" }
}

extension RINEXReadingError.Reason {
  fileprivate var sentence: String {
    switch self {
    case .notNavigation:
      "no navigation file of version 2, 3 or 4; its first line has 2.10 to 4.02 in columns 1 to 9, "
        + "N, G, H, J, L or E in column 21 and RINEX VERSION / TYPE from column 61 on, and it is "
        + "not compressed"
    case .notObservations:
      "no observation file of version 2, 3 or 4; its first line has 2.00 to 4.02 in columns 1 to 9, "
        + "O in column 21 and RINEX VERSION / TYPE from column 61 on, or it is a compact file with "
        + "1.0 or 3.0 and CRINEX VERS   / TYPE there"
    case .headerWithoutEnd: "the file ends before END OF HEADER; give it whole"
    case .notANumber(let columns):
      "columns \(columns.lowerBound) to \(columns.upperBound) hold no number such as "
        + "-1.234567890123D-05"
    case .notASatellite: "a record begins with a satellite, such as G07, or 7 in version 2"
    case .notADate: "behind the satellite comes a date, such as 2026 06 01 12 00 00"
    case .strayLine: "the line belongs to no record; a record begins with its satellite"
    case .incomplete(let lines, let needed):
      "the record ends in its line \(lines) of \(needed); give the file whole"
    case .implausible(let what): "no satellite has such a value of \(what)"
    case .unencodable(let error): error.description
    case .notAValue(let columns):
      "columns \(columns.lowerBound) to \(columns.upperBound) hold no value such as 23629347.915; "
        + "leave them blank where there is none"
    case .notAnEpoch:
      "an epoch begins with its date, flag and number of satellites, such as "
        + "> 2026 06 01 12 00  0.0000000  0 12"
    case .cutEpoch(let records, let announced):
      "the epoch has \(records) of \(announced) records; give the file whole"
    case .unknownSystem(let letter):
      "there is no satellite system \(letter); there are G, R, E, S, J, C and I"
    case .noTypes(let system):
      "the header lists no types of observation for \(system.name); add them"
    case .repeatedSatellite(let satellite):
      "the epoch has a second record of \(satellite); the first one is read"
    case .notExpandable:
      "the line does not go on from the lines before it; compress the observations again"
    }
  }
}
