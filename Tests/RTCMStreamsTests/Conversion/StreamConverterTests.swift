import RTCMStreams
import RTCMTestKit
import TestSupport
import Testing

@Suite("Converting streams")
struct StreamConverterTests {
  /// Returns a stream of frames with other bytes before, between and after them, a damaged frame and a
  /// truncated one.
  private static func mixedStream() throws -> [UInt8] {
    let frames = try MadeUpBase.stream(seconds: 2)
    var damaged = StandardExample.frame
    damaged[9] ^= 4
    let cut = StandardExample.frame.prefix(11)
    return Array("GET /\r\n".utf8) + [0xD3] + frames + damaged + [0xB5, 0x62, 0xD3, 0x00]
      + frames + [0xD3, 0xD3, 1] + cut
  }

  @Test("only whole frames with a right CRC pass")
  func onlyFrames() throws {
    let stream = try Self.mixedStream()
    let expected = try MadeUpBase.stream(seconds: 2)
    #expect(converted(stream, by: ConversionRules()).output == expected + expected)
  }

  @Test("rules that nothing is said of are none")
  func defaults() {
    let rules = ConversionRules()
    #expect(rules.intervalMilliseconds == 0 && rules.leapSeconds == 18)
    #expect(rules.keptSatellites.isEmpty && rules.droppedSatellites.isEmpty)
    #expect(rules.stationID == nil && rules.stationPosition == nil && rules.window == nil)
    #expect(rules.msmKind == nil && rules.legacyForm == nil)
  }

  @Test("a frame behind what looks like the head of another comes out at the end of the stream")
  func lateFrame() {
    let stream = [0xD3, 0x03, 0xFF] + StandardExample.frame
    #expect(converted(stream, by: ConversionRules()).output == StandardExample.frame)
    let whole = converted(stream, by: ConversionRules(), passesOtherBytes: true)
    #expect(whole.output == stream)
  }

  @Test("all other bytes pass in their place when wanted")
  func passThrough() throws {
    let stream = try Self.mixedStream()
    try StreamVerifier().verify(stream, expecting: stream) { pieces in
      converted(pieces: pieces, by: ConversionRules(), passesOtherBytes: true).output
    }
  }

  @Test("other bytes keep their place behind a frame that is held back")
  func passThroughWhenHeld() throws {
    var rules = ConversionRules()
    rules.keptTypes = [1077]
    let gps = try RTCMMessage.msm(MadeUpBase.observations(of: .gps, at: 0)).frame()
    let beidou = try RTCMMessage.msm(MadeUpBase.observations(of: .beidou, at: 0)).frame()
    let stream = gps + [1, 2, 3] + beidou + [4, 5]
    let output = converted(stream, by: rules, passesOtherBytes: true).output
    try StreamVerifier().verify(stream, expecting: output) { pieces in
      converted(pieces: pieces, by: rules, passesOtherBytes: true).output
    }
    #expect(output.count == gps.count + 5)
    #expect(output.suffix(5) == [1, 2, 3, 4, 5])
    #expect(try msms(of: output).map(\.header.isMoreToFollow) == [false])
  }

  @Test("how the stream is cut makes no difference")
  func chunks() throws {
    var rules = ConversionRules()
    rules.droppedConstellations = [.beidou]
    rules.msmKind = 5
    rules.stationID = 99
    let stream = try Self.mixedStream()
    let whole = converted(stream, by: rules)
    try StreamVerifier().verify(stream) { pieces in converted(pieces: pieces, by: rules) }
    #expect(whole.counts.framesOut == 16)
    #expect(whole.counts.frameBytesOut == whole.output.count)
  }

  @Test("what is held back does not grow without end")
  func bounded() throws {
    var rules = ConversionRules()
    rules.keptTypes = [1005, 1077]
    let gps = try RTCMMessage.msm(MadeUpBase.observations(of: .gps, at: 0)).frame()
    var converter = StreamConverter(rules)
    var output: [UInt8] = []
    converter.consume(gps.span, into: &output)
    #expect(output.isEmpty)
    let station = StandardExample.frame
    for _ in 0..<700 { converter.consume(station.span, into: &output) }
    #expect(output.count > 16_000)
    #expect(output.starts(with: gps))
  }

  @Test(
    "captures pass whole when no rule is set, and every rule together leaves valid messages",
    .compares(with: .captures),
    arguments: [
      "swift__javad.rtcm", "swift__msm7.rtcm", "swift__20190120_1956_rover.023",
      "derived__trimble_garbage.rtcm3", "goblimey__testdata.rtcm",
    ])
  func captures(name: String) throws {
    let bytes = Array(try SharedCaptures.bytes(of: name).prefix(60_000))
    let all = frames(of: bytes)
    #expect(converted(bytes, by: ConversionRules()).output == Array(all.map(\.bytes).joined()))
    #expect(converted(bytes, by: ConversionRules(), passesOtherBytes: true).output == bytes)
    var rules = ConversionRules()
    rules.droppedConstellations = [.glonass]
    rules.droppedSignals = (10...32).map { SignalSelection(.gps, signalID: $0) }
    rules.msmKind = 4
    rules.stationID = 1234
    let (output, counts) = converted(bytes, by: rules)
    let result = scan(output, chunkLengths: [max(output.count, 1)])
    #expect(result.counts.otherBytes == 0)
    #expect(result.counts.frames == counts.framesOut)
    for frame in result.frames {
      let message = try decoded(frame.payload)
      #expect(try message.encode() == frame.payload)
      #expect([nil, 1234].contains(stationID(of: frame.payload)))
    }
  }
}
