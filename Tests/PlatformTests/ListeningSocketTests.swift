import Platform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Listening sockets")
struct ListeningSocketTests {
  @Test("a free port is found, and told")
  func freePort() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    #expect(socket.port > 0)
  }

  @Test("a port in use is told with what to do about it")
  func portInUse() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let error = #expect(throws: ListenError.self) {
      let second = try ListeningSocket(host: "127.0.0.1", port: port)
      _ = second.port
    }
    #expect(error == ListenError(host: "127.0.0.1", port: port, code: EADDRINUSE))
    #expect(error?.description.contains("port \(port) on 127.0.0.1 is in use") == true)
    #expect(error?.description.contains("port 0") == true)
  }

  @Test(
    "a host that is nobody, or somebody else, is named",
    arguments: ["no.such.host.invalid", "192.0.2.1"])
  func foreignHost(host: String) throws {
    let error = #expect(throws: ListenError.self) {
      let socket = try ListeningSocket(host: host, port: 0)
      _ = socket.port
    }
    #expect(error?.description.contains(host) == true)
  }
}

@Suite("Threads and pipes")
struct BackgroundThreadTests {
  @Test("a thread waits on a pipe until it is woken, and can be joined")
  func waking() throws {
    let wakeUp = Waiting()
    let thread = try #require(BackgroundThread { wakeUp.wait() })
    #expect(!thread.isCurrent)
    wakeUp.pipe.wake()
    thread.join()
    wakeUp.pipe.drain()
  }

  private final class Waiting: Sendable {
    let pipe = WakeUpPipe()

    func wait() {
      var entry = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
    }
  }
}
