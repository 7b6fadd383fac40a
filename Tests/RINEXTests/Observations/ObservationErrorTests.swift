import RINEX
import RTCMParser
import Testing

@Suite("RINEX observation file, and what can be wrong with it")
struct ObservationErrorTests {

  private static func record(_ satellite: String, _ value: String = "20000000.000") -> String {
    ObservationText.record(satellite, value)
  }

  @Test("a bad record costs its satellite, and its line and remedy are told")
  func records() throws {
    var file = ObservationText("3.04", Self.gps)
    file.add(
      epoch: 0,
      [
        Self.record("G01"), Self.record("G02", "2000000x.000"), Self.record("X03"),
        Self.record("E04"), Self.record("G01"), Self.record("G06") + "x", Self.record("G07"),
      ])
    let read = try file.read()
    #expect(read.epochs[0].observations.map(\.satelliteNumber) == [1, 7])
    #expect(
      read.firstErrors.map(\.description) == [
        "line 6: columns 4 to 19 hold no value such as 23629347.915; leave them blank where there "
          + "is none",
        "line 7: a record begins with a satellite, such as G07, or 7 in version 2",
        "line 8: the header lists no types of observation for Galileo; add them",
        "line 9: the epoch has a second record of G01; the first one is read",
        "line 10: columns 20 to 35 hold no value such as 23629347.915; leave them blank where "
          + "there is none",
      ])
    #expect(read.errorCount == 5 && read.epochs[0].isComplete)
  }

  private static var gps: [(content: String, label: String)] {
    [("G    2 C1C L1C", "SYS / # / OBS TYPES")]
  }

  @Test("a bad epoch line costs its epoch, and is one error with the records below it")
  func epochs() throws {
    var file = ObservationText("3.04", Self.gps)
    file.add(epoch: 0, [Self.record("G01")])
    file.add("> 2026 06 31 12 00  1.0000000  0  2", Self.record("G01"), Self.record("G02"))
    file.add("> 2026 06 01 12 00  2.0000000  7  2", Self.record("G01"), Self.record("G02"))
    file.add(epoch: 3, [Self.record("G01")])
    file.add("> 2026 06 01 12 00  4.0000000  0  3", Self.record("G01"))
    file.add(epoch: 5, [Self.record("G01")])
    let read = try file.read()
    #expect(read.epochs.map { $0.observations.count } == [1, 1, 1, 1])
    #expect(read.epochs.map(\.isComplete) == [true, true, false, true])
    #expect(
      read.firstErrors == [
        RINEXReadingError(.notAnEpoch, line: 6), RINEXReadingError(.notAnEpoch, line: 9),
        RINEXReadingError(.cutEpoch(records: 1, announced: 3), line: 14),
      ])
  }

  @Test("in version 2 an epoch that lacks a line ends where the next begins")
  func version2() throws {
    var file = ObservationText(
      "2.11", [("     6    C1    L1    D1    S1    P2    L2", "# / TYPES OF OBSERV")])
    let row = ObservationText.field("20000000.000")
    file.add(" 26  6  1 12  0  0.0000000  0  2G01G02", row, row, row)
    file.add(" 26  6  1 12  0  1.0000000  0  2G01X02", row, row, row, row)
    file.add(" 26  6  1 12  0  2.0000000  0  1G01", "x" + row.dropFirst(), row)
    file.add(" 26  6  1 12  0  3.0000000  0  1G01", row, row)
    let read = try file.read()
    #expect(read.epochs.map { Set($0.observations.map(\.satelliteNumber)) } == [[1], [1], [], [1]])
    #expect(
      read.firstErrors == [
        RINEXReadingError(.cutEpoch(records: 1, announced: 2), line: 4),
        RINEXReadingError(.notASatellite, line: 8),
        RINEXReadingError(.notAValue(columns: 1...16), line: 14),
      ])
  }

  @Test(
    "a number without a point that is too long for F14.3 is no value, and the longest is one",
    arguments: [
      ("9999999999.999", true), ("-999999999.999", true), ("    9999999999", true),
      ("   10000000000", false), ("   -1000000000", false), ("20345682222222", false),
    ])
  func longNumbers(text: String, isValue: Bool) throws {
    var file = ObservationText("3.04", [("G    1 C1C", "SYS / # / OBS TYPES")])
    file.add(epoch: 0, ["G01" + text])
    let read = try file.read()
    #expect(read.epochs.first?.observations.count == (isValue ? 1 : 0))
    #expect(
      read.firstErrors
        == (isValue ? [] : [RINEXReadingError(.notAValue(columns: 4...19), line: 5)]))
  }

  @Test("errors of the header are told, and the file is read all the same")
  func header() throws {
    var file = ObservationText(
      "3.04",
      Self.gps + [
        ("  often", "INTERVAL"), ("Q    1 C1C", "SYS / # / OBS TYPES"),
        ("G   7", "SYS / SCALE FACTOR"),
        ("  2026    13     1    12     0    0.0000000     GPS", "TIME OF FIRST OBS"),
      ])
    file.add(epoch: 0, [Self.record("G01")])
    let read = try file.read()
    #expect(read.epochs.count == 1 && read.header.interval == nil && read.header.firstTime == nil)
    #expect(
      read.firstErrors == [
        RINEXReadingError(.notAValue(columns: 1...10), line: 3),
        RINEXReadingError(.unknownSystem("Q"), line: 4),
        RINEXReadingError(.notAValue(columns: 3...6), line: 5),
        RINEXReadingError(.notAnEpoch, line: 6),
      ])
  }

  @Test("of many errors the first ten are kept, and all are counted")
  func many() throws {
    var file = ObservationText("3.04", Self.gps)
    file.add(epoch: 0, (1...25).map { _ in Self.record("X01") })
    let read = try file.read()
    #expect(read.errorCount == 25 && read.firstErrors.count == 10)
  }

  @Test(
    "other files are told, and a header without its end",
    arguments: [
      ("", RINEXReadingError(.notObservations, line: 1)),
      (
        "     3.04           N: GNSS NAV DATA    G                   RINEX VERSION / TYPE\n",
        .init(.notObservations, line: 1)
      ),
      (
        "     5.00           OBSERVATION DATA    G                   RINEX VERSION / TYPE\n",
        .init(.notObservations, line: 1)
      ),
      (
        "     3.04           OBSERVATION DATA    G                   RINEX VERSION / TYPE\n\n",
        .init(.headerWithoutEnd, line: 2)
      ),
    ])
  func others(text: String, error: RINEXReadingError) {
    #expect(throws: error) { try RINEXObservations(reading: Array(text.utf8)) }
  }
}
