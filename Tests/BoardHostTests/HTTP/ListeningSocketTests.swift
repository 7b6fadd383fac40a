import BoardFirmware
@testable import BoardHost
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Opening a port")
struct ListeningSocketTests {
  @Test("a port in use is told with what to do about it")
  func portInUse() throws {
    let server = try ServedSnapshot()
    let error = #expect(throws: ListenError.self) {
      _ = try HTTPListener(host: "127.0.0.1", port: server.port) { _ in anyPage }
    }
    #expect(error?.code == EADDRINUSE)
    #expect(error?.port == server.port)
    #expect(error?.description.contains("port \(server.port) on 127.0.0.1 is in use") == true)
    #expect(error?.description.contains("--port 0") == true)
  }

  @Test(
    "a host that is nobody, or somebody else, is named",
    arguments: ["no.such.host.invalid", "192.0.2.1"])
  func foreignHost(host: String) throws {
    let error = #expect(throws: ListenError.self) {
      _ = try HTTPListener(host: host, port: 0) { _ in anyPage }
    }
    #expect(error?.description.contains(host) == true)
  }

  @Test("a port is free again as soon as the listener has stopped")
  func stopping() throws {
    let server = try ServedSnapshot()
    #expect(try HTTPAnswer.get("/", port: server.port).status == 200)
    server.listener.stop()
    server.listener.stop()
    #expect(throws: TCPError.self) { try TCPConnection(port: server.port) }
    let next = try HTTPListener(host: "127.0.0.1", port: server.port) { _ in anyPage }
    #expect(next.port == server.port)
  }

  private var anyPage: PreparedAnswer {
    PreparedAnswer(DataAnswer(status: 500, headers: [], body: []))
  }
}
