import BoardFirmware
import BoardSimulation
import Foundation
import GNSSBasics
import GNSSSimulation
import RTCMParser
import TestSupport
import Testing

@testable import VirtualBoard

@Suite("A board behind a modem on a line of 9,600 baud")
struct BoardLineTests {
  /// Three minutes of MSM4 at 0.2 Hz.
  private static let slow = Result {
    var station = BaseStationConfiguration()
    (station.msmKind, station.interval) = (4, .seconds(5))
    return try BaseStationSynthesizer(station).prefix(36).flatMap { try $0.encode() }
  }

  private static func board(
    _ capture: [UInt8], modem: [String] = [], board: [String] = []
  ) throws -> Board {
    var options = BoardOptions()
    (options.sky, options.profile) = (.off, .unoESP8266)
    options.modemFaults = try modem.map { try ModemFault(parsing: $0) }
    options.events = try board.map { BoardEvent(.fault(try BoardFault(parsing: $0)), at: .zero) }
    return try Board(.capture(capture, name: "base"), origin: .base, options: options)
  }

  @Test("MSM4 at 0.2 Hz passes, and the board reaches a fixed position")
  func fixed() throws {
    let board = try Self.board(try Self.slow.get())
    #expect(board.run(until: .rtkFixed, within: .seconds(120)))
    board.run(until: .seconds(145))
    let line = try #require(board.snapshot.line)
    // A position that is sent in the midst of the ephemerides costs some frames.
    #expect(line.framesLost < 12)
    #expect((line.overruns, line.restarts) == (0, 0))
    #expect(line.shortage == nil)
    #expect((1...900).contains(line.wanted))
    let counts = board.snapshot.corrections
    #expect(counts.otherBytes < 1_000)
    // What the caster has sent since the last poll is on its way.
    #expect(board.casterBytes - counts.bytesReceived < 6_000)
  }

  @Test(
    "MSM7 at 1 Hz fills the line: frames are lost, corrections grow old, and the status says so")
  func full() throws {
    let board = try Self.board(try MilanBase.capture)
    board.run(until: .seconds(160))
    let line = try #require(board.snapshot.line)
    #expect(line.wanted > 1_200)
    #expect(line.shortage?.hasPrefix("your line carries 960 of 1,") == true)
    #expect(line.framesLost > 100)
    let received = board.snapshot.corrections.bytesReceived
    #expect((100_000...160 * 960).contains(received))
    #expect(board.casterBytes > received + 20_000)
    #expect(board.get("/api/v1/status").text.contains(#""line":{"baud":9600,"carries":960,"#))
    #expect(board.get("/metrics").text.contains("boardsim_line_capacity_bytes_per_second 960"))
    #expect(board.get("/api/v1/openapi.json").text.contains("components/schemas/Line"))
  }

  @Test("a board without a modem tells of no line")
  func direct() throws {
    let board = try Board(.none, origin: .scenario)
    board.run(until: .seconds(1))
    #expect(board.snapshot.line == nil)
    #expect(!board.get("/api/v1/status").text.contains("\"line\""))
  }

  /// An answer to a phone, with the board time that it took.
  private final class Answer {
    var bytes: [UInt8]?
    var time: Duration?
  }

  private static func ask(_ path: String, of board: Board) -> Answer {
    let (answer, start) = (Answer(), board.now)
    board.visit(HTTPRequest(.get, path)) { [unowned board] bytes in
      answer.bytes = bytes
      answer.time = board.now - start
    }
    return answer
  }

  @Test("an answer takes the time of its bytes at 960 a second, and is the page")
  func page() throws {
    let board = try Self.board(try Self.slow.get())
    board.run(until: .seconds(57))
    for path in ["/", "/api/v1/measurement"] {
      let answer = Self.ask(path, of: board)
      board.run(until: board.now + .seconds(12))
      let bytes = try #require(answer.bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      let body = try #require(text.range(of: "\r\n\r\n")).upperBound
      #expect(text.contains("Content-Length: \(text[body...].utf8.count)\r\n"))
      let time = try #require(answer.time)
      #expect(time > .seconds(1) * bytes.count / 960)
      #expect(time < .seconds(1) * bytes.count / 960 + .seconds(4))
    }
    #expect(board.snapshot.line?.answers == 2)
  }

  @Test("two boards of the same inputs have the same bytes, however their time is cut")
  func repeats() throws {
    let boards = try (0..<2).map { _ in try Self.board(try MilanBase.capture) }
    boards[0].run(until: .seconds(40))
    for step in 1...400 { boards[1].run(until: .milliseconds(100 * step)) }
    #expect(boards[0].snapshot.line == boards[1].snapshot.line)
    #expect(boards[0].get("/api/v1/status") == boards[1].get("/api/v1/status"))
  }

  @Test(
    "the board is well again after a modem's fault",
    arguments: [
      "modem.reset from=20 to=22", "modem.silent from=20 to=32", "modem.garbage from=20 to=25",
    ])
  func modemFaults(fault: String) throws {
    try Self.recovers(try Self.board(try Self.slow.get(), modem: [fault]))
  }

  @Test(
    "the board is well again after a fault of its Wi-Fi",
    arguments: [
      "wifi.busy from=20 to=25", "wifi.close from=20 to=25", "wifi.lost from=20 to=25",
      "caster.dies from=20 to=25",
    ])
  func wifiFaults(fault: String) throws {
    try Self.recovers(try Self.board(try Self.slow.get(), board: [fault]))
  }

  /// Expects that corrections come again, and that a phone is answered.
  private static func recovers(_ board: Board) throws {
    board.run(until: .seconds(75))
    let before = board.snapshot.corrections.frames.total
    board.run(until: .seconds(91))
    #expect(board.snapshot.corrections.frames.total > before + 10)
    let answer = ask("/", of: board)
    board.run(until: .seconds(101))
    #expect(answer.bytes?.isEmpty == false)
  }

  @Test("power that goes ends the connections, and comes back to a board that works")
  func power() throws {
    let board = try Self.board(try Self.slow.get())
    board.run(until: .seconds(40))
    let answer = Self.ask("/", of: board)
    try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(40.05)))
    try board.schedule(BoardEvent(.power(isOn: true), at: .seconds(60)))
    board.run(until: .seconds(50))
    #expect(answer.time != nil)
    #expect(answer.bytes == nil)
    board.run(until: .seconds(110))
    #expect(board.snapshot.corrections.frames.total > 10)
  }
}
