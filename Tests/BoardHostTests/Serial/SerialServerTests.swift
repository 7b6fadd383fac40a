import Platform
import TestSupport
import Testing

@testable import BoardHost

@Suite("A serial line on a port", .timeLimit(.minutes(5)))
struct SerialServerTests {
  /// Reads until a number of bytes has come.
  private static func read(_ count: Int, from line: SerialServer) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      all += line.read(atMost: count - all.count)
      try await rest()
    }
    return all
  }

  @Test("clients of a port all hear the line, and all speak on it; some come and go")
  func server() async throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let line = SerialServer(on: socket)
    #expect(line.baud == nil && line.read(atMost: 10) == [])
    line.write([9])
    let first = try TCPConnection(port: port)
    do {
      let second = try TCPConnection(port: port)
      try second.send("AB")
      #expect(try await Self.read(2, from: line) == Array("AB".utf8))
      line.write([1, 2])
      #expect(try first.read(2) == [1, 2] && second.read(2) == [1, 2])
    }
    try first.send("CDE")
    #expect(try await Self.read(2, from: line) == Array("CD".utf8))
    #expect(try await Self.read(1, from: line) == Array("E".utf8))
    line.write([3])
    #expect(try first.read(1) == [3])
  }

  @Test("a ninth client is turned away")
  func many() async throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let line = SerialServer(on: socket)
    let clients = try (0..<8).map { _ in try TCPConnection(port: port) }
    for client in clients { try client.send("x") }
    #expect(try await Self.read(8, from: line).count == 8)
    let ninth = try TCPConnection(port: port)
    _ = line.read(atMost: 1)
    line.write([7])
    #expect(try clients.map { try $0.read(1) } == clients.map { _ in [7] })
    #expect(try ninth.readToEnd() == [])
  }
}
