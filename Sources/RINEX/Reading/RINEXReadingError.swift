public import RTCMParser

/// A fault of a RINEX file or of a record, with its place.
public struct RINEXReadingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// The first line does not say that navigation data of a known version follow.
    case notNavigation
    /// The file ends before `END OF HEADER`.
    case headerWithoutEnd
    /// These columns, counted from 1, hold no number.
    case notANumber(columns: ClosedRange<Int>)
    /// A record begins with no system's letter and number.
    case notASatellite
    /// Behind the satellite there is no date from 1980 on.
    case notADate
    /// A system whose satellites are not read, by its letter: `S` for SBAS.
    case unsupportedSystem(Character)
    /// A line that belongs to no record.
    case strayLine
    /// The record has not all of its lines, or its last one is cut.
    case incomplete(lines: Int, needed: Int)
    /// A value that no satellite has; what it is of.
    case implausible(String)
    /// A value that its message has no room for.
    case unencodable(RTCMEncodingError)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The line, counted from 1; of a record the first, or that of the number.
  public var line: Int

  /// Creates an error.
  public init(_ reason: Reason, line: Int) { (self.reason, self.line) = (reason, line) }
}

extension RINEXReadingError: CustomStringConvertible {
  /// The fault, its place and the expected form.
  public var description: String { "line \(line): \(reason.sentence)" }
}

extension RINEXReadingError.Reason {
  fileprivate var sentence: String {
    switch self {
    case .notNavigation:
      "no navigation file of version 2, 3 or 4; its first line has 2.10 to 4.02 in columns 1 to 9, "
        + "N, G, J, L or E in column 21 and RINEX VERSION / TYPE from column 61 on, and it is "
        + "not compressed"
    case .headerWithoutEnd: "the file ends before END OF HEADER; give it whole"
    case .notANumber(let columns):
      "columns \(columns.lowerBound) to \(columns.upperBound) hold no number such as "
        + "-1.234567890123D-05"
    case .notASatellite: "a record begins with a satellite, such as G07, or 7 in version 2"
    case .notADate: "behind the satellite comes a date, such as 2026 06 01 12 00 00"
    case .unsupportedSystem(let letter):
      "satellites of system \(letter) are not read; those of G, R, E, C, J and I are"
    case .strayLine: "the line belongs to no record; a record begins with its satellite"
    case .incomplete(let lines, let needed):
      "the record ends in its line \(lines) of \(needed); give the file whole"
    case .implausible(let what): "no satellite has such a value of \(what)"
    case .unencodable(let error): error.description
    }
  }
}
