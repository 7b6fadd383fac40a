import GNSSBasics
import RINEX
import TestSupport
import Testing

@Suite("Compact RINEX, made")
struct HatanakaWritingTests {
  /// Returns the compact file of a file that comes in pieces.
  private func written(_ text: [UInt8], pieces: Int = 1000) -> (
    compact: [UInt8], failure: RINEXReadingError?
  ) {
    var writer = HatanakaWriter(program: "boardsim", date: UnixTime(seconds: 1_780_401_600))
    var compact: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: pieces) {
      writer.consume(
        text.span.extracting(start..<min(start + pieces, text.count)), into: &compact)
    }
    writer.finish(into: &compact)
    return (compact, writer.failure)
  }

  /// Returns the first difference of our compact file from that of Hatanaka's program, without the lines of programs.
  private func firstDifference(_ text: [UInt8], pieces: Int = 1000) throws -> String? {
    func lines(_ text: [UInt8]) -> [Substring] {
      String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let (compact, failure) = written(text, pieces: pieces)
    #expect(failure == nil)
    var (ours, theirs) = (lines(compact), lines(try CompactFile.compressed(text)))
    #expect(ours.count > 8 && theirs.count > 8)
    #expect(
      ours[1] == "boardsim                                02-Jun-26 12:00     CRINEX PROG / DATE")
    ours.remove(at: 1)
    theirs.remove(at: 1)
    let pair = zip(ours, theirs).enumerated().first { $0.element.0 != $0.element.1 }
    if let pair { return "line \(pair.offset + 2): |\(pair.element.0)|\n|\(pair.element.1)|" }
    return ours == theirs ? nil : "\(ours.count) lines in place of \(theirs.count)"
  }

  @Test(
    "is what Hatanaka's program makes, with clocks and events", .compares(with: .rnx2crx),
    arguments: [HatanakaTests.version2, HatanakaTests.version3], [1, 1000])
  func examples(text: [UInt8], pieces: Int) throws {
    let difference = try firstDifference(text, pieces: pieces)
    #expect(difference == nil)
  }

  @Test(
    "is what Hatanaka's program makes, of a receiver maker's file",
    .compares(with: .captures, .rnx2crx), arguments: [("base", 301), ("rover", 30)])
  func mosaic(name: String, epochs: Int) throws {
    let difference = try firstDifference(MosaicFile.beginning(name, epochs: epochs))
    #expect(difference == nil)
  }

  @Test(
    "is what Hatanaka's program makes, of files of captures, and becomes the file again",
    .compares(with: .captures, .convbin, .rnx2crx, .crx2rnx),
    arguments: ObservationReadingTests.captures)
  func captures(capture: DatedCapture) throws {
    let (bytes, reference) = (try capture.bytes(), capture.reference)
    for text in [
      try Convbin.observations(bytes, near: reference, version: "3.04"),
      try RINEXTexts(of: bytes, near: reference, version: .v3_04).text.observations,
      try RINEXTexts(of: bytes, near: reference, version: .v2_11).text.observations,
    ] {
      let difference = try firstDifference(text)
      #expect(difference == nil)
      let compact = written(text).compact
      let (ours, theirs) = (CompactFile.read(compact).text, try CompactFile.expanded(compact))
      #expect(ours == theirs)
    }
  }

  @Test("a file that is cut, damaged or no such file is told with its line")
  func failures() {
    let text = HatanakaTests.version3
    for count in stride(from: 0, to: text.count, by: 7) {
      let (compact, failure) = written(Array(text.prefix(count)))
      #expect(compact.count <= text.count + 200)
      if let failure { #expect(failure.line <= 200 && !"\(failure)".isEmpty) }
    }
    #expect(written([]).failure == RINEXReadingError(.notObservations, line: 1))
    #expect(written(Array("RTCM\n".utf8)).failure == RINEXReadingError(.notObservations, line: 1))
    var damaged = text
    let place = damaged.firstRange(of: Array("G01".utf8))
    if let place { damaged[place.upperBound + 4] = UInt8(ascii: "x") }
    #expect(written(damaged).failure != nil)
  }
}
