import HTTPMessages
import Platform
import TestSupport
import Testing

@testable import HTTPServer

@Suite("What a listener's threads share", .timeLimit(.minutes(2)))
struct ListenerCoreTests {
  private let core = ListenerCore(limits: HTTPLimits())

  /// Returns a connection accepted at a socket of its own, which libmicrohttpd has not started yet.
  private func arrival() throws -> (client: TCPConnection, socket: Int32, descriptor: Int32) {
    let listening = try ListeningSocket(host: "127.0.0.1", port: 0)
    let client = try TCPConnection(port: listening.port)
    let socket = listening.handOver()
    core.add(
      HTTPService(
        at: socket, reading: [],
        refusal: { HTTPResponse(status: $0.status, error: $0.error) }, handler: { _ in .end }))
    var descriptor: Int32 = -1
    let arrival = core.accept(from: socket) { connection in
      descriptor = connection.descriptor
      return true
    }
    try #require(arrival == .taken)
    return (client, socket, descriptor)
  }

  @Test("a door that is shut resets who has just come there, and nobody who came elsewhere")
  func shutting() throws {
    let (one, other) = (try arrival(), try arrival())
    defer {
      for descriptor in [one.descriptor, one.socket, other.descriptor, other.socket] {
        TCPSocket.closeDescriptor(descriptor)
      }
    }
    core.shut(one.socket)
    #expect(try one.client.readToEnd() == [] && one.client.isReset)
    TCPSocket.send([65], on: other.descriptor)
    #expect(try other.client.read(1) == [65])
  }
}
