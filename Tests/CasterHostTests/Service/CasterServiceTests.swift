import GNSSBasics
import NtripClient
import NtripMemory
import NtripProtocol
import Platform
import RTCMStreams
import TestSupport
import Testing

@testable import CasterHost

@Suite("A caster as it is configured", .timeLimit(.minutes(5)))
struct CasterServiceTests {
  private typealias Mount = CasterConfiguration.Mount

  private static func configuration(_ mounts: [Mount]) throws -> CasterConfiguration {
    var configuration = CasterConfiguration()
    configuration.port = 0
    configuration.adminPort = 0
    configuration.mounts = mounts
    configuration.users = try CasterUsers(decoding: Array("*:*:*:read\ns:pw:*:write".utf8))
    return configuration
  }

  private static func service(_ mounts: [Mount]) throws -> CasterService {
    try CasterService(try configuration(mounts), now: UnixTime(seconds: 1_780_315_200)) { _ in
      Capture(
        Array(try (0..<100).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined()))
    }
  }

  private static func base(_ name: String, speed: Double = 100) -> Mount {
    var playing = Mount.Playing()
    (playing.speed, playing.isLooping) = (speed, false)
    return Mount(name, .capture(path: name, playing))
  }

  private static func url(_ service: CasterService, _ name: String) -> NtripURL {
    NtripURL(host: "127.0.0.1", port: Int(service.port), mountpoint: name)
  }

  /// Reads the first bytes of a mountpoint.
  private static func read(_ count: Int, _ service: CasterService, _ name: String) async throws
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    for try await element in NtripStream(from: url(service, name)) {
      if case .data(let data) = element { bytes += data }
      if bytes.count >= count { break }
    }
    return bytes
  }

  @Test("plays captures, and makes base stations where it is told")
  func plays() async throws {
    let place = GeodeticPosition(latitude: 46, longitude: 10, height: 500)
    let service = try Self.service([Self.base("A"), Mount("LIVE", .synthesised(place))])
    defer { service.stop() }
    let first = try ObservationFrames.frame(1077, time: 0)
    #expect(try await Self.read(first.count, service, "A").starts(with: first))
    let table = try await Sourcetable.fetch(from: Self.url(service, ""))
    #expect(table.stream(at: "LIVE")?.latitude == 46)
    #expect(table.stream(at: "LIVE")?.longitude == 10)
    #expect(try await Self.read(1, service, "LIVE").first == 0xD3)
  }

  @Test("answers nobody once it has stopped", .timeLimit(.minutes(5)))
  func stops() throws {
    let service = try Self.service([Self.base("A")])
    _ = try TCPConnection(port: service.port)
    service.stop()
    TCPConnection.waitForRefusal(at: service.port)
    #expect(service.openSockets == 0)
  }

  @Test("plays a capture as fast as it is told")
  func playsFast() throws {
    var maker = MountpointMaker(
      now: UnixTime(seconds: 0), CasterClock(at: UnixTime(seconds: 0)))
    let mountpoint = try maker.mountpoint(Self.base("A", speed: 12)) { _ in Capture([]) }
    #expect(mountpoint.speed == 12)
  }

  @Test("relays another caster all the time, and offers it in its table")
  func relaysAlways() async throws {
    let origin = try Self.service([Self.base("FAR", speed: 10)])
    defer { origin.stop() }
    let service = try Self.service([
      Mount("NEAR", .relay(Self.url(origin, "FAR"), isOnDemand: false))
    ])
    defer { service.stop() }
    #expect(try await Self.read(44, service, "NEAR").first == 0xD3)
    let table = try await Sourcetable.fetch(from: Self.url(service, ""))
    #expect(table.stream(at: "NEAR") != nil)
  }

  @Test("relays another caster, from when somebody reads it")
  func relays() async throws {
    let origin = try Self.service([Self.base("FAR", speed: 10)])
    defer { origin.stop() }
    let relay = Mount("NEAR", .relay(Self.url(origin, "FAR"), isOnDemand: true))
    let service = try Self.service([relay])
    defer { service.stop() }
    #expect(origin.snapshot.streams[0].readerCount == 0)
    let first = try ObservationFrames.frame(1077, time: 0)
    let bytes = try await Self.read(first.count * 3, service, "NEAR")
    let all = try (0..<100).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined()
    #expect(Array(all).firstRange(of: bytes) != nil && bytes[0] == 0xD3)
    #expect(origin.snapshot.streams[0].readerCount == 1)
  }

  @Test("read again keeps what has not changed, and what it cannot read changes nothing")
  func reloads() async throws {
    let field = Mount("FIELD", .source)
    let service = try Self.service([
      Self.base("A", speed: 10), Self.base("B", speed: 10), field,
    ])
    defer { service.stop() }
    let now = UnixTime(seconds: 1_780_315_200)
    var reader = NtripStream(from: Self.url(service, "A"), retry: nil).makeAsyncIterator()
    var bytes: [UInt8] = []
    func more(_ count: Int) async throws {
      while bytes.count < count, let element = try await reader.next() {
        if case .data(let data) = element { bytes += data }
      }
    }
    try await more(1)
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try service.reload(
        try Self.configuration([Self.base("C")]), now: now, reading: { _ in throw Unreadable() })
    }
    #expect(service.snapshot.streams.map(\.mountpoint) == ["A", "B", "FIELD"])
    let meter = try #require(service.meters["FIELD"])
    try service.reload(
      try Self.configuration([Self.base("C"), Self.base("A", speed: 10), field]), now: now,
      reading: { _ in Capture([]) })
    #expect(service.snapshot.streams.map(\.mountpoint) == ["C", "A", "FIELD"])
    #expect(service.meters["FIELD"] === meter)
    let all = try (0..<100).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined()
    try await more(Array(all).count / 2)
    #expect(all.starts(with: bytes))
  }

  @Test("tells how it is, in JSON and as Prometheus reads it, without a word of passwords")
  func tells() async throws {
    let nowhere = NtripURL(host: "127.0.0.1", port: 1, mountpoint: "X")
    let service = try Self.service([
      Self.base("A"), Mount("FIELD", .source), Mount("RELAY", .relay(nowhere, isOnDemand: false)),
    ])
    defer { service.stop() }
    let admin = try #require(service.adminPort)
    let source = try TCPConnection(port: service.port)
    try source.send("SOURCE pw /FIELD\r\n\r\n")
    _ = try source.read(14)
    try source.send(try ObservationFrames.frame(1077, time: 0))
    func get(_ path: String) throws -> String {
      let connection = try TCPConnection(port: admin)
      try connection.send("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1:\(admin)\r\n\r\n")
      return String(decoding: try connection.readToEnd(), as: UTF8.self)
    }
    while !(try get("/metrics")).contains("boardsim_caster_frames_total{mount=\"FIELD\"} 1") {
      try await rest()
    }
    let status = try get("/api/v1/status")
    #expect(status.contains("\"FIELD\":{\"readers\":0,") && status.contains("\"source\":1"))
    #expect(status.contains("\"frames\":1"))
    while !(try get("/api/v1/status")).contains("\"error\":\"caster 127.0.0.1:1 ") {
      try await rest()
    }
    let metrics = try get("/metrics")
    #expect(!status.contains("pw") && !metrics.contains("pw"))
    let (health, nothing) = (try get("/healthz"), try get("/nothing"))
    #expect(health.hasPrefix("HTTP/1.1 200 ") && health.hasSuffix("\r\n\r\nok\n"))
    #expect(nothing.contains(" 404 "))
  }
}
