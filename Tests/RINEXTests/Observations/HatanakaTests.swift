import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("Compact RINEX, expanded")
struct HatanakaTests {
  /// A file of version 2 with fourteen satellites, missing values, offsets of the clock, and events.
  static let version2: [UInt8] = {
    var file = ObservationText(
      "2.11",
      [
        ("     7    C1    P1    L1    P2    L2    D1    S1", "# / TYPES OF OBSERV"),
        ("  2026     6     1     0     0    0.0000000     GPS", "TIME OF FIRST OBS"),
      ])
    let names = (1...14).map { $0 == 6 ? "R 6" : $0 < 10 ? "G0\($0)" : "G\($0)" }
    for second in 0..<6 {
      let clock = second == 2 ? "" : "  .00012345\(second)"
      file.add(
        " 26  6  1  0  0  \(second).0000000  \(second == 0 ? 1 : 0) 14"
          + names[..<12].joined() + clock,
        String(repeating: " ", count: 32) + names[12...].joined())
      for satellite in 0..<14 {
        let phase = 105_000_000 + second * second * 77 + satellite
        let fields = [
          "2\(satellite % 10)000\(second)00.\(123 + second * second)",
          satellite % 3 == second % 3 ? "" : "20000000.500", "\(phase).250,\(second == 3 ? 1 : 0)7",
          "", satellite == 4 ? "-.\(456 + second)" : "80000000.25\(second), 6",
          second == 1 ? ".000" : "-\(1234 + second).500", "45.\(100 + satellite)",
        ]
        let rows = [fields[..<5], fields[5...]].map { row in
          String(
            row.map { ObservationText.field($0) }.joined().reversed().drop { $0 == " " }.reversed())
        }
        file.add(rows[0], rows[1])
      }
      if second == 3 {
        file.add(" 26  6  1  0  0  3.5000000  4  2")
        file.add(ObservationText.line("a remark", "COMMENT").dropLast().description)
        file.add(
          ObservationText.line(
            "     7    C1    P1    L1    P2    L2    D1    S1", "# / TYPES OF OBSERV"
          )
          .dropLast().description)
      }
    }
    return file.bytes
  }()

  static let version3: [UInt8] = {
    var file = ObservationText(
      "3.04",
      [
        ("G    4 C1C L1C D1C S1C", "SYS / # / OBS TYPES"),
        ("R    2 C1C L1C", "SYS / # / OBS TYPES"),
        ("  2026     6     1    12     0    0.0000000     GPS", "TIME OF FIRST OBS"),
      ])
    for second in 0..<6 {
      var records = [
        ObservationText.record(
          "G01", "2000000\(second * second).123", "-.00\(second),16", "-\(second).500"),
        ObservationText.record("R03", "21000000.5\(second)0", "112000000.\(100 + second),0"),
      ]
      if second != 3 {
        records.insert(ObservationText.record("G05", "", "99\(second).001, 7"), at: 1)
      }
      records = records.map { String($0.reversed().drop { $0 == " " }.reversed()) }
      file.add(epoch: second, clock: second % 2 == 0 ? "" : "-.00012345678\(second)", records)
      if second == 4 {
        file.add("> 2026 06 01 12 00  4.5000000  3  1")
        file.add(ObservationText.line("NEW", "MARKER NAME").dropLast().description)
        file.add(">                              5  0")
      }
    }
    return file.bytes
  }()

  @Test(
    "gives the file back byte for byte, with clocks and events",
    .compares(with: .rnx2crx, .crx2rnx), arguments: [version2, version3])
  func givesBack(text: [UInt8]) throws {
    let compact = try CompactFile.compressed(text)
    for pieces in [1, 1000] {
      let difference = try CompactFile.firstDifference(of: compact, pieces: pieces)
      #expect(difference == nil)
    }
    let reader = CompactFile.read(compact).reader
    #expect(reader.errorCount == 0 && reader.failure == nil)
    let (plain, expanded) = (
      try RINEXObservations(reading: text), try RINEXObservations(reading: compact)
    )
    #expect(plain.epochs == expanded.epochs && plain.epochs.count == 6)
    #expect(plain.clockOffsets == expanded.clockOffsets)
    #expect(plain.errorCount == 0 && expanded.errorCount == 0, "\(expanded.firstErrors)")
  }

  @Test(
    "gives what Hatanaka's program does, of a receiver maker's file",
    .compares(with: .captures, .rnx2crx, .crx2rnx), arguments: [("base", 301), ("rover", 30)])
  func mosaic(name: String, epochs: Int) throws {
    let compact = try CompactFile.compressed(MosaicFile.beginning(name, epochs: epochs))
    let difference = try CompactFile.firstDifference(of: compact)
    #expect(difference == nil)
  }

  @Test(
    "gives what Hatanaka's program does, of files of captures",
    .compares(with: .captures, .convbin, .rnx2crx, .crx2rnx),
    arguments: ObservationReadingTests.captures)
  func captures(capture: DatedCapture) throws {
    // Hatanaka's program takes no version 2 of convbin, which has indicators without a value.
    let (bytes, reference) = (try capture.bytes(), capture.reference)
    for text in [
      try Convbin.observations(bytes, near: reference, version: "3.04"),
      try RINEXTexts(of: bytes, near: reference, version: .v2_11).text.observations,
    ] {
      let compact = try CompactFile.compressed(text)
      let difference = try CompactFile.firstDifference(of: compact)
      #expect(difference == nil)
    }
  }

  @Test("tells a line that does not go on, and goes on with the epoch that begins anew")
  func broken() throws {
    let text = """
      3.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE
      by hand                                                     CRINEX PROG / DATE
           3.04           OBSERVATION DATA    G                   RINEX VERSION / TYPE
      G    1 C1C                                                  SYS / # / OBS TYPES
                                                                  END OF HEADER
      > 2026 06 01 12 00  0.0000000  0  2      G01G02

      3&20000000123
      3&21000000123
                          1

      1000
      x
                          2

      1000
      5
      > 2026 06 01 12 00  3.0000000  0  1      G02

      1&22000000123

      """
    let (expanded, reader) = CompactFile.read(Array(text.utf8))
    #expect(
      String(decoding: expanded, as: UTF8.self).split(separator: "\n").dropFirst(3) == [
        "> 2026 06 01 12 00  0.0000000  0  2", "G01  20000000.123", "G02  21000000.123",
        "> 2026 06 01 12 00  1.0000000  0  2", "G01  20000001.123", "G02",
        "> 2026 06 01 12 00  2.0000000  0  2", "G01  20000003.123", "G02",
        "> 2026 06 01 12 00  3.0000000  0  1", "G02  22000000.123",
      ])
    #expect(reader.errorCount == 2)
    #expect(reader.firstErrors.map(\.line) == [13, 17])
    #expect(reader.firstErrors.allSatisfy { $0.reason == .notExpandable })
    let file = try RINEXObservations(reading: Array(text.utf8))
    #expect(file.epochs.map { $0.observations.count } == [2, 1, 1, 1])
    #expect(file.firstErrors.map(\.line) == [13, 17])
  }

  @Test("of a file that is no compact one says so")
  func others() {
    for text in ["", "RTCM", "     3.04           OBSERVATION DATA    G\n"] {
      let (expanded, reader) = CompactFile.read(Array(text.utf8))
      #expect(expanded.isEmpty && reader.failure == RINEXReadingError(.notObservations, line: 1))
    }
  }
}
