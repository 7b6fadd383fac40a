import RTCMStreams
import Testing

@testable import RINEX

@Suite("Limits of RINEX observation headers")
struct HeaderLimitTests {
  private static func observation(_ slot: Int, channel: Int) throws -> SignalObservation {
    let code = try #require(RINEXSignalCode("1C"))
    var observation = SignalObservation(
      constellation: .glonass, satelliteNumber: slot, code: code, glonassFrequencyChannel: channel)
    (observation.pseudorange, observation.phaserange) = (2e7, 2e7)
    return observation
  }

  /// Returns the header's lines of a label, for an epoch of one satellite on channel -7 in slot 1.
  private static func lines(
    _ label: String, _ header: RINEXHeader = RINEXHeader(), channels: [UInt8: Int] = [:]
  ) throws -> [String] {
    let time = NavigationRecordTests.reference
    var survey = RINEXSurvey(near: time, header: header, glonassChannels: channels)
    survey.add(
      ObservationEpoch(
        time: time, stationID: 7, observations: [try observation(1, channel: -7)]))
    survey.finish()
    var text: [UInt8] = []
    RINEXObservationWriter(of: survey).appendHeader(to: &text)
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { $0.dropFirst(60) == label }.map { String($0.prefix(60)) }
  }

  /// Returns a text filled with blanks to the columns of a header line.
  private static func line(_ text: String) -> String {
    text + String(repeating: " ", count: 60 - text.utf8.count)
  }

  /// Source: RINEX 3.04, table A2: the number of satellites and eight of them in a line, more in the next.
  @Test("a line has eight channels of GLONASS, the first one their number")
  func channels() throws {
    func channels(_ slots: ClosedRange<UInt8>) -> [UInt8: Int] {
      Dictionary(uniqueKeysWithValues: slots.map { ($0, Int($0)) })
    }
    let label = "GLONASS SLOT / FRQ #"
    #expect(try Self.lines(label) == [Self.line("  1 R01 -7")])
    let eight = " R01 -7 R02  2 R03  3 R04  4 R05  5 R06  6 R07  7 R08  8"
    #expect(try Self.lines(label, channels: channels(2...8)) == [Self.line("  8" + eight)])
    #expect(
      try Self.lines(label, channels: channels(2...9)) == [
        Self.line("  9" + eight), Self.line("    R09  9"),
      ])
  }

  @Test(
    "a comment has a line for each sixty characters, and one where it is empty",
    arguments: [
      (0, [0]), (59, [59]), (60, [60]), (61, [60, 1]), (120, [60, 60]), (121, [60, 60, 1]),
    ])
  func comments(count: Int, lengths: [Int]) throws {
    var header = RINEXHeader()
    header.comments = [String(repeating: "x", count: count)]
    let expected = lengths.map { Self.line(String(repeating: "x", count: $0)) }
    #expect(try Self.lines("COMMENT", header) == expected)
  }

  /// Source: RINEX 3.04, table A2: A60, A20 and A20, A20 and A40, three and two times A20.
  @Test("each text is cut at the end of its columns")
  func columns() throws {
    var header = RINEXHeader()
    for (field, letter) in zip(RINEXHeader.Field.allCases, "abcdefghijklmnop") {
      header[field] = String(repeating: letter, count: field.columns + 1)
    }
    func line(_ parts: (Character, Int)...) -> String {
      Self.line(parts.map { String(repeating: $0.0, count: $0.1) }.joined())
    }
    #expect(try Self.lines("MARKER NAME", header) == [line(("a", 60))])
    #expect(try Self.lines("MARKER NUMBER", header) == [line(("b", 20))])
    #expect(try Self.lines("MARKER TYPE", header) == [line(("c", 20))])
    #expect(try Self.lines("OBSERVER / AGENCY", header) == [line(("d", 20), ("e", 40))])
    #expect(
      try Self.lines("REC # / TYPE / VERS", header) == [line(("f", 20), ("g", 20), ("h", 20))])
    #expect(try Self.lines("ANT # / TYPE", header) == [line(("i", 20), ("j", 20))])
    #expect(
      try Self.lines("PGM / RUN BY / DATE", header) == [
        Self.line("boardsim            " + String(repeating: "k", count: 20))
      ])
  }

  @Test(
    "a character that no file has is a question mark",
    arguments: [
      ("a b~", "a b~"), ("\u{1F}", "?"), ("\u{7F}", "?"), ("é", "??"), ("a\tb", "a?b"),
    ])
  func characters(text: String, written: String) throws {
    var header = RINEXHeader()
    header[.markerName] = text
    #expect(try Self.lines("MARKER NAME", header) == [Self.line(written)])
  }

  @Test("a phase is lost where its lock time is less than before, or 0, until one is written")
  func slips() throws {
    var observation = try Self.observation(1, channel: -7)
    var types = [ObservationTypes](
      repeating: ObservationTypes(), count: Constellation.allCases.count)
    let code = try #require(observation.code)
    types[Int(Constellation.glonass.rawValue)].add(ObservationKinds(in: observation), of: code)
    var slips = CycleSlips(of: types, marksFirstPhases: true)
    let steps: [(lock: Int?, hasPhase: Bool, loss: Int)] = [
      (1000, true, 1), (1000, true, 0), (999, true, 1), (1999, true, 0), (0, true, 1),
      (0, true, 1), (1, true, 0), (nil, true, 0), (1, false, 0), (0, false, 1), (5, false, 1),
      (6, true, 1), (7, true, 0),
    ]
    for (index, step) in steps.enumerated() {
      observation.minimumLockTimeMilliseconds = step.lock
      observation.phaserange = step.hasPhase ? 2e7 : nil
      let loss = slips.lossOfLock(of: observation, signal: 0)
      #expect(loss == step.loss, "step \(index)")
    }
    observation.hasHalfCycleAmbiguity = true
    let loss = slips.lossOfLock(of: observation, signal: 0)
    #expect(loss == 2)
  }
}
