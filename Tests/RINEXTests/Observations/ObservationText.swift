import RINEX
import RTCMParser

/// The text of an observation file, line by line.
struct ObservationText {
  private(set) var text: String

  /// Begins a file with a header of some lines, each with its label.
  init(
    _ version: String, system: String = "M", _ lines: [(content: String, label: String)] = []
  ) {
    let first = "     \(version)           OBSERVATION DATA    \(system)"
    let all = [(first, "RINEX VERSION / TYPE")] + lines + [("", "END OF HEADER")]
    text = all.map { Self.line($0.0, $0.1) }.joined()
  }

  static func line(_ content: String, _ label: String) -> String {
    content + String(repeating: " ", count: max(0, 60 - content.count)) + label + "\n"
  }

  /// Appends lines as they are.
  mutating func add(_ lines: String...) { for line in lines { text += line + "\n" } }

  /// Appends an epoch of version 3 on 1 June 2026 at a second after noon.
  mutating func add(
    epoch second: Int, flag: Int = 0, clock: String = "", _ records: [String]
  ) {
    let digits = second < 10 ? " \(second)" : "\(second)"
    var line = "> 2026 06 01 12 00 \(digits).0000000  \(flag)"
    line += Self.right("\(records.count)", 3)
    if !clock.isEmpty { line += String(repeating: " ", count: 6) + Self.right(clock, 15) }
    text += line + "\n"
    for record in records { text += record + "\n" }
  }

  /// Returns a satellite's record: numbers with their indicator and strength behind a comma, or empty.
  static func record(_ satellite: String, _ fields: String...) -> String {
    satellite + fields.map { field($0) }.joined()
  }

  static func field(_ field: String) -> String {
    let parts = field.split(separator: ",", omittingEmptySubsequences: false)
    let marks = parts.count > 1 ? String(parts[1]) : ""
    return right(String(parts[0]), 14) + marks + String(repeating: " ", count: 2 - marks.count)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// Reads the file.
  func read(glonassChannels: [UInt8: Int] = [:]) throws -> RINEXObservations {
    try RINEXObservations(reading: bytes, glonassChannels: glonassChannels)
  }

  /// Returns the parts that a reader finds in the file.
  func events() -> [RINEXObservationReader.Event] {
    var reader = RINEXObservationReader()
    var events: [RINEXObservationReader.Event] = []
    reader.consume(bytes.span) { events.append($0) }
    reader.finish { events.append($0) }
    return events
  }
}
