@testable import VirtualBoard
import BoardFirmware
@testable import BoardHost
import BoardSimulation
import GNSSBasics
import Mathematics
import NtripCaster
import NtripProtocol
import Platform
import TestSupport
import Testing

/// Returns the service of a board with a manual clock, on free ports.
func manualBoard(
  seed: UInt64 = 1, isWarm: Bool = false, card: String? = nil
) throws -> BoardService {
  var configuration = BoardService.Configuration()
  configuration.board.seed = seed
  configuration.card = card.map { CardSource(.folder($0)) }
  configuration.corrections = .builtInBase
  configuration.pace = .manual
  configuration.isWarm = isWarm
  configuration.port = 0
  return try BoardService(configuration)
}

extension BoardService {
  func get(_ path: String) throws -> HTTPAnswer { try HTTPAnswer.get(path, port: port) }

  func control(_ path: String) throws -> HTTPAnswer {
    try HTTPAnswer.get(path, port: controlPort)
  }

  @discardableResult
  func advance(_ seconds: String) throws -> HTTPAnswer {
    try HTTPAnswer.to(
      "POST", "/api/v1/clock/advance", port: controlPort, body: #"{"seconds": \#(seconds)}"#)
  }
}

@Suite("A board in service", .timeLimit(.minutes(5)))
struct BoardServiceTests {
  @Test("a warm board has a number in each of the 13 fields from its first answer on")
  func warmBoard() throws {
    let service = try manualBoard(isWarm: true)
    defer { service.stop() }
    let fields = try service.get("/").text.split(separator: ";", omittingEmptySubsequences: false)
    #expect(fields.count == 13)
    #expect(fields.allSatisfy { Double($0) != nil })
    #expect(try JSONDocument(service.get("/api/v1/status").body).text("gnss.fix") == "rtk-fixed")
  }

  @Test("unless told otherwise it is one warm board at its own pace, for this machine, on 3000")
  func usualConfiguration() {
    let usual = BoardService.Configuration()
    #expect(usual.boardCount == 1 && usual.selection == .all && usual.numbers == 0..<1)
    #expect(usual.pace == .times(1) && usual.duration == nil && usual.isWarm)
    #expect(usual.host == "127.0.0.1" && usual.port == 3000 && usual.controlPort == nil)
    #expect(usual.casterPort == 0 && !usual.hasLegacyLaps && usual.card == nil)
    #expect(BoardService.portCount == 200)
  }

  @Test("a cold board shows its power-up: no value is an empty field")
  func coldBoard() throws {
    let service = try manualBoard()
    defer { service.stop() }
    #expect(try service.get("/").text == ";;;;;;;;;;;;")
    try service.advance("3")
    let fields = try service.get("/").text.split(separator: ";", omittingEmptySubsequences: false)
    #expect(fields.prefix(4).allSatisfy { Double($0) != nil })
    #expect(fields.suffix(2).allSatisfy { $0.isEmpty })
  }

  @Test("values change with board time, not with polling")
  func changesWithTime() throws {
    let service = try manualBoard(isWarm: true)
    defer { service.stop() }
    let first = try service.get("/").text
    for _ in 0..<5 { #expect(try service.get("/").text == first) }
    try service.advance("2")
    #expect(try service.get("/").text != first)
  }

  @Test("two boards of one seed answer the same bytes at the same board time, however it came")
  func sameness() throws {
    let (one, other) = (try manualBoard(), try manualBoard())
    defer {
      one.stop()
      other.stop()
    }
    for _ in 0..<9 { try one.advance("10") }
    try other.advance("60.5")
    try other.advance("29.5")
    for path in ["/", "/api/v1/measurement", "/api/v1/status", "/metrics"] {
      #expect(try one.get(path).body == other.get(path).body, "\(path)")
    }
    #expect(try one.get("/").text.split(separator: ";").count == 13)
  }

  @Test("another seed answers something else")
  func otherSeed() throws {
    let (one, other) = (try manualBoard(seed: 1), try manualBoard(seed: 2))
    defer {
      one.stop()
      other.stop()
    }
    try one.advance("60")
    try other.advance("60")
    #expect(try one.get("/").body != other.get("/").body)
  }

  @Test("the error against the truth at the fix's own time is centimetres when fixed")
  func errorWhenFixed() throws {
    let service = try manualBoard(isWarm: true)
    defer { service.stop() }
    for _ in 0..<10 {
      try service.advance("7")
      let status = try JSONDocument(service.get("/api/v1/status").body)
      #expect(status.text("gnss.fix") == "rtk-fixed")
      let time = try #require(status.number("gnss.board_time"))
      let truth = try JSONDocument(service.control("/api/v1/truth?at=\(time)").body)
      #expect(truth.number("board_time") == time)
      let offset = try truth.position("").localOffset(to: status.position("gnss."))
      #expect(abs(offset.east) < 0.1)
      #expect(abs(offset.north) < 0.1)
      #expect(abs(offset.up) < 0.2)
    }
  }

  @Test("bytes of corrections: client, firmware and receiver say the same in the status")
  func correctionBytes() throws {
    let service = try manualBoard()
    defer { service.stop() }
    try service.advance("60")
    let status = try JSONDocument(service.get("/api/v1/status").body)
    let bytes = try #require(status.number("ntrip.bytes"))
    #expect(bytes > 1000)
    #expect(status.number("ntrip.bytes_received") == bytes)
    #expect(status.number("ntrip.bytes_written") == bytes)
    #expect(status.number("ntrip.bytes_dropped") == 0)
    #expect(status.text("ntrip.state") == "streaming")
    #expect(status.number("ntrip.frames.1077").map { $0 >= 59 } == true)
  }

  @Test("a card in the slot has been written whole when the service has stopped")
  func card() throws {
    let folder = try TemporaryFolder()
    let service = try manualBoard(card: folder.path)
    try service.advance("20")
    service.stop()
    let text = try folder.text(of: "20260601.CSV")
    #expect(text.hasSuffix("\n"))
    #expect((10...11).contains(text.split(separator: "\n").count))
  }

  /// Returns the service of a board with a chained card, after twenty seconds of board time.
  private static func chained(_ place: CardSource.Place, _ key: CardKey) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.card = CardSource(place, key: key)
    configuration.pace = .manual
    configuration.isWarm = false
    configuration.port = 0
    let service = try BoardService(configuration)
    try service.advance("20")
    return service
  }

  @Test("a chained card is signed when the service has stopped", arguments: [false, true])
  func signedCard(isImage: Bool) throws {
    let (folder, key) = (try TemporaryFolder(), try CardKey())
    let path = folder.path("card")
    try Self.chained(isImage ? .image(path, size: 4 << 20) : .folder(path), key).stop()
    let verdict = try CardVerdict(verifying: path, key: key.publicDigits)
    #expect(verdict.isWhole && verdict.unsignedLines == 0)
    #expect(verdict.files.count == 1 && (9...10).contains(verdict.files[0].lines))
  }

  @Test("a chained card that was pulled before the end is told after it")
  func pulledCard() throws {
    let folder = try TemporaryFolder()
    let service = try Self.chained(.folder(folder.path("card")), try CardKey())
    #expect(service.snapshot.card.error == nil)
    try folder.remove("card")
    service.stop()
    #expect(service.snapshot.card.error?.contains("could not be signed") == true)
  }

  @Test("a port in use ends the start with the port's name, before the card is touched")
  func portInUse() throws {
    let (server, folder) = (try ServedSnapshot(), try TemporaryFolder())
    var configuration = BoardService.Configuration()
    configuration.card = CardSource(.folder(folder.path("card")))
    configuration.port = server.port
    let error = #expect(throws: ListenError.self) { try BoardService(configuration) }
    #expect(error?.port == server.port)
    configuration.port = 0
    configuration.controlPort = server.port
    #expect(throws: ListenError.self) { try BoardService(configuration) }
    #expect(try folder.names.isEmpty)
  }

  @Test("a base that is not known yet costs the position and nothing else, and the status says why")
  func unknownBase() async throws {
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.board.origin = .base
    configuration.corrections = .caster(NtripURL(host: "127.0.0.1", port: 1, mountpoint: "X"))
    let service = try BoardService(configuration)
    defer { service.stop() }
    _ = await service.shows { $0.gnss.reason?.contains("connection was refused") == true }
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.text("gnss.fix") == "none")
    let reason = try #require(status.text("gnss.reason"))
    #expect(reason.contains("1005 or 1006 of ntrip://127.0.0.1:1/X"))
    #expect(reason.contains("connection was refused"))
    #expect(status.text("ntrip.error")?.contains("127.0.0.1:1") == true)
    let fields = try service.get("/").text.split(separator: ";", omittingEmptySubsequences: false)
    #expect(fields.count == 13)
    #expect(fields.prefix(11).allSatisfy { Double($0) != nil })
    #expect(fields.suffix(2) == ["", ""])
  }

  @Test("when the base is known the track begins beside it, and the truth was elsewhere before")
  func baseBecomesKnown() async throws {
    let caster = Caster([Mountpoint(name: "M", capture: try MilanBase.capture)])
    let server = try NtripCasterServer(port: 0, caster: caster)
    defer { server.stop() }
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.board.origin = .base
    configuration.corrections = .caster(
      NtripURL(host: "127.0.0.1", port: Int(server.port), mountpoint: "M"))
    let service = try BoardService(configuration)
    defer { service.stop() }
    // On a busy machine the last snapshot may come late.
    _ = await service.shows { $0.gnss.fix > .threeD && $0.gnss.baseline != nil }
    #expect(service.snapshot.gnss.fix > .threeD)
    #expect(service.snapshot.gnss.baseline.map { (950...1300).contains($0) } == true)
    let before = try JSONDocument(service.control("/api/v1/truth?at=0").body)
    let now = try JSONDocument(service.control("/api/v1/truth").body)
    let start = try before.position("").localOffset(to: now.position(""))
    #expect((start.east * start.east + start.north * start.north).squareRoot() > 500)
    let milan = World.milan
    #expect(before.number("latitude") == milan.latitude)
  }

  @Test("an origin beside the base needs corrections")
  func originWithoutCorrections() throws {
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.board.origin = .base
    let error = #expect(throws: OriginError.self) { try BoardService(configuration) }
    #expect(error?.description.contains("--ntrip none") == true)
  }
}

extension JSONDocument {
  /// Returns the position in the members `latitude`, `longitude` and `height` after a prefix.
  func position(_ prefix: String) throws -> GeodeticPosition {
    GeodeticPosition(
      latitude: try #require(number(prefix + "latitude")),
      longitude: try #require(number(prefix + "longitude")),
      height: try #require(number(prefix + "height")))
  }
}
