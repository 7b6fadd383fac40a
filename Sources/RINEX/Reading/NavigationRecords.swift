import RTCMParser

/// Makes records of lines, and messages of records.
struct NavigationRecords {
  private let format: NavigationFormat
  private var record: [NavigationLine] = []
  /// Whether the last line belonged to no record.
  private var isAstray = false

  private(set) var ephemerides: [RTCMMessage] = []
  private(set) var skipped: [RINEXReadingError] = []

  /// As many lines as a record of any system has.
  private static let longestRecord = 8

  init(format: NavigationFormat) { self.format = format }

  /// Takes a line behind the header.
  mutating func take(_ line: NavigationLine) {
    if line.isBlank { return }
    // What continues a record begins with three blanks, since version 3 with four.
    if !line[0..<(format.isVersion3 ? 1 : 2)].isEmpty {
      finish()
      record = [line]
      isAstray = false
    } else if (1..<Self.longestRecord).contains(record.count) {
      record.append(line)
    } else if !isAstray {
      // One for all that follow it.
      isAstray = true
      finish()
      skipped.append(RINEXReadingError(.strayLine, line: line.number))
    }
  }

  /// Ends the record that was begun last.
  mutating func finish() {
    guard !record.isEmpty else { return }
    do throws(RINEXReadingError) {
      ephemerides.append(try NavigationFields(record, format: format).message())
    } catch {
      skipped.append(error)
    }
    record = []
  }
}
