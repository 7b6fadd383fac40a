internal import TextOutput

/// A fault of a line in a file of positions.
public struct PositionFileFault: Error, Hashable, Sendable {
  /// The kinds of fault; more may come.
  public enum Reason: Error, Hashable, Sendable {
    /// A line of positions before a line of titles.
    case noTitles
    /// Positions as a vector from the base station, which leave the place unknown.
    case baseline
    /// A sentence of NMEA 0183.
    case sentence
    /// A line with fewer columns than its titles need.
    case columns(found: Int, needed: Int)
    /// Two columns without a time.
    case time(String)
    /// Columns without a position on the Earth.
    case position(String)
    /// A column without a quality from 1 to 6.
    case quality(String)
    /// A column that is no number.
    case number(String)
    /// A header of comma-separated values that lacks a column.
    case header(String)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The number of the line, from 1.
  public var line: Int

  /// Creates a fault.
  public init(_ reason: Reason, line: Int) { (self.reason, self.line) = (reason, line) }
}

extension PositionFileFault: CustomStringConvertible {
  /// The line, the fault and the remedy, in words.
  public var description: String { "line \(line): \(reason)" }
}

extension PositionFileFault.Reason: CustomStringConvertible {
  /// The fault and its remedy, in words.
  public var description: String {
    switch self {
    case .noTitles:
      "no solution of RTKLIB: no line above says '%  GPST … latitude(deg)' or 'x-ecef(m)'; "
        + "let rnx2rtkp write its header"
    case .baseline:
      "positions as a vector from the base; let rnx2rtkp write them without -a (out-solformat=llh)"
    case .sentence: "an NMEA sentence; let rnx2rtkp write positions without -n (out-solformat=llh)"
    case .columns(let found, let needed):
      "\(found) columns of at least \(needed); is the line cut off?"
    case .time(let text):
      "no time: '\(text)' is neither yyyy/mm/dd hh:mm:ss nor a GPS week and its seconds"
    case .position(let text): "no position on the Earth: '\(text)'"
    case .quality(let text): "'\(text)' is no quality from 1 (fixed) to 6 (ppp)"
    case .number(let text): "'\(text)' is no number"
    case .header(let name):
      "no column '\(name)'; name the columns tow (or week and tow, or time), lat, lon and h"
    }
  }
}

/// The faulty lines of a file: their number, and the first of them.
public struct PositionFileFaults: Hashable, Sendable {
  /// The number of lines left out.
  public private(set) var count = 0
  /// The first of them; `nil` for none.
  public private(set) var first: PositionFileFault?

  /// Creates an empty list.
  public init() {}

  mutating func add(_ reason: PositionFileFault.Reason, line: Int) {
    count += 1
    if first == nil { first = PositionFileFault(reason, line: line) }
  }
}

extension Sequence<ArraySlice<UInt8>> {
  /// The columns as text for an error, at most 60 characters.
  var excerpt: String {
    let text = map { String(decoding: $0.prefix(30), as: UTF8.self) }.joined(separator: " ")
    return String(text.prefix(60)).withControlsEscaped
  }
}
