import NtripCaster
import NtripClient
import NtripMemory
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

@Suite("Misbehaving over TCP", .timeLimit(.minutes(5)))
struct FaultTests {
  private static func server(_ faults: String..., speed: Double = 100) throws -> (
    NtripCasterServer, bytes: [UInt8]
  ) {
    let bytes = try capture(epochs: 20)
    var core = Caster([Mountpoint(name: "M", capture: bytes, mode: .once)])
    core.speed = speed
    let caster = SharedCaster(core, isDriven: false)
    caster.setFaults(try faults.map { text in try CasterFault(parsing: text) })
    return (try NtripCasterServer(port: 0, caster: caster), bytes)
  }

  @Test("a connection that is reset has got so many bytes and RST, not the end")
  func resets() throws {
    let (server, bytes) = try Self.server("reset bytes=500")
    let client = try TCPConnection(port: server.port)
    try client.send(requestVersion1)
    #expect(try client.readToEnd() == headVersion1 + bytes.prefix(500))
    #expect(client.isReset)
    server.stop()
    #expect(server.openSockets == 0)
  }

  @Test("one that is reset at once has got nothing")
  func resetsAtOnce() throws {
    let (server, _) = try Self.server("reset")
    let client = try TCPConnection(port: server.port)
    try client.send(requestVersion1)
    #expect(try client.readToEnd().isEmpty)
    #expect(client.isReset)
  }

  @Test("one that is refused or cut has got the end", arguments: ["401", "cut-chunk", "dies"])
  func closes(fault: String) throws {
    let (server, _) = try Self.server(fault)
    let client = try TCPConnection(port: server.port)
    try client.send(requestVersion1)
    let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
    #expect(!client.isReset)
    let expected = ["401": "HTTP/1.0 401 Unauthorized\r\n", "cut-chunk": "ICY", "dies": ""]
    #expect(answer.hasPrefix(try #require(expected[fault])))
  }

  @Test(
    "drips and odd chunks bring the whole stream all the same",
    arguments: [
      "drip rate=100000", "chunks", "headers", "line-feeds", "no-blank-line", "ok",
    ])
  func streams(fault: String) async throws {
    let (server, bytes) = try Self.server(fault)
    let url = NtripURL(host: "127.0.0.1", port: Int(server.port), mountpoint: "M")
    var got: [UInt8] = []
    do {
      for try await element in NtripStream(from: url, retry: nil) {
        if case .data(let more) = element { got += more }
      }
    } catch {
      #expect(error.cause == .closed)
    }
    #expect(got == bytes)
  }

  @Test("faults that come while it serves strike those who read already")
  func changes() throws {
    let core = Caster([Mountpoint(name: "M", capture: try capture(epochs: 20), mode: .looping)])
    let caster = SharedCaster(core, isDriven: false)
    let server = try NtripCasterServer(port: 0, caster: caster)
    let client = try TCPConnection(port: server.port)
    try client.send(requestVersion1)
    #expect(try client.read(headVersion1.count) == headVersion1)
    caster.setFaults([CasterFault(.dies)])
    _ = try client.readToEnd()
    #expect(!client.isReset)
    #expect(caster.snapshot.connections.isEmpty)
  }
}
