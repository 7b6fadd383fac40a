internal import GNSSBasics
import RTCMParser

/// A reader that collects lines into records and decodes records into messages.
struct NavigationRecords {
  private let format: NavigationFormat
  private var record: [RINEXLine] = []
  /// Whether the last line belonged to no record.
  private var isAstray = false
  /// Whether the current record is skipped: by its heading, RTCM 3 has no message for it.
  private var isPassedOver = false

  private(set) var ephemerides: [RTCMMessage] = []
  private(set) var times: [GPSTime] = []
  private(set) var skipped: [RINEXReadingError] = []

  /// The number of lines in the longest record of any system.
  private static let longestRecord = 8

  init(format: NavigationFormat) { self.format = format }

  /// Reads a line after the header.
  mutating func take(_ line: RINEXLine) {
    if line.isBlank { return }
    if format.hasHeadings, line.bytes.first == UInt8(ascii: ">") {
      finish()
      isPassedOver = !Self.isRead(line)
      return
    }
    if isPassedOver { return }
    // A record's further lines begin with three blanks, since version 3 with four.
    if !line[0..<(format.isVersion3 ? 1 : 2)].isEmpty {
      finish()
      record = [line]
      isAstray = false
    } else if (1..<Self.longestRecord).contains(record.count) {
      record.append(line)
    } else if !isAstray {
      // One error stands for all stray lines in a row.
      isAstray = true
      finish()
      skipped.append(RINEXReadingError(.strayLine, line: line.number))
    }
  }

  /// Whether a heading such as `> EPH G05 LNAV` announces an ephemeris that RTCM 3 has a message for.
  ///
  /// Other headings announce ephemerides of modern signals, or no ephemerides: STO, EOP and ION.
  private static func isRead(_ heading: RINEXLine) -> Bool {
    let words = heading.bytes.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return words.count >= 4 && words[1] == "EPH"
      && ["LNAV", "FDMA", "INAV", "FNAV", "D1", "D2", "SBAS"].contains(words[3])
  }

  /// Ends the current record: decodes it, or stores its error.
  mutating func finish() {
    guard !record.isEmpty else { return }
    do throws(RINEXReadingError) {
      let fields = try NavigationFields(record, format: format)
      ephemerides.append(try fields.message())
      times.append(fields.time.gpsTime(in: fields.constellation))
    } catch {
      skipped.append(error)
    }
    record = []
  }
}
