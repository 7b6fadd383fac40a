import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("boardsim run with a caster on the network")
struct CorrectionTests {
  @Test("the status shows frames by type, station, age and distance as soon as they are used")
  func usesCorrections() async throws {
    let caster = try await RunningCaster()
    let board = try await RunningBoard("--ntrip", caster.url(), "--origin", "base")
    _ = try await board.tells("dgnss")
    let status = try board.status()
    #expect(status.number("gnss.station_id") == 1)
    #expect(status.number("gnss.correction_age") != nil)
    #expect(status.number("gnss.baseline").map { (900...1500).contains($0) } == true)
    #expect(status.number("ntrip.frames.1006").map { $0 >= 1 } == true)
    #expect(status.number("ntrip.frames.1077").map { $0 >= 1 } == true)
    #expect(status.text("ntrip.state") == "streaming")
    #expect(status.text("ntrip.mountpoint") == "BASE")
  }

  @Test("a password that is wrong is one clear line in the status and on standard error")
  func wrongPassword() async throws {
    let caster = try await RunningCaster("--user", "u", "--password", "right")
    let board = try await RunningBoard("--ntrip", caster.url(user: "u:wrong"))
    let line = try await board.tells("corrections refused: ")
    let error = try await expectInStatus(of: board, toldAs: line)
    #expect(error.contains("password"))
    #expect(!error.contains("wrong"))
  }

  @Test("a mountpoint nobody has is one clear line in the status and on standard error")
  func unknownMountpoint() async throws {
    let caster = try await RunningCaster()
    let board = try await RunningBoard("--ntrip", caster.url(mountpoint: "NOPE"))
    let line = try await board.tells("no mountpoint")
    #expect(try await expectInStatus(of: board, toldAs: line).contains("no mountpoint \"NOPE\""))
  }

  @Test("a caster that is not there does not keep the board from serving")
  func noCaster() async throws {
    let board = try await RunningBoard("--ntrip", "ntrip://127.0.0.1:1/X")
    _ = try await board.tells("127.0.0.1:1")
    let status = try board.status()
    #expect(status.text("ntrip.error")?.contains("127.0.0.1:1") == true)
    #expect(status.text("gnss.fix") == "3d")
    #expect(try HTTPAnswer.get("/", port: board.port).text.split(separator: ";").count == 13)
  }

  @Test("a caster that was dead is found again by itself, while the board serves")
  func casterRevives() async throws {
    let attempts = Atomic<Int>(0)
    let capture = try MilanBase.capture
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      // Each of the first two attempts sends a request in both NTRIP versions.
      let isDead = attempts.add(1, ordering: .relaxed).newValue <= 4
      guard !isDead, request.hasPrefix("GET /BASE ") else { return connection.close() }
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + capture.prefix(20_000))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let board = try await RunningBoard("--ntrip", "ntrip://127.0.0.1:\(caster.port)/BASE")
    let line = try await board.tells("corrections waiting: ")
    #expect(line.contains("closed without an answer"))
    #expect(try HTTPAnswer.get("/", port: board.port).status == 200)
    _ = try await board.tells("corrections streaming")
    board.process.terminate()
    #expect(await board.process.end().status == 0)
  }

  /// Expects a reported error in the status and not again on standard error, and returns the error.
  private func expectInStatus(of board: RunningBoard, toldAs line: String) async throws -> String {
    let error = try #require(try board.status().text("ntrip.error"))
    #expect(line.hasSuffix(": \(error)"))
    board.process.terminate()
    let outcome = await board.process.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.allSatisfy { !$0.contains(error) }, "\(outcome.errorLines)")
    return error
  }

  @Test("with an origin beside a base that cannot be asked, the board serves and says why")
  func unknownOrigin() async throws {
    let board = try await RunningBoard("--ntrip", "ntrip://127.0.0.1:1/X", "--origin", "base")
    #expect(try HTTPAnswer.get("/", port: board.port).status == 200)
    var lines: [String] = []
    while let line = await board.process.nextErrorLine() {
      lines.append(line)
      if line.contains("corrections waiting: ") { break }
    }
    #expect(lines.contains { $0.contains("none: waiting for message 1005 or 1006 of ntrip://127") })
    #expect(lines.last?.contains("127.0.0.1:1 is not running") == true)
    board.process.terminate()
    #expect(await board.process.end().status == 0)
  }
}
