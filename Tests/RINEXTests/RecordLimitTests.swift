import RINEX
import RTCMParser
import Testing

@Suite("Limits of records in RINEX navigation files")
struct RecordLimitTests {
  private static func read(_ lines: [Substring]) throws -> RINEXNavigation {
    try RINEXNavigation(reading: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private static func lines(_ file: OneRecordFile) -> [Substring] {
    file.text.split(separator: "\n")
  }

  @Test(
    "an orbit has eight lines, and one of GLONASS four",
    arguments: [
      ("G07", 8, nil), ("G07", 7, .incomplete(lines: 7, needed: 8)),
      ("G07", 1, .incomplete(lines: 1, needed: 8)), ("R03", 4, nil),
      ("R03", 3, .incomplete(lines: 3, needed: 4)),
    ] as [(String, Int, RINEXReadingError.Reason?)])
  func count(name: String, count: Int, reason: RINEXReadingError.Reason?) throws {
    let whole = Self.lines(name == "R03" ? .stateVector() : .orbit(name))
    let file = try Self.read(Array(whole.prefix(2 + count)))
    #expect(file.skipped.map(\.reason) == [reason].compactMap { $0 })
    #expect(file.skipped.allSatisfy { $0.line == OneRecordFile.firstLine })
    #expect(file.ephemerides.count == (reason == nil ? 1 : 0))
  }

  @Test("a ninth line is of no record, and is told once")
  func ninthLine() throws {
    let more: [Substring] = ["     1.0", "     2.0"]
    let file = try Self.read(Self.lines(.orbit("G07")) + more)
    #expect(file.ephemerides.count == 1)
    #expect(file.skipped == [RINEXReadingError(.strayLine, line: OneRecordFile.firstLine + 8)])
  }

  @Test("blank lines are passed over, and count as lines")
  func blankLines() throws {
    var lines = Self.lines(.orbit("G40"))
    lines.insert("   ", at: 2)
    lines.insert("", at: 6)
    let file = try Self.read(lines)
    #expect(file.skipped.map(\.line) == [OneRecordFile.firstLine + 1])
  }

  @Test(
    "a record of version 4 is read if its heading names a message of RTCM 3",
    arguments: [
      ("> EPH G07 LNAV", true), ("> EPH G07 FDMA", true), ("> EPH G07 INAV", true),
      ("> EPH G07 FNAV", true), ("> EPH G07 D1", true), ("> EPH G07 D2", true),
      ("> EPH G07 SBAS", true), ("> EPH  G07  LNAV  ", true), ("> EPH G07 CNAV", false),
      ("> EPH G07 CNV1", false), ("> EPH G07", false), ("> ION G07 LNAV", false),
      (">", false),
    ])
  func headings(heading: Substring, isRead: Bool) throws {
    var lines = Self.lines(.orbit("G07"))
    lines[0].replace("3.05", with: "4.00")
    lines.insert(heading, at: 2)
    let file = try Self.read(lines)
    #expect(file.ephemerides.count == (isRead ? 1 : 0))
    #expect(file.skipped.isEmpty)
  }

  @Test(
    "a satellite has its system's letter and a number from 1 on",
    arguments: [
      ("G01", nil), ("G 1", nil), ("G00", .notASatellite), ("X01", .notASatellite),
      ("G1x", .notASatellite), ("S19", .implausible("the satellite's number")),
      ("S00", .notASatellite),
    ] as [(String, RINEXReadingError.Reason?)])
  func satellites(name: String, reason: RINEXReadingError.Reason?) throws {
    #expect(try OneRecordFile.orbit(name).error()?.reason == reason)
  }

  @Test(
    "leap seconds are a number in the first six columns",
    arguments: [
      ("    18", 18), ("     0", 0), ("    18    18  1929", 18), ("   -18", nil), ("", nil),
      ("    x8", nil),
    ])
  func leapSeconds(columns: String, seconds: Int?) throws {
    let blanks = String(repeating: " ", count: 60 - columns.utf8.count)
    var lines = Self.lines(.orbit("G07"))
    lines.insert(Substring(columns + blanks + "LEAP SECONDS"), at: 1)
    do throws(RINEXReadingError) {
      let file = try RINEXNavigation(
        reading: Array((lines.joined(separator: "\n") + "\n").utf8))
      #expect(file.leapSeconds == seconds && seconds != nil)
    } catch {
      #expect(error == RINEXReadingError(.notANumber(columns: 1...6), line: 2))
      #expect(seconds == nil)
    }
  }
}
