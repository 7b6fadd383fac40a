import Platform
import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A listener on this machine")
struct ListenerTests {
  @Test("hands on who comes, in a socket that never waits and that no program inherits")
  func accepts() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let listener = try Listener(on: base, host: "127.0.0.1", port: 0)
    let client = try TCPConnection(port: listener.port)
    var taken: Int32 = -1
    listener.onAccept = {
      taken = $0
      base.stop()
    }
    base.run(onTimer: {}, onWake: {})
    defer { close(taken) }
    #expect(fcntl(taken, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(taken, F_GETFL) & O_NONBLOCK != 0)
    TCPSocket.send([1, 2, 3], on: taken)
    #expect(try client.read(3) == [1, 2, 3])
  }

  @Test("takes everybody of a crowd that came before it looked")
  func takesCrowd() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let listener = try Listener(on: base, host: "127.0.0.1", port: 0)
    let clients = try (0..<20).map { _ in try TCPConnection(port: listener.port) }
    var count = 0
    listener.onAccept = {
      close($0)
      count += 1
      if count == clients.count { base.stop() }
    }
    base.run(onTimer: {}, onWake: {})
    for client in clients { #expect(try client.readToEnd() == []) }
  }

  @Test("a place that is taken cannot be listened on, and is free when the listener has gone")
  func freesPort() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    var listener: Listener? = try Listener(on: base, host: "127.0.0.1", port: 0)
    let port = try #require(listener?.port)
    #expect(throws: SocketServerError.self) {
      _ = try Listener(on: base, host: "127.0.0.1", port: port)
    }
    let waiting = try TCPConnection(port: port)
    listener = nil
    #expect(listener == nil)
    // The connection was never accepted, and the system closes it with the listening socket.
    #expect(try waiting.isEnded(within: .seconds(50)))
  }

  #if os(Linux)
    @Test("where no descriptor is left, that is told, and who waits is taken once there is one")
    func outlastsExhaustion() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.closeInherited()
        let pipe = WakeUpPipe()
        let base = try EventBase(wokenBy: pipe.descriptor)
        let listener = try Listener(on: base, host: "127.0.0.1", port: 0)
        let client = try TCPConnection(port: listener.port)
        var (events, rounds) = ([String](), 0)
        listener.onAccept = {
          events.append("accepted")
          close($0)
        }
        listener.onExhaustion = {
          events.append("exhausted")
          listener.pause()
          rounds = 0
        }
        try ScarceDescriptors.leave(0, raisableBy: 10)
        pipe.wake()
        // The pipe is never read, so the loop wakes up in every round.
        func run(until count: Int) {
          rounds = 0
          base.run(onTimer: {}) {
            rounds += 1
            if rounds >= (events.count >= count ? 100 : 1_000_000) { base.stop() }
          }
        }
        run(until: 1)
        try #require(events == ["exhausted"], "paused, it tries no more")
        DescriptorLimit.raise()
        listener.resume()
        run(until: 2)
        try #require(events == ["exhausted", "accepted"])
        try #require(try client.readToEnd() == [])
      }
    }
  #endif
}
