import TestSupport
import Testing

@Suite("boardsim check")
struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "our own board is what the apps expect, in every dialect",
    arguments: ["moqa", "air-quality", "legacy-html"])
  func ourBoard(dialect: String) async throws {
    let board = try await RunningBoard("--speed", "manual", "--dialect", dialect)
    let outcome = try await boardsim(
      "check", "http://127.0.0.1:\(board.port)", "--dialect", dialect, "--interval", "0.001",
      "--polls", "20", "--json")
    #expect(outcome.status == 0)
    let report = try JSONDocument(outcome.text)
    #expect(report.text("dialect") == dialect)
    // The clock stands still, and the original firmware's page is full after 14 requests.
    #expect(["ok", "warn"].contains(report.text("verdict")))
  }

  @Test("each finding is a line, and a test case; a failure ends with 1")
  func failing() async throws {
    let board = try await RunningBoard("--speed", "manual", "--dialect", "legacy-html")
    let junit = try folder.write(Array("of an earlier run".utf8), to: "board.xml")
    let outcome = try await boardsim(
      "check", "127.0.0.1:\(board.port)", "--interval", "0.001", "--polls", "2", "-q", "--junit",
      junit)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines == ["boardsim: 1 of 22 checks failed"])
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 23)
    #expect(lines.contains { $0.hasPrefix("fail  fields ") })
    #expect(try folder.text(of: "board.xml").contains("<testsuites tests=\"22\" failures=\"1\""))
  }

  @Test("a board that is not there is told with what to try")
  func nobody() async throws {
    let outcome = try await boardsim("check", "http://127.0.0.1:1", "-q")
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("fail  reachable  127.0.0.1:1: the connection was refused"))
    #expect(outcome.text.contains("boardsim run"))
  }

  @Test("a check that is interrupted ends with 143 and no report, and its JUnit file says so")
  func interrupted() async throws {
    let board = try await RunningBoard("--speed", "manual")
    let junit = try folder.write([], to: "board.xml")
    let check = try BoardSimProcess([
      "check", "http://127.0.0.1:\(board.port)", "--interval", "0.001", "--watch", "3600",
      "--junit", junit,
    ])
    while let line = await check.nextErrorLine(), !line.contains("switch the board off") {}
    check.terminate()
    let outcome = await check.end()
    #expect(outcome.status == 143)
    #expect(outcome.output.isEmpty)
    #expect(try folder.text(of: "board.xml").contains("errors=\"1\""))
  }
}

@Suite("boardsim wait")
struct WaitTests {
  @Test("a board that serves is ready, with the fix that was asked for or a better one")
  func ready() async throws {
    let board = try await RunningBoard("--speed", "manual")
    let url = "http://127.0.0.1:\(board.port)"
    let served = try await boardsim("wait", url)
    #expect(served.status == 0)
    #expect(served.text.hasPrefix("ready: \(url)/ rtk-fixed"))
    let fixed = try await boardsim("wait", url, "--fix", "rtk-float", "--json")
    #expect(fixed.status == 0)
    let report = try JSONDocument(fixed.text)
    #expect(report["ready"] as? Bool == true)
    #expect(report.text("fix") == "rtk-fixed")
    #expect(report.number("board_time").map { $0 >= 120 } == true)
  }

  @Test("a fix that does not come, and a board that is not there, end with 1 and the reason")
  func late() async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    let outcome = try await boardsim(
      "wait", "http://127.0.0.1:\(board.port)", "--fix", "rtk-fixed", "--timeout", "0.01", "--json",
      "-q")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("no rtk-fixed after 0.01 s: ") == true)
    #expect(try JSONDocument(outcome.text)["ready"] as? Bool == false)
    let nobody = try await boardsim("wait", "http://127.0.0.1:1", "--timeout", "0.01")
    #expect(nobody.status == 1)
  }

  @Test("what it waits for is told while it does")
  func tellsReason() async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    let url = "http://127.0.0.1:\(board.port)"
    let patient = try BoardSimProcess(["wait", url, "--fix", "rtk-fixed", "--timeout", "3600"])
    #expect(await patient.nextErrorLine()?.hasPrefix("waiting for \(url)/: 3d") == true)
    let nobody = try BoardSimProcess(["wait", "http://127.0.0.1:1", "--timeout", "3600"])
    #expect(
      await nobody.nextErrorLine()
        == "waiting for http://127.0.0.1:1/: the connection was refused")
  }

  @Test("a wait that is interrupted ends with 143")
  func interrupted() async throws {
    let wait = try BoardSimProcess(["wait", "http://127.0.0.1:1", "--timeout", "3600"])
    _ = await wait.nextErrorLine()
    wait.terminate()
    #expect(await wait.end().status == 143)
  }
}

@Suite("boardsim doctor")
struct DoctorCommandTests {
  @Test("what it finds is told in lines and as JSON")
  func findings() async throws {
    let outcome = try await boardsim("doctor")
    #expect(outcome.status == 0)
    for name in ["port-3000", "port-2101", "libraries", "phone", "card", "pyrtcm"] {
      #expect(outcome.text.contains("  \(name) "))
    }
    let report = try JSONDocument(try await boardsim("doctor", "--json").text)
    #expect(["ok", "warn"].contains(report.text("verdict")))
  }

  @Test("a card folder that cannot be written ends with 1")
  func card() async throws {
    let file = try TemporaryFolder()
    let outcome = try await boardsim("doctor", "--card", try file.write([], to: "file"))
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("\nfail  card "))
  }
}
