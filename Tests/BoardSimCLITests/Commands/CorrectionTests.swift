import Foundation
import TestSupport
import Testing

@Suite("boardsim run with a caster on the network")
struct CorrectionTests {
  @Test(
    "the status shows frames by type, station, age, and the fix climbing to rtk-fixed",
    .compares(with: .captures))
  func climbs() async throws {
    let name = "swift__week-rollover-STR17.rtcm3"
    let file = try #require(SharedCaptures.files(withSuffix: name).first).path
    let caster = try await RunningCaster(file: file)
    let board = try await RunningBoard("--ntrip", caster.url(), "--origin", "base")
    #expect(try await board.shows { $0.text("gnss.fix") == "dgnss" })
    #expect(try await board.shows { $0.text("gnss.fix") == "rtk-float" })
    #expect(try await board.shows { $0.text("gnss.fix") == "rtk-fixed" })
    let status = try board.status()
    #expect(status.number("gnss.station_id") == 0)
    #expect(status.number("gnss.correction_age").map { $0 < 5 } == true)
    #expect(status.number("gnss.baseline").map { (900...1500).contains($0) } == true)
    #expect(status.number("ntrip.frames.1006").map { $0 >= 1 } == true)
    #expect(status.number("ntrip.frames.1077").map { $0 >= 3 } == true)
    #expect(status.text("ntrip.state") == "streaming")
    #expect(status.text("ntrip.mountpoint") == "BASE")
  }

  @Test("a password that is wrong is one clear line in the status and on standard error")
  func wrongPassword() async throws {
    let caster = try await RunningCaster("--user", "u", "--password", "right")
    let board = try await RunningBoard("--ntrip", caster.url(user: "u:wrong"))
    #expect(try await board.shows { $0.text("ntrip.state") == "refused" })
    let error = try #require(try board.status().text("ntrip.error"))
    #expect(error.contains("password"))
    #expect(!error.contains("wrong"))
    try await expect(board, toTell: error)
  }

  @Test("a mountpoint nobody has is one clear line in the status and on standard error")
  func unknownMountpoint() async throws {
    let caster = try await RunningCaster()
    let board = try await RunningBoard("--ntrip", caster.url(mountpoint: "NOPE"))
    #expect(try await board.shows { $0.text("ntrip.error") != nil })
    let error = try #require(try board.status().text("ntrip.error"))
    #expect(error.contains("no mountpoint \"NOPE\""))
    try await expect(board, toTell: error)
  }

  @Test("a caster that is not there does not keep the board from serving")
  func noCaster() async throws {
    let board = try await RunningBoard("--ntrip", "ntrip://127.0.0.1:1/X")
    #expect(try await board.shows { $0.text("ntrip.error")?.contains("127.0.0.1:1") == true })
    #expect(try board.status().text("gnss.fix") == "3d")
    #expect(try HTTPAnswer.get("/", port: board.port).text.split(separator: ";").count == 13)
  }

  /// The board says the error once on standard error, and ends cleanly.
  private func expect(_ board: RunningBoard, toTell error: String) async throws {
    // The log is written after the snapshot that the status was made from.
    board.process.terminate()
    let outcome = await board.process.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count { $0.hasSuffix(error) } == 1, "\(outcome.errorLines)")
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
