import Foundation
import RINEX
import RTCMParser

/// A navigation file of version 3.05 with one record, whose numbers are set by index.
struct OneRecordFile {
  /// The satellite's name, such as `G07`.
  var satellite: String
  /// The date in the system's own time.
  var date = "2020 01 06 12 00 00"
  /// The record's numbers: three in the first line, then four a line.
  private var values: [Double]

  /// The number of the first line of the record in the file.
  static let firstLine = 3

  private init(_ satellite: String, _ count: Int, _ changes: [Int: Double]) {
    (self.satellite, values) = (satellite, [Double](repeating: 0, count: count))
    for (index, value) in changes { values[index] = value }
  }

  /// Creates an orbit with Kepler's elements: toe of Monday noon, √A of GPS, and zeros.
  static func orbit(_ satellite: String, _ changes: [Int: Double] = [:]) -> Self {
    Self(satellite, 31, [10: 5153.5, 11: 129_600].merging(changes) { $1 })
  }

  /// Creates a state vector of GLONASS in four or five lines: 20 000 km along the x axis, and zeros.
  static func stateVector(_ changes: [Int: Double] = [:], lines: Int = 4) -> Self {
    Self("R03", 4 * lines - 1, [3: 20_000].merging(changes) { $1 })
  }

  /// The content of the file.
  var text: String {
    var text = "     3.05           N: GNSS NAV DATA    M: MIXED            RINEX VERSION / TYPE\n"
    text += String(repeating: " ", count: 60) + "END OF HEADER\n\(satellite) \(date)"
    for (index, value) in values.enumerated() {
      if index % 4 == 3 { text += "\n    " }
      text += String(format: "%19.12E", value)
    }
    return text + "\n"
  }

  /// Reads the file; the result has one ephemeris or one error.
  func read() throws(RINEXReadingError) -> Result<RTCMMessage, RINEXReadingError> {
    let file = try RINEXNavigation(reading: Array(text.utf8))
    if let message = file.ephemerides.first { return .success(message) }
    return .failure(file.skipped[0])
  }

  /// Reads a record without errors.
  func message() throws -> RTCMMessage { try read().get() }

  /// Reads a record with an error; the result is `nil` for a record without one.
  func error() throws -> RINEXReadingError? {
    if case .failure(let error) = try read() { error } else { nil }
  }
}
