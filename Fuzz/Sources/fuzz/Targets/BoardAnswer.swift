import BoardClient

/// What can be read of a board's answer are numbers, and written as a line they read the same.
func fuzzBoardAnswer(_ bytes: [UInt8]) {
  _ = try? BoardMeasurement(parsing: bytes.span, as: .legacyHTML)
  guard let read = try? BoardMeasurement(parsing: bytes.span) else { return }
  let values = read.fields.map(\.value)
  require(values.allSatisfy { $0?.isFinite ?? true }, "a value is a number")
  guard read.dialect != .legacyHTML else { return }
  let line = values.map { $0.map { "\($0)" } ?? "" }.joined(separator: ";")
  let again = require("a line of what was read can be read: \(line)") {
    try BoardMeasurement(parsing: Array(line.utf8).span, as: read.dialect)
  }
  require(again == read, "a line of what was read says the same: \(line)")
}
