import AirStatistics
import FATVolumes
import OpenData
import RTCMJSON
import RTCMParser
import RTCMTestKit
import RTCMText
import Testing

@Suite("Tutorials and guides: RTCMText, RTCMJSON, RTCMTestKit, FATVolumes, OpenData, AirStatistics")
struct TextTutorials {
  @Test("messages become text and JSON, and JSON becomes messages")
  func describes() throws {
    let bytes = try Fixture.milanBase()

    var scanner = FrameScanner()
    let json = FrameJSONWriter()
    var lines: [String] = []
    try scanner.consume(bytes.span) { frame in
      guard frame.messageType == 1006 else { return }
      if lines.isEmpty { print(try FrameDescription(of: frame).table) }
      lines.append(String(decoding: try json.json(of: frame), as: UTF8.self))
    }

    var reader = JSONLinesReader()
    var frames: [[UInt8]] = []
    let text = Array(lines.joined(separator: "\n").utf8)
    try reader.consume(text.span) { number, line in
      switch line {
      case .success(let message): frames.append(try message.frame())
      case .failure(let error): print(error)  // with the line, the field and the remedy
      }
    }
    try reader.finish { number, line in
      if case .success(let message) = line { frames.append(try message.frame()) }
    }
    print(reader.messageCount, "messages,", reader.badLineCount, "lines that are none")
    #expect(frames.count == 60 && Set(frames).count == 1)
    #expect(bytes.starts(with: bytes) && frames.allSatisfy { $0.count == 27 })
  }

  @Test("a line that is wrong is told by its field")
  func tellsMistake() throws {
    let line = #"{"message":{"message_type":1006,"station_id":7,"antenna_height_metres":9.1}}"#
    var problem = ""
    do {
      _ = try RTCMMessage(json: Array(line.utf8))
    } catch { problem = "\(error)" }
    print(problem)
    #expect(!problem.isEmpty)
  }

  @Test("a message of one's own is described like the others")
  func describesOwn() throws {
    let station = AntennaReferencePoint(stationID: 7, position: ECEFPosition(x: 1, y: 2, z: 3))
    print(try MessageDescription(of: station).table())
    print(try station.json())
    let json = try station.json()
    #expect(json.contains(#""station_id":7"#))
  }

  /// The parser under test; here it is the library's own.
  private struct MyParser {
    private var scanner = FrameScanner()
    private(set) var frames: [[UInt8]] = []

    mutating func take(_ bytes: [UInt8]) {
      scanner.consume(bytes.span) { frame in frames.append(Array(frame.bytes)) }
    }

    mutating func finish() {
      scanner.finish { frame in frames.append(Array(frame.bytes)) }
    }
  }

  @Test("a parser is held to what a stream was made of")
  func verifiesParser() throws {
    let frames = try SampleMessages.all().map { message in try message.frame() }
    try StreamVerifier().verify(mixing: frames) { pieces in
      var parser = MyParser()
      for piece in pieces { parser.take(piece) }
      parser.finish()
      return parser.frames
    }
  }

  @Test("a stream of one's own making knows its frames")
  func makesStream() throws {
    var stream = TestStream()
    stream.append(.falsePreamble, seed: 1)
    try stream.append(SampleMessages.all(ofType: 1077)[0])
    var parser = MyParser()
    for chunk in stream.chunks(seed: 2, longest: 64) { parser.take(chunk) }
    parser.finish()
    #expect(parser.frames == stream.frames.map(\.bytes))
  }

  @Test("a card is formatted, written and read")
  func writesCard() throws {
    var blocks = MemoryBlocks(blockCount: 8192)
    try FATLayout(blockCount: 8192).format(&blocks)
    var volume = try FATVolume(mounting: blocks)
    guard let name = FATName("20260601.CSV") else { return }
    var file = try volume.open(name)
    try volume.append(Array("12.000,23.41\n".utf8).span, to: &file)
    for entry in try volume.files() { print(entry.name, entry.size) }
    let entries = try volume.files()
    #expect(entries.map(\.size) == [13])
  }

  @Test("the region's data are asked as on the portal")
  func asksOpenData() {
    let server = OpenDataServer(world: World(scenario: .milanWalk), bootDate: World.defaultBootDate)
    let request = HTTPRequest(.get, "/resource/647i-nhxk.json?idsensore=5909")
    let answer = server.answer(request, at: World.defaultBootDate)
    print(String(decoding: answer.response.body, as: UTF8.self).prefix(200))
    for finding in answer.findings { print(finding) }
    #expect(answer.response.body.count > 1000)
  }

  @Test("clusters and quartiles, as they are and as the apps have them")
  func sumsUp() {
    let time = UnixTime(seconds: 1_781_094_896)
    let rows = [PlacedSample(time: time, latitude: 45.478, longitude: 9.227, values: [21.5, nil])]
    let plain = SampleCluster.all(of: rows, radius: SampleCluster.codedRadius).first?.means
    let app = SampleCluster.asAirQuality(rows, radius: 250).first?.means
    print(plain ?? [], app ?? [])
    #expect(plain == [21.5, nil] && app == [21.5, 0.0])

    let quartiles = Quartiles(of: [1.0, 2, 3, 4, 5])
    print(quartiles?.first ?? .nan, quartiles?.median ?? .nan, quartiles?.third ?? .nan)
    #expect(quartiles?.median == 3)
  }
}
