import CEvent
import Platform
import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
  import Glibc
#endif

@Suite("One client's socket")
struct PeerTests {
  /// Returns a pair of connected sockets; a peer is to own the first one.
  private static func socketPair() throws -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  /// Returns the value of a socket option.
  private static func option(_ option: Int32, _ level: Int32, of descriptor: Int32) -> Int32 {
    var (value, size) = (Int32(-1), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, level, option, &value, &size)
    return value
  }

  @Test("reads what comes, drops what comes after its end, and tells when the client has gone")
  func followsClient() throws {
    let ends = try Self.socketPair()
    let wake = try Self.socketPair()
    let base = try EventBase(wokenBy: wake.ours)
    var (received, isOver): ([UInt8], Bool) = ([], false)
    let peer = try #require(
      Peer(
        ends.ours, on: base,
        onData: { peer in
          received += peer.read()
          if received == [1, 2] {
            peer.finish()
            send(ends.theirs, [3, 4] as [UInt8], 2, 0)
            close(ends.theirs)
          }
        },
        onEnd: {
          isOver = true
          base.stop()
        }))
    send(ends.theirs, [1, 2] as [UInt8], 2, 0)
    base.run(onTimer: {}, onWake: {})
    #expect(received == [1, 2])
    #expect(isOver && peer.isClosing)
    #expect(peer.read().isEmpty)
    for descriptor in [wake.ours, wake.theirs] { close(descriptor) }
  }

  @Test("goes on talking once all has been sent")
  func talks() throws {
    let ends = try Self.socketPair()
    defer { close(ends.theirs) }
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let peer = try #require(
      Peer(ends.ours, on: base, onData: { $0.send($0.read()) }, onEnd: {}))
    var (answers, rounds, byte): ([UInt8], Int, UInt8) = ([], 0, 1)
    send(ends.theirs, &byte, 1, 0)
    pipe.wake()
    base.run(onTimer: {}) {
      // Unread bytes wake the loop again at once.
      rounds += 1
      if recv(ends.theirs, &byte, 1, Int32(MSG_DONTWAIT)) == 1 {
        answers.append(byte)
        byte += 1
        send(ends.theirs, &byte, 1, Int32(MSG_NOSIGNAL))
      }
      if answers.count == 3 || rounds == 10_000 { base.stop() }
    }
    #expect(answers == [1, 2, 3])
    withExtendedLifetime(peer) {}
  }

  @Test("what is sent goes before the loop runs, which tells when the client is gone")
  func sendsAtOnce() throws {
    let (ends, wake) = (try Self.socketPair(), try Self.socketPair())
    let base = try EventBase(wokenBy: wake.ours)
    var isOver = false
    let peer = try #require(
      Peer(
        ends.ours, on: base, onData: { _ in },
        onEnd: {
          isOver = true
          base.stop()
        }))
    peer.send([1, 2])
    var bytes: [UInt8] = [0, 0, 0]
    #expect(recv(ends.theirs, &bytes, 3, Int32(MSG_DONTWAIT)) == 2 && bytes == [1, 2, 0])
    #expect(peer.backlog == 0 && peer.takenCount == 2)
    close(ends.theirs)
    base.run(onTimer: {}, onWake: {})
    #expect(isOver)
    for descriptor in [wake.ours, wake.theirs] { close(descriptor) }
  }

  @Test("where the system takes nothing all waits, and what follows waits behind it")
  func waits() throws {
    let ends = try Self.socketPair()
    defer { close(ends.theirs) }
    var (bytes, taken) = ([UInt8](repeating: 7, count: 1 << 16), 0)
    for size in [bytes.count, 1] {
      var count = 1
      while count > 0 {
        count = send(ends.ours, bytes, size, Int32(MSG_DONTWAIT))
        taken += max(count, 0)
      }
    }
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let peer = try #require(Peer(ends.ours, on: base, onData: { _ in }, onEnd: {}))
    peer.send([8])
    #expect(peer.backlog == 1)
    while taken > 0 { taken -= recv(ends.theirs, &bytes, min(taken, bytes.count), 0) }
    peer.send([9])
    #expect(peer.backlog == 2 && peer.takenCount == 0)
  }

  @Test("sends everything before it closes its end")
  func sendsAll() throws {
    let ends = try Self.socketPair()
    let wake = try Self.socketPair()
    let base = try EventBase(wokenBy: wake.ours)
    let peer = try #require(
      Peer(ends.ours, on: base, onData: { _ in }, onEnd: {}))
    let much = [UInt8](repeating: 7, count: 999_999)
    peer.send(much)
    let backlog = peer.backlog
    #expect((1..<much.count).contains(backlog), "the system takes some, and the rest waits")
    let theirs = ends.theirs
    var first = [UInt8](repeating: 0, count: 65_536)
    let early = recv(theirs, &first, first.count, 0)
    #expect(early > 0, "the system takes more again")
    peer.send([8])
    #expect(peer.backlog == backlog + 1, "behind what waits")
    peer.finish()
    let reader = try #require(
      BackgroundThread {
        var (count, got) = (early, 1)
        var (piece, last) = ([UInt8](repeating: 0, count: 65_536), UInt8(0))
        while got > 0 {
          got = recv(theirs, &piece, piece.count, 0)
          if got > 0 { last = piece[got - 1] }
          count += max(got, 0)
        }
        send(wake.theirs, [UInt8(count == much.count + 1 && last == 8 ? 1 : 0)], 1, 0)
      })
    var isWhole: UInt8 = 0
    base.run(onTimer: {}) {
      recv(wake.ours, &isWhole, 1, 0)
      base.stop()
    }
    reader.join()
    #expect(isWhole == 1)
    #expect(peer.backlog == 0)
    for descriptor in [ends.theirs, wake.ours, wake.theirs] { close(descriptor) }
  }

  #if os(Linux)
    @Test("sends at once, and lets the system hold little")
    func tunes() throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let wake = try Self.socketPair()
      let base = try EventBase(wokenBy: wake.ours)
      let peer = try #require(
        Peer(
          descriptor, on: base, onData: { _ in }, onEnd: {}))
      #expect(Self.option(TCP_NODELAY, Int32(IPPROTO_TCP), of: descriptor) == 1)
      // Linux doubles the requested size.
      #expect(Self.option(SO_SNDBUF, SOL_SOCKET, of: descriptor) == 131_072)
      withExtendedLifetime(peer) {}
      for descriptor in [wake.ours, wake.theirs] { close(descriptor) }
    }
  #endif

  #if os(Linux)
    @Test("where memory runs out, that is told, and the descriptor given back")
    func needsMemory() async {
      await #expect(processExitsWith: .success) {
        let ends = try Self.socketPair()
        let base = try EventBase(wokenBy: ends.theirs)
        event_set_mem_functions({ _ in nil }, { _, _ in nil }, { free($0) })
        let failures = ["event_base_new", "evconnlistener_new"].map {
          SocketServerError.outOfResources(function: $0)
        }
        try #require(throws: failures[0]) { _ = try EventBase(wokenBy: ends.theirs) }
        try #require(throws: failures[1]) {
          _ = try Listener(on: base, host: "127.0.0.1", port: 0)
        }
        let isListening = (0..<Int32(1000)).contains {
          Self.option(SO_ACCEPTCONN, SOL_SOCKET, of: $0) == 1
        }
        try #require(!isListening)
        let peer = Peer(ends.ours, on: base, onData: { _ in }, onEnd: {})
        try #require(peer == nil)
        var byte: UInt8 = 0
        let count = recv(ends.theirs, &byte, 1, Int32(MSG_DONTWAIT))
        try #require(count == 0, "its end has come")
      }
    }
  #endif

  @Test("timers run out, one that is taken back does not")
  func runsTimers() throws {
    let wake = try Self.socketPair()
    let base = try EventBase(wokenBy: wake.ours)
    base.setTimer(.seconds(3600))
    base.setTimer(.milliseconds(1))
    var events: [String] = []
    base.run(onTimer: {
      events.append("timer")
      base.stop()
    }) {}
    base.setTimer(.zero)
    base.setTimer(nil)
    send(wake.theirs, [1] as [UInt8], 1, 0)
    base.run(onTimer: { events.append("timer") }) {
      events.append("wake")
      base.stop()
    }
    #expect(events == ["timer", "wake"])
    for descriptor in [wake.ours, wake.theirs] { close(descriptor) }
  }

  @Test("closes its own end at once when nothing waits to be sent, and only that")
  func halfCloses() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let base = try EventBase(wokenBy: ends[1])
    let peer = try #require(
      Peer(ends[0], on: base, onData: { _ in }, onEnd: {}))
    peer.finish()
    var byte: UInt8 = 0
    #expect(recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) == 0)
    #expect(send(ends[1], &byte, 1, Int32(MSG_NOSIGNAL)) == 1)
    withExtendedLifetime(peer) {}
  }

  @Test("breaks off with a reset once all has been sent, which ends it")
  func resets() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let listener = try Listener(on: base, host: "127.0.0.1", port: 0)
    let client = try TCPConnection(port: listener.port)
    var peer: Peer?
    listener.onAccept = { descriptor in
      peer = Peer(
        descriptor, on: base, onData: { _ in },
        onEnd: {
          peer = nil
          pipe.wake()
        })
      peer?.send([1, 2])
      base.setTimer(.milliseconds(1))
    }
    // The loop closes the socket before it checks the wake-up descriptor.
    base.run(onTimer: { peer?.reset() }, onWake: { base.stop() })
    #expect(peer == nil)
    _ = try client.readToEnd()
    #expect(client.isReset)
  }

  @Test(
    "what is said before both have agreed on a key goes encrypted, and the end is told so too",
    .compares(with: .openssl))
  func encrypts() throws {
    let made = try TestCertificate()
    let identity = try TLSIdentity(certificate: made.path, key: made.keyPath)
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    let listener = try Listener(on: base, host: "127.0.0.1", port: 0)
    let client = try RunningProgram(
      "sh",
      ["-c", "printf there | openssl s_client -ign_eof -connect 127.0.0.1:\(listener.port)"])
    var (peer, events): (Peer?, [String]) = (nil, [])
    listener.onAccept = { descriptor in
      peer = Peer(
        descriptor, on: base, identity: identity,
        onData: { peer in
          events.append(String(decoding: peer.read(), as: UTF8.self))
          peer.finish()
        },
        onEnd: {
          events.append("end")
          if events.count > 1 { base.stop() }
        })
      peer?.send(Array("hello".utf8))
    }
    base.run(onTimer: {}, onWake: {})
    #expect(events == ["there", "end"])
    let output = String(decoding: client.readToEnd(), as: UTF8.self)
    #expect(output.contains("hello"))
    // A reconnecting client negotiates a new key.
    #expect(output.contains("TLSv1.3") && !output.contains("New Session Ticket"))
    #expect(client.waitForEnd() == 0)
    withExtendedLifetime(peer) {}
  }
}
