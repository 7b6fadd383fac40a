import Foundation
import GNSSBasics
import NMEA
import RTCMStreams
import EventLoop
import NtripCaster
import NtripMemory
import NtripProtocol
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Serving over TCP")
struct NtripCasterServerTests {
  @Test("a client gets the head, the whole capture, and the end")
  func servesCapture() throws {
    let bytes = try capture(epochs: 50)
    let server = try serve(bytes, speed: 1000)
    #expect(server.openSockets == 0)
    let client = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(client.readToEnd() == headVersion1 + bytes)
    #expect(server.hasEnded)
    #expect(server.snapshot.byteCount == bytes.count)
  }

  @Test("a request byte by byte is a request")
  func takesPieces() throws {
    let server = try serve(try capture(epochs: 2), mode: .looping)
    let client = try TestSocket(port: server.port)
    for byte in requestVersion1.unicodeScalars { client.say(String(byte)) }
    #expect(client.read(headVersion1.count) == headVersion1)
    #expect(server.snapshot.connections.map(\.mountpoint) == ["M"])
  }

  @Test("a refusal arrives whole, though the client goes on sending")
  func refusesWhole() throws {
    let server = try serve(try capture(epochs: 2), password: "secret")
    let client = try TestSocket(
      port: server.port, saying: requestVersion1 + String(repeating: "x", count: 100_000))
    let answer = String(decoding: client.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.0 401 Unauthorized\r\n"))
    #expect(answer.hasSuffix("send Authorization: Basic\r\n"))
    #expect(!answer.contains("secret"))
  }

  @Test("a port in use is told as that, with what to do")
  func tellsPortInUse() throws {
    let server = try serve([])
    let port = server.port
    let error = #expect(throws: SocketServerError.self) {
      try NtripCasterServer(port: port, caster: Caster([]))
    }
    #expect(
      error?.description
        == "port \(port) on 127.0.0.1 is in use; stop the other program, "
        + "or take port 0 for a free one")
  }

  @Test(
    "a host that is not this machine is told as that", arguments: ["192.0.2.1", "no such host"])
  func tellsUnknownHost(host: String) {
    let error = #expect(throws: SocketServerError.self) {
      try NtripCasterServer(host: host, port: 0, caster: Caster([]))
    }
    #expect(error?.description.contains("'\(host)' is no address of this machine") == true)
  }

  @Test(
    "stopping ends the streams and frees the port, more than once does nothing",
    .timeLimit(.minutes(5)))
  func stops() throws {
    let held = try HeldPort()
    let server = try serve(try capture(epochs: 3), on: held.port, mode: .looping)
    let client = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(client.read(headVersion1.count) == headVersion1)
    server.stop()
    server.stop()
    _ = client.readToEnd()
    TCPConnection.waitForRefusal(at: held.port)
    let next = try NtripCasterServer(port: held.port, caster: Caster([]))
    #expect(next.port == held.port)
  }

  @Test(
    "a client who has gone is forgotten, and its socket given back", .timeLimit(.minutes(5)))
  func forgetsClients() throws {
    let server = try serve(try capture(epochs: 2), mode: .looping)
    var gone: TestSocket? = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(gone?.read(headVersion1.count) == headVersion1)
    #expect((server.openSockets, server.snapshot.connections.count) == (1, 1))
    gone = nil
    // The end of the connection is noticed with the next client at the latest. For a moment, a process
    // started by another test may still hold the socket.
    repeat {
      let refused = try TestSocket(port: server.port, saying: "GET /X HTTP/1.1\r\n\r\n")
      #expect(!refused.readToEnd().isEmpty)
    } while !server.snapshot.connections.isEmpty
    #expect(server.openSockets <= 2, "only those of the two that were refused")
    server.stop()
    #expect(server.openSockets == 0)
  }

  #if os(Linux)
    @Test("without descriptors there is no server, and that is told")
    func needsDescriptors() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.leave(0)
        let error = #expect(throws: SocketServerError.self) {
          try NtripCasterServer(port: 0, caster: Caster([]))
        }
        try #require(error == .outOfResources(function: "pipe"))
        try #require(error?.description.contains("ulimit -n") == true)
      }
    }

    @Test(
      "where descriptors run out, the server goes on, and serves again when clients have gone",
      .timeLimit(.minutes(5)))
    func outlastsExhaustion() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.leave(24)
        let server = try NtripCasterServer(
          port: 0, caster: Caster([Mountpoint(name: "M", capture: [])]))
        var clients: [TestSocket] = []
        while let client = try? TestSocket(port: server.port, saying: requestVersion1) {
          clients.append(client)
        }
        try #require(clients.count > 4)
        // A client waits for a descriptor, is told that there is no room, before its request was read (HTTP/1.1) or
        // after, or has made room for another: the clients, which are of this process too, take descriptors meanwhile.
        clients.removeFirst(clients.count / 2 + 1)
        for client in clients {
          let answer = client.read(headVersion1.count)
          try #require(
            answer == headVersion1 || answer.isEmpty
              || answer.starts(with: "HTTP/1.1 503".utf8)
              || answer.starts(with: "HTTP/1.0 503".utf8))
        }
        clients = []
        var head: [UInt8]?
        while head != headVersion1 {
          let client = try? TestSocket(port: server.port, saying: requestVersion1)
          head = client?.read(headVersion1.count)
        }
      }
    }

    @Test("a server that waits for a descriptor takes no processor time")
    func waitsQuietlyForDescriptors() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.closeInherited()
        let bytes = try capture(epochs: 100)
        let server = try serve(bytes, speed: 4, mode: .looping)
        var reader: TestSocket? = try TestSocket(port: server.port, saying: requestVersion1)
        let head = headVersion1.count + bytes.count / 100
        try #require(reader?.read(head).count == head)
        try ScarceDescriptors.leave(1)
        // The system's libraries may use the descriptor for a moment.
        var waiting: TestSocket?
        while waiting == nil {
          waiting = try? TestSocket(port: server.port, saying: requestVersion1)
        }
        let start = clock()
        let count = bytes.count / 100 * 4
        try #require(reader?.read(count).count == count)
        // Processor time in microseconds: a small part of most of a second.
        try #require(clock() - start < 100_000)
        reader = nil
        try #require(waiting?.read(headVersion1.count) == headVersion1)
      }
    }

    @Test("the last descriptors are left to others than clients")
    func leavesDescriptors() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.leave(200)
        let server = try serve(try capture(epochs: 2), mode: .looping)
        var clients: [TestSocket] = []
        repeat {
          clients.append(try TestSocket(port: server.port, saying: requestVersion1))
          let others = (0..<4).map { _ in open("/dev/null", O_RDONLY) }
          try #require(others.allSatisfy { $0 >= 0 })
          for descriptor in others { close(descriptor) }
        } while clients.last?.read(headVersion1.count) == headVersion1
        try #require(clients.count > 50)
        let answer = String(decoding: clients.last?.readToEnd() ?? [], as: UTF8.self)
        try #require(answer.contains("too many connections"))
      }
    }
  #endif

  @Test("an address that opens connections without end is closed at once, and keeps those it has")
  func limitsAddresses() throws {
    var caster = Caster([Mountpoint(name: "M", capture: try capture(epochs: 2))])
    caster.limits.connectionsPerAddress = 2
    let server = try NtripCasterServer(port: 0, caster: caster)
    let reader = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(reader.read(headVersion1.count) == headVersion1)
    let silent = try (0..<3).map { _ in try TestSocket(port: server.port) }
    for _ in 0..<20 { #expect(try TestSocket(port: server.port).readToEnd().isEmpty) }
    #expect(server.openSockets == 4)
    withExtendedLifetime((reader, silent)) {}
  }

  @Test("a server that lets nobody fall behind serves who does not")
  func needsNoBacklog() throws {
    let server = try serve([], backlogLimit: 0)
    let client = try TestSocket(port: server.port, saying: "GET /X HTTP/1.1\r\n\r\n")
    #expect(!client.readToEnd().isEmpty)
  }

  @Test("a client is given time to take what was said last")
  func lingers() throws {
    let bytes = try capture(epochs: 60, payloadSize: 1000)
    let mountpoint = Mountpoint(name: "M", capture: bytes, mode: .once)
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    let server = try NtripCasterServer(port: 0, caster: caster, backlogLimit: 1 << 20)
    let client = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(client.read(headVersion1.count) == headVersion1)
    caster.advance(to: .seconds(60))
    #expect(client.readToEnd() == bytes)
  }

  @Test("a client that has been told everything and does not close is given up after a while")
  func givesUpLingerers() throws {
    let server = try serve(try capture(epochs: 2), speed: 10, mode: .looping)
    let reader = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(reader.read(headVersion1.count) == headVersion1)
    let refused = try TestSocket(port: server.port, saying: "GET /X HTTP/1.1\r\n\r\n")
    #expect(!refused.readToEnd().isEmpty)
    // The epochs serve as the clock.
    while server.openSockets > 1, !reader.read(frameLength(payloadSize: 100)).isEmpty {}
    #expect(server.openSockets == 1)
    withExtendedLifetime(refused) {}
  }

  @Test("a reader that is stuck is cut off, and hurts nobody")
  func cutsStuckReaders() throws {
    // The limit is two seconds of the stream, so that a busy machine cuts off no active reader.
    let bytes = try capture(epochs: 1000, payloadSize: 1000)
    let server = try serve(bytes, speed: 400, mode: .looping, backlogLimit: 800_000)
    let stuck = try TestSocket(port: server.port, saying: requestVersion1, receiveBuffer: 4096)
    #expect(stuck.read(headVersion1.count) == headVersion1)
    let healthy = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(healthy.read(headVersion1.count) == headVersion1)
    let stream = healthy.read(1200 * frameLength(payloadSize: 1000))
    #expect(epochTimes(stream, payloadSize: 1000).count == 1200)
    #expect(stuck.readToEnd().count < stream.count)
    #expect(server.snapshot.connections.count == 1)
  }

  @Test("a reader that floods the caster with positions takes nobody's time or stream")
  func survivesFloods() async throws {
    let server = try serve(try capture(epochs: 100), speed: 200, mode: .looping)
    let (port, flag) = (server.port, Flag())
    let thread = Thread {
      let gga = GGASentence(position: GeodeticPosition(latitude: 45.5, longitude: 9, height: 0))
      let flood = Array([[UInt8]](repeating: gga.encode() + [13, 10], count: 1000).joined())
      let flooder = try? TestSocket(port: port, saying: requestVersion1)
      while !flag.isUp.load(ordering: .relaxed) { flooder?.say(flood) }
    }
    thread.start()
    defer { flag.isUp.store(true, ordering: .relaxed) }
    while server.snapshot.connections.first?.position == nil { try await rest() }
    let reader = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(reader.read(headVersion1.count) == headVersion1)
    let times = epochTimes(reader.read(200 * frameLength(payloadSize: 100)), payloadSize: 100)
    #expect(times.count == 200)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 == $0 + 1000 })
  }

  @Test("two hundred clients hold, and each gets whole frames of the same stream")
  func holdsManyClients() throws {
    // Clients are read one after the other, so the last one may be far behind on a busy machine.
    let server = try serve(
      try capture(epochs: 400), speed: 400, mode: .looping, backlogLimit: 1 << 26)
    let clients = try (0..<200).map { _ in
      try TestSocket(port: server.port, saying: requestVersion1)
    }
    for client in clients {
      #expect(client.read(headVersion1.count) == headVersion1)
      let times = epochTimes(client.read(150 * frameLength(payloadSize: 100)), payloadSize: 100)
      #expect(times.count == 150)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 == $0 + 1000 })
    }
    #expect(server.snapshot.connections.count == 200)
    // Keeps the clients until here: released ones would be closed.
    withExtendedLifetime(clients) {}
  }
}

/// A flag that tells a thread that the test has ended.
private final class Flag: Sendable {
  let isUp = Atomic(false)
}

/// Returns the length of a frame.
private func frameLength(payloadSize: Int) -> Int { payloadSize + 6 }

/// Returns the times of the epochs of ``capture(epochs:payloadSize:)``; empty when the bytes are not whole
/// frames.
private func epochTimes(_ bytes: [UInt8], payloadSize: Int) -> [UInt32] {
  guard isWholeFrames(bytes) else { return [] }
  return stride(from: 0, to: bytes.count, by: frameLength(payloadSize: payloadSize)).map { start in
    let field = bytes[(start + 6)..<(start + 10)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return field >> 2
  }
}
