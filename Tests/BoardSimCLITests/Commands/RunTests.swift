import Platform
import TestSupport
import Testing

@Suite("boardsim run")
struct RunTests {
  /// Polls once as the phone apps do, with a connection of its own.
  private func poll(_ board: RunningBoard) throws -> [Double] {
    let answer = try HTTPAnswer.get("/", port: board.port)
    #expect(answer.status == 200)
    let fields = answer.text.split(separator: ";", omittingEmptySubsequences: false)
    return try fields.map { try #require(Double($0), "\(answer.text)") }
  }

  @Test("the first poll of an app has 13 numbers, which change with board time")
  func polls() async throws {
    let board = try await RunningBoard("--speed", "manual")
    let first = try poll(board)
    #expect(first.count == 13)
    try board.advance(seconds: 8)
    let later = try poll(board)
    #expect(later.count == 13)
    #expect(later[0] != first[0])
    #expect(later[11] != first[11])
    #expect((-20...45).contains(later[0]))
    #expect((0...100).contains(later[1]))
    #expect((90_000...110_000).contains(later[2]))
    #expect((45...46).contains(later[11]))
    #expect((9...10).contains(later[12]))
  }

  @Test("ports of data, control and caster are free ones, each its own")
  func ports() async throws {
    let board = try await RunningBoard("--speed", "manual")
    let caster = try #require(board.caster)
    #expect(caster.hasPrefix("ntrip://127.0.0.1:"))
    #expect(caster.hasSuffix("/BASE"))
    #expect(board.port != board.controlPort)
    let truth = try HTTPAnswer.get("/api/v1/truth?at=0", port: board.controlPort)
    #expect(truth.status == 200)
  }

  @Test("the caster's port can be chosen, and one in use ends the start with its number")
  func casterPort() async throws {
    let board = try await RunningBoard("--speed", "manual", "--caster-port", "0")
    let caster = try #require(board.caster)
    let port = try #require(caster.split(separator: ":").last?.split(separator: "/").first)
    let other = try await boardsim("run", "--port", "0", "-q", "--caster-port", String(port))
    #expect(other.status == 1)
    #expect(other.errorLines.contains { $0.contains("port \(port) on 127.0.0.1 is in use") })
  }

  @Test("many boards are told in the ready line, and end when they are asked to")
  func manyBoards() async throws {
    let board = try await RunningBoard("--speed", "manual", "--boards", "203", "--boot", "cold")
    #expect(board.readyLine.hasSuffix(#","boards":203}"#))
    let list = try HTTPAnswer.get("/api/v1/boards", port: board.controlPort).text
    #expect(list.contains("http://127.0.0.1:\(board.port)/boards/202/"))
    board.process.interrupt()
    #expect(await board.process.end().status == 0)
  }

  @Test(
    "boards that cannot be are one line, and end with 1",
    arguments: [
      (["--boards", "99999999999"], "do not fit into this machine's memory"),
      (["--boards", "300", "--port", "65400"], "from 65400 to 65599"),
    ])
  func impossibleFleet(words: [String], says: String) async throws {
    let outcome = try await BoardSimProcess(["run", "-q"] + words).end()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines[0].contains(says))
  }

  @Test("without corrections there is no caster in the ready line, and the status says off")
  func withoutCorrections() async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    #expect(board.caster == nil)
    let status = try board.status()
    #expect(status.text("ntrip.state") == "off")
    #expect(status.text("gnss.fix") == "3d")
  }

  @Test("the ready line for people has the address, and all else goes to standard error")
  func readyLine() async throws {
    let process = try BoardSimProcess(["run", "--port", "0", "--duration", "121"])
    let line = try #require(await process.nextLine())
    #expect(line.hasPrefix("board ready: http://127.0.0.1:"))
    #expect(line.hasSuffix("/"))
    let outcome = await process.end()
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.contains { $0.contains("rtk-fixed") })
    #expect(outcome.errorLines.contains("  stop with Ctrl-C"))
  }

  @Test("an open control port is named by an address at which others reach it")
  func openControlPort() async throws {
    let board = try await RunningBoard(
      "--speed", "manual", "--control-lan", "--token", "12345678")
    let control = try JSONDocument(board.readyLine).text("control")
    let hosts = ListenAddress.everyInterface.hosts
    #expect(control == "http://\(hosts[0]):\(board.controlPort)/")
  }

  @Test("SIGTERM ends it with 0, and the card is whole")
  func terminates() async throws {
    let folder = try TemporaryFolder()
    let board = try await RunningBoard("--card", folder.path, "--speed", "10")
    board.process.terminate()
    #expect(await board.process.end().status == 0)
    let text = try folder.text(of: "20260601.CSV")
    let lines = text.split(separator: "\n")
    #expect(text.hasSuffix("\n"))
    #expect(lines.count >= 60)
    #expect(
      lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 17 })
  }

  @Test("two runs at full speed write the same card, and another seed another one")
  func determinism() async throws {
    func card(seed: String) async throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let outcome = try await boardsim(
        "run", "--port", "0", "-q", "--speed", "max", "--duration", "600", "--card", folder.path,
        "--seed", seed)
      #expect(outcome.status == 0)
      return try folder.bytes(of: "20260601.CSV")
    }
    async let (first, again, other) = (card(seed: "1"), card(seed: "1"), card(seed: "2"))
    let cards = try await [first, again, other]
    #expect(cards[0] == cards[1])
    #expect(cards[0] != cards[2])
    #expect(cards[0].count { $0 == UInt8(ascii: "\n") } >= 299)
  }
}
