import RINEX
import RTCMStreams
import TestSupport
import Testing

/// Observation files that are read and written anew.
@Suite("RINEX observation files, written anew")
struct RewritingTests {
  /// Reads a file's epochs with the slips that it marks, and writes them in a version.
  static func rewritten(_ text: [UInt8], as version: RINEXFormat = .v3_04) throws -> [UInt8] {
    var reader = RINEXObservationReader(isForRewriting: true)
    var epochs: [ObservationEpoch] = []
    func take(_ event: RINEXObservationReader.Event) {
      if case .epoch(let epoch, _) = event { epochs.append(epoch) }
    }
    reader.consume(text.span) { take($0) }
    reader.finish { take($0) }
    let header = try #require(reader.header)
    var station = header.station
    station.glonassBiases = header.biases
    var survey = RINEXSurvey(
      near: try #require(epochs.first).time, version: version, header: station,
      glonassChannels: header.glonassChannels)
    for epoch in epochs { survey.add(epoch) }
    survey.finish()
    var writer = RINEXObservationWriter(of: survey, marksFirstPhases: false)
    var result: [UInt8] = []
    writer.appendHeader(to: &result)
    for epoch in epochs { writer.append(epoch, to: &result) }
    writer.finish(to: &result)
    return result
  }

  /// The lines without those that the header of another file has otherwise.
  private static func lines(_ text: [UInt8]) -> [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasSuffix("LEAP SECONDS")
    }
  }

  @Test(
    "our own file comes back byte by byte", .compares(with: .captures),
    arguments: ObservationReadingTests.captures, [RINEXFormat.v3_03, .v3_05, .v4_02])
  func ours(capture: DatedCapture, version: RINEXFormat) throws {
    let text = try RINEXTexts(of: capture.bytes(), near: capture.reference, version: version)
      .text.observations
    #expect(try Self.lines(Self.rewritten(text, as: version)) == Self.lines(text))
  }

  @Test(
    "convbin's file has the same values and marks of slips, to the last digit",
    .compares(with: .captures, .convbin), arguments: ObservationReadingTests.captures)
  func theirs(capture: DatedCapture) throws {
    let text = try Convbin.observations(
      capture.bytes(), near: capture.reference, version: "3.04")
    let (before, after) = (RINEXFile(text), RINEXFile(try Self.rewritten(text)))
    #expect(after.epochs.map(\.time) == before.epochs.map(\.time))
    for (old, new) in zip(before.epochs, after.epochs) {
      for (key, observation) in old.observations {
        // Phases of satellites whose channel no line tells cannot be kept.
        guard let found = new.observations[key] else {
          #expect(key.hasPrefix("R") && "LD".contains(key.dropFirst(4).prefix(1)), "\(key)")
          continue
        }
        #expect(abs(found.value - observation.value) < 0.00051, "\(old.time) \(key)")
        // Bit 2, which convbin sets for phases that it has turned by half a cycle, is not kept.
        #expect(found.lossOfLock == observation.lossOfLock & 3, "\(old.time) \(key)")
      }
    }
  }

  /// A file of one signal at five times: the power fails before the second, a slip record stands before the third.
  private static let events = [
    "     3.04           OBSERVATION DATA    G: GPS              RINEX VERSION / TYPE",
    "G    2 C1C L1C                                              SYS / # / OBS TYPES",
    "                                                            END OF HEADER",
    "> 2020 01 06 12 00 00.0000000  0  1", "G07  20000000.000   105100000.000",
    "> 2020 01 06 12 00 01.0000000  1  1", "G07  20000001.000   105100001.000",
    "> 2020 01 06 12 00 02.0000000  6  1", "G07               0          5.000",
    "> 2020 01 06 12 00 02.0000000  0  1", "G07  20000002.000   105100002.000",
    "> 2020 01 06 12 00 03.0000000  0  1", "G07  20000003.000   105100003.0001",
    "> 2020 01 06 12 00 09.0000000  0  1", "G07  20000004.000   105100004.000",
  ]

  @Test("slips of the power and of slip records are marked, gaps and beginnings are not")
  func marks() throws {
    let text = Self.events.map { $0 + "\n" }.joined()
    let file = RINEXFile(try Self.rewritten(Array(text.utf8)))
    #expect(file.epochs.map { $0.observations["G07 L1C"]?.lossOfLock } == [0, 1, 1, 1, 0])
  }

  @Test(
    "a version has the latest that is not later than a number, of its generation",
    arguments: [
      (2.0, RINEXFormat.v2_11), (2.12, .v2_11), (3, .v3_03), (3.02, .v3_03), (3.04, .v3_04),
      (3.05, .v3_05), (4, .v4_00), (4.02, .v4_02), (1, .v3_04),
    ])
  func nearest(number: Double, version: RINEXFormat) {
    #expect(RINEXFormat(nearest: number) == version)
  }
}
