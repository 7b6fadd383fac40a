import BoardFirmware
@testable import BoardHost
import BoardSimulation
import GNSSSimulation
import EventLoop
import NtripCaster
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

/// Returns a client of the caster over TCP, reading by NTRIP version 1.
private func reader(of service: BoardService) throws -> TCPConnection {
  let connection = try TCPConnection(port: try #require(service.casterPort))
  try connection.send("GET /\(BoardService.mountpointName) HTTP/1.0\r\n\r\n")
  _ = try connection.read(14)  // ICY 200 OK and a blank line
  return connection
}

@Suite("The board's caster")
struct BoardCasterTests {
  private static func service(
    _ corrections: BoardService.Corrections = .builtInBase, isWarm: Bool = false
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.corrections = corrections
    configuration.pace = .manual
    configuration.isWarm = isWarm
    configuration.port = 0
    return try BoardService(configuration)
  }

  @Test("a reader from outside gets what is due by board time, as the board's client does")
  func sharesStream() throws {
    let service = try Self.service()
    defer { service.stop() }
    try service.advance("7.5")
    let outside = try reader(of: service)
    try service.advance("30")
    let due = try MilanBase.epochs[8...37].joined()
    #expect(try outside.read(due.count) == Array(due))
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.number("ntrip.bytes") == Double(try MilanBase.epochs[...37].joined().count))
  }

  @Test("a capture begins with the board, whoever reads, and is repeated by board time")
  func sharesCapture() throws {
    let capture = Array(try MilanBase.epochs[..<5].joined())
    let service = try Self.service(.capture(Capture(capture), name: "short"))
    defer { service.stop() }
    try service.advance("2.5")
    let outside = try reader(of: service)
    try service.advance("2")
    let size = try MilanBase.epochs[3...4].joined().count
    #expect(try outside.read(size) == capture.suffix(size))
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.number("ntrip.bytes") == Double(capture.count))
  }

  @Test("readers from outside change nothing of what the board answers")
  func independence() throws {
    let (one, other) = (try Self.service(), try Self.service())
    defer {
      one.stop()
      other.stop()
    }
    let outside = try (0..<3).map { _ in try reader(of: one) }
    try one.advance("5")
    try other.advance("5")
    try outside[0].send(String(repeating: "x", count: 1000))
    let late = try reader(of: one)
    try one.advance("40")
    try other.advance("40")
    #expect(try late.read(1000).count == 1000)
    for path in ["/", "/api/v1/measurement", "/api/v1/status", "/metrics"] {
      #expect(try one.get(path).body == other.get(path).body, "\(path)")
    }
  }

  @Test("the port asked for is the caster's; one in use ends the start with its number")
  func port() throws {
    let first = try Self.service()
    defer { first.stop() }
    let port = try #require(first.casterPort)
    var configuration = BoardService.Configuration()
    configuration.corrections = .builtInBase
    configuration.isWarm = false
    configuration.port = 0
    configuration.casterPort = port
    let error = #expect(throws: SocketServerError.self) { try BoardService(configuration) }
    #expect(error?.description.contains("port \(port)") == true)
  }
}
