import RTCMStreams
import TestSupport
import NtripMemory
import NtripCaster
import NtripProtocol
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A caster read over TCP and in memory")
struct SharedCasterTests {
  /// Returns a caster with a looping capture, whose time the test drives, and its server.
  private static func serve(
    _ capture: [UInt8], backlogLimit: Int = 1 << 20
  ) throws -> (caster: SharedCaster, server: NtripCasterServer) {
    let caster = SharedCaster(Caster([Mountpoint(name: "M", capture: capture)]), isDriven: true)
    let server = try NtripCasterServer(port: 0, caster: caster, backlogLimit: backlogLimit)
    return (caster, server)
  }

  /// Connects a reader in memory, which has taken its head.
  private static func connect(
    _ caster: SharedCaster, at now: Duration = .zero
  ) -> Caster.ConnectionID {
    caster.connect(saying: Array(requestVersion1.utf8), at: now)
  }

  @Test("beyond its limit who has kept it waiting longest for a request makes room")
  func makesRoom() throws {
    let caster = SharedCaster(
      Caster([Mountpoint(name: "M", capture: try capture(epochs: 2))]), isDriven: true)
    let server = try NtripCasterServer(port: 0, caster: caster, connectionLimit: 3)
    let dripping = try (0..<20).map { _ in try TestSocket(port: server.port, saying: "GET /M H") }
    let reader = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(reader.read(headVersion1.count) == headVersion1)
    for drip in dripping.prefix(18) { #expect(drip.readToEnd().isEmpty) }
    let more = try (0..<20).map { _ in try TestSocket(port: server.port) }
    for silent in more.prefix(18) { #expect(silent.readToEnd().isEmpty) }
    #expect(caster.snapshot.connections.filter { $0.mountpoint == "M" }.count == 1)
    withExtendedLifetime((reader, dripping, more)) {}
  }

  @Test("beyond its limit of readers one more is told so, and may have the sourcetable")
  func tellsSurplus() throws {
    let caster = SharedCaster(
      Caster([Mountpoint(name: "M", capture: try capture(epochs: 2))]), isDriven: true)
    let server = try NtripCasterServer(port: 0, caster: caster, connectionLimit: 2)
    let readers = try (0..<2).map { _ in try TestSocket(port: server.port, saying: requestVersion1)
    }
    for reader in readers { #expect(reader.read(headVersion1.count) == headVersion1) }
    for _ in 0..<3 {
      let surplus = try TestSocket(port: server.port, saying: requestVersion1)
      let answer = String(decoding: surplus.readToEnd(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.0 503 ") && answer.contains("too many connections"))
    }
    let curious = try TestSocket(port: server.port, saying: "GET / HTTP/1.0\r\n\r\n")
    #expect(String(decoding: curious.readToEnd(), as: UTF8.self).hasPrefix("SOURCETABLE 200"))
    withExtendedLifetime(readers) {}
  }

  @Test("a reader over TCP gets the bytes that one in memory gets, when time is driven on")
  func sameBytes() throws {
    let bytes = try capture(epochs: 10)
    let size = bytes.count / 10
    let (caster, server) = try Self.serve(bytes)
    let inside = Self.connect(caster)
    #expect(caster.takeOutput(of: inside).bytes == headVersion1 + bytes[..<size])
    let outside = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(outside.read(headVersion1.count) == headVersion1)
    caster.advance(to: .seconds(4))
    #expect(caster.takeOutput(of: inside).bytes == Array(bytes[size..<(5 * size)]))
    #expect(outside.read(4 * size) == Array(bytes[size..<(5 * size)]))
    for second in 5..<10 { caster.advance(to: .seconds(second)) }
    #expect(caster.takeOutput(of: inside).bytes == Array(bytes[(5 * size)...]))
    #expect(outside.read(5 * size) == Array(bytes[(5 * size)...]))
    #expect(caster.byteCount(of: inside) == bytes.count)
    #expect(server.snapshot.streams[0].byteCount == bytes.count + 9 * size)
  }

  @Test("who reads over TCP changes nothing for who reads in memory, and comes back there")
  func independence() throws {
    let bytes = try capture(epochs: 20)
    func read(amongOthers: Bool) throws -> [UInt8] {
      let (caster, server) = try Self.serve(bytes)
      var inside = Self.connect(caster)
      let outside = try TestSocket(port: server.port)
      if amongOthers {
        outside.say(requestVersion1)
        #expect(outside.read(headVersion1.count) == headVersion1)
      }
      var read: [UInt8] = []
      for second in 1...50 {
        caster.advance(to: .seconds(second))
        read += caster.takeOutput(of: inside).bytes
        if second == 23 { _ = caster.disconnect(inside) }
        if second == 31 { inside = Self.connect(caster, at: .seconds(second)) }
      }
      return read
    }
    let alone = try read(amongOthers: false)
    #expect(try read(amongOthers: true) == alone)
    #expect(alone.count == (1 + 23 + 50 - 31) * bytes.count / 20 + 2 * headVersion1.count)
  }

  @Test("a reader over TCP who takes nothing is given up, and the one in memory misses nothing")
  func givesUpStuckReaders() throws {
    let bytes = try capture(epochs: 1000, payloadSize: 1000)
    let (caster, server) = try Self.serve(bytes, backlogLimit: 20_000)
    let inside = Self.connect(caster)
    let stuck = try TestSocket(port: server.port, saying: requestVersion1, receiveBuffer: 4096)
    #expect(stuck.read(headVersion1.count) == headVersion1)
    // The stream is due faster than any thread could send it; the rest follows once that has been sent.
    caster.advance(to: .seconds(999))
    #expect(caster.takeOutput(of: inside).bytes.count == headVersion1.count + bytes.count)
    let received = stuck.readToEnd()
    #expect(received.count < bytes.count / 2)
    #expect(bytes.dropFirst(bytes.count / 1000).starts(with: received))
    #expect(server.snapshot.connections.map(\.id) == [inside])
  }

  @Test("a stream that is driven begins at the time it is driven to, whoever reads first")
  func beginsWhenDriven() throws {
    let bytes = try capture(epochs: 10)
    let size = bytes.count / 10
    let (caster, server) = try Self.serve(bytes)
    caster.advance(to: .seconds(100))
    let outside = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(outside.read(headVersion1.count + size) == headVersion1 + bytes[..<size])
    caster.advance(to: .seconds(101))
    caster.advance(to: .seconds(50))  // a clock behind changes nothing
    #expect(server.snapshot.streams[0].byteCount == 2 * size)
    #expect(outside.read(size) == Array(bytes[size..<(2 * size)]))
  }

  @Test("a connection in memory may go on talking, and its position is known")
  func takesPositions() throws {
    let bytes = try capture(epochs: 3)
    let caster = SharedCaster(
      Caster([Mountpoint(name: "M", capture: bytes)]), isDriven: true)
    let id = Self.connect(caster)
    #expect(caster.takeOutput(of: id).closedAfter == nil)
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45, longitude: 9, height: 0), satelliteCount: 5)
    caster.receive(position.encode() + [0x0A], from: id, at: .seconds(1))
    #expect(caster.snapshot.connections.first?.position == position)
    let third = bytes[(bytes.count / 3)...].prefix(bytes.count / 3)
    #expect(caster.takeOutput(of: id).bytes == Array(third))
    #expect(caster.takeOutput(of: id).bytes.isEmpty)
    #expect(caster.disconnect(id) == bytes.count / 3 * 2)
    #expect(caster.takeOutput(of: id).bytes.isEmpty)
    #expect(caster.snapshot.connections.isEmpty)
  }

  #if os(Linux)
    @Test("a server that waits for the next epoch takes no processor time")
    func waitsQuietly() async {
      await #expect(processExitsWith: .success) {
        let bytes = try capture(epochs: 100)
        let caster = SharedCaster(
          Caster([Mountpoint(name: "M", capture: bytes)], speed: 4), isDriven: false)
        let server = try NtripCasterServer(port: 0, caster: caster)
        let outside = try TestSocket(port: server.port, saying: requestVersion1)
        let head = headVersion1.count + bytes.count / 100
        try #require(outside.read(head).count == head)
        caster.advance(to: .seconds(0.25))  // which wakes the server
        let start = clock()
        let count = bytes.count / 100 * 4
        try #require(outside.read(count).count == count)
        // Processor time in microseconds: a small part of most of a second.
        try #require(clock() - start < 100_000)
      }
    }
  #endif

  @Test("a caster that is served no more goes on in memory")
  func survivesItsServer() throws {
    let bytes = try capture(epochs: 5)
    let (caster, server) = try Self.serve(bytes)
    let inside = Self.connect(caster)
    let outside = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(outside.read(headVersion1.count) == headVersion1)
    server.stop()
    #expect(outside.readToEnd().isEmpty)
    #expect(caster.snapshot.connections.map(\.id) == [inside])
    caster.advance(to: .seconds(4))
    #expect(caster.takeOutput(of: inside).bytes == headVersion1 + bytes)
  }

  @Test("a connection in memory that is refused is closed, with the refusal")
  func refusesInMemory() throws {
    let caster = SharedCaster(Caster([]), isDriven: true)
    let request = "GET /X HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n"
    let id = caster.connect(saying: Array(request.utf8), at: .zero)
    let output = caster.takeOutput(of: id)
    #expect(output.bytes.starts(with: Array("HTTP/1.1 404 ".utf8)))
    #expect(output.closedAfter == 0)
    #expect(caster.takeOutput(of: id).bytes.isEmpty)
    #expect(caster.disconnect(id) == 0)
  }

  @Test("a capture that ends tells how much of it a connection in memory was sent")
  func tellsAccount() throws {
    let bytes = try capture(epochs: 3)
    let mountpoint = Mountpoint(name: "M", capture: bytes, mode: .once)
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    let id = Self.connect(caster)
    caster.advance(to: .seconds(2))
    #expect(caster.hasEnded)
    #expect(caster.byteCount(of: id) == 0)
    #expect(caster.takeOutput(of: id).closedAfter == bytes.count)
  }
}
