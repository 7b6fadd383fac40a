import RTCMParser

/// Makes records of lines, and messages of records.
struct NavigationRecords {
  private let format: NavigationFormat
  private var record: [NavigationLine] = []
  /// Whether the last line belonged to no record.
  private var isAstray = false
  /// Whether the record under way is of a message that has no place in RTCM 3, by its heading.
  private var isPassedOver = false

  private(set) var ephemerides: [RTCMMessage] = []
  private(set) var skipped: [RINEXReadingError] = []

  /// As many lines as a record of any system has.
  private static let longestRecord = 8

  init(format: NavigationFormat) { self.format = format }

  /// Takes a line behind the header.
  mutating func take(_ line: NavigationLine) {
    if line.isBlank { return }
    if format.hasHeadings, line.bytes.first == UInt8(ascii: ">") {
      finish()
      isPassedOver = !Self.isRead(line)
      return
    }
    if isPassedOver { return }
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

  /// Whether what follows a heading such as `> EPH G05 LNAV` is an ephemeris of a message that RTCM 3 has.
  ///
  /// Others are those of modern signals, and what is no ephemeris: STO, EOP and ION.
  private static func isRead(_ heading: NavigationLine) -> Bool {
    let words = heading.bytes.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return words.count >= 4 && words[1] == "EPH"
      && ["LNAV", "FDMA", "INAV", "FNAV", "D1", "D2", "SBAS"].contains(words[3])
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
