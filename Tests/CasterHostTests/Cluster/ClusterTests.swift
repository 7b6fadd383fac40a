import GNSSBasics
import Locks
import MQTTClient
import MQTTMessages
import NtripClient
import NtripMemory
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

@testable import CasterHost

/// Tests of casters in this process that are one by a broker of their own.
@Suite("Casters that are one caster", .timeLimit(.minutes(5)))
final class ClusterTests {
  private typealias Mount = CasterConfiguration.Mount

  private let broker: MQTTBroker
  private var services: [CasterService] = []

  init() throws { broker = try MQTTBroker() }

  deinit { for service in services { service.stop() } }

  /// Starts a caster of the cluster, or one by itself for `nil`.
  private func node(
    _ name: String?, _ mounts: [Mount], publishing publications: [StreamPublication] = [],
    at url: String? = nil
  ) throws -> CasterService {
    var configuration = CasterConfiguration()
    (configuration.port, configuration.adminPort) = (0, 0)
    configuration.mounts = mounts
    configuration.users = try CasterUsers(decoding: Array("*:*:*:read\ns:pw:*:write".utf8))
    let url = try BrokerURL(url ?? broker.url("casters"))
    configuration.cluster = name.flatMap { ClusterOptions(url, node: $0) }
    configuration.publications = publications
    let service = try CasterService(configuration, now: UnixTime(seconds: 1_780_315_200)) { _ in
      Capture(
        Array(try (0..<3600).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined()))
    }
    services.append(service)
    return service
  }

  private static func base(_ name: String, speed: Double = 20) -> Mount {
    var playing = Mount.Playing()
    playing.speed = speed
    return Mount(name, .capture(path: name, playing))
  }

  private static let field = Mount("FIELD", .source)

  /// Pushes `FIELD` to a caster; the answer's first line comes back with the connection.
  private func source(at service: CasterService) throws -> (TCPConnection, answer: String) {
    let source = try TCPConnection(port: service.port)
    try source.send("SOURCE pw /FIELD\r\n\r\n")
    return (source, String(decoding: try source.read(5), as: UTF8.self))
  }

  private static func frame(_ second: Int) throws -> [UInt8] {
    try ObservationFrames.frame(1077, time: 1000 * second)
  }

  private func names(_ service: CasterService) async throws -> [String] {
    let url = NtripURL(host: "127.0.0.1", port: Int(service.port), mountpoint: "")
    return try await Sourcetable.fetch(from: url).streams.map(\.mountpoint)
  }

  /// Whether a condition becomes true within five minutes.
  private func comesTrue(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(300)
    while try await !condition() {
      if ContinuousClock.now > end { return false }
      try await rest()
    }
    return true
  }

  private func stream(_ service: CasterService, _ name: String) -> CasterSnapshot.Stream? {
    service.snapshot.streams.first { $0.mountpoint == name }
  }

  /// Returns a number of the cluster in a caster's status.
  private func count(_ service: CasterService, _ name: String) throws -> Double? {
    try JSONDocument(try answer(service, "status")).number("cluster.\(name)")
  }

  private func answer(_ service: CasterService, _ path: String) throws -> [UInt8] {
    let port = try #require(service.adminPort)
    let connection = try TCPConnection(port: port)
    try connection.send("GET /api/v1/\(path) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    let all = try connection.readToEnd()
    let body = all.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? all.endIndex
    return Array(all[body...])
  }

  private func reader(_ service: CasterService, _ name: String) -> ClusterReader {
    ClusterReader(NtripURL(host: "127.0.0.1", port: Int(service.port), mountpoint: name))
  }

  // MARK: Streams

  @Test(
    "what a source pushes to one is read at all, byte for byte, and travels only where it is read",
    .compares(with: .mosquitto))
  func carries() async throws {
    let (a, b) = (try node("a", [Self.field]), try node("b", [Self.field]))
    let c = try node("c", [Self.base("CAPTURE")])
    let (source, answer) = try source(at: a)
    #expect(answer == "ICY 2")
    #expect(try await comesTrue { try await names(b) == ["FIELD", "CAPTURE"] })
    #expect(try await comesTrue { try await names(c) == ["CAPTURE", "FIELD"] })
    #expect(stream(c, "FIELD")?.node == "a" && stream(a, "FIELD")?.node == nil)
    #expect(try count(a, "exports") == 0)
    let readers = [reader(a, "FIELD"), reader(b, "FIELD"), reader(c, "FIELD")]
    defer { for reader in readers { reader.stop() } }
    #expect(try await comesTrue { try count(a, "exports") == 1 })
    let frames = try (0..<50).map { try Self.frame($0) }
    // In pieces, as a serial line gives them.
    let all = Array(frames.joined())
    for start in stride(from: 0, to: all.count, by: 7) {
      try source.send(Array(all[start..<min(start + 7, all.count)]))
    }
    for reader in readers { #expect(try await comesTrue { reader.bytes == all }) }
    #expect(try count(c, "missing") == 0 && count(c, "late") == 0)
    #expect(stream(c, "FIELD")?.byteCount == all.count)
    let report = try JSONDocument(try self.answer(c, "mountpoints"))
    let mounts = try #require(report["mountpoints"] as? [[String: Any]])
    let field = try #require(mounts.last)
    #expect(field["origin"] as? String == "cluster" && field["node"] as? String == "a")
    #expect(field["frames"] as? Int == 50)
    let cluster = try JSONDocument(try self.answer(c, "cluster"))
    #expect(cluster.text("state") == "connected" && cluster.text("name") == "c")
    let nodes = try #require(cluster["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["name"] as? String } == ["a", "b"])
  }

  @Test(
    "a capture is played for a reader at another caster, from when there is one",
    .compares(with: .mosquitto))
  func plays() async throws {
    let (a, b) = (try node("a", [Self.base("CAPTURE")]), try node("b", [Self.field]))
    #expect(try await comesTrue { try await names(b) == ["CAPTURE"] })
    #expect(stream(a, "CAPTURE")?.hasBegun == false)
    let reader = reader(b, "CAPTURE")
    #expect(try await comesTrue { reader.bytes.count > 100 })
    reader.stop()
    let bytes = reader.bytes
    let all = Array(try (0..<3600).map { try Self.frame($0) }.joined())
    #expect(all.starts(with: bytes))
  }

  @Test(
    "a second source of a name is refused everywhere, and takes the name when the first has gone",
    .compares(with: .mosquitto))
  func oneSource() async throws {
    let (a, b) = (try node("a", [Self.field]), try node("b", [Self.field]))
    let c = try node("c", [Self.field])
    let (first, _) = try source(at: a)
    #expect(try await comesTrue { try await names(b) == ["FIELD"] })
    #expect(try await comesTrue { try await names(c) == ["FIELD"] })
    for service in [a, b, c] { #expect(try source(at: service).answer == "ERROR") }
    let reader = reader(c, "FIELD")
    defer { reader.stop() }
    #expect(try await comesTrue { try count(a, "exports") == 1 })
    try first.send(try Self.frame(0) + Self.frame(1).prefix(9))
    #expect(try await comesTrue { reader.bytes.count == 22 })
    first.finishSending()
    #expect(try await comesTrue { try await names(b) == [] })
    let (second, answer) = try source(at: b)
    #expect(answer == "ICY 2")
    #expect(try await comesTrue { try count(b, "exports") == 1 })
    try second.send(try Self.frame(2))
    let expected = try Self.frame(0) + Self.frame(2)
    #expect(try await comesTrue { reader.bytes == expected })
  }

  @Test(
    "what a caster has leaves the table when it ends, and the readers elsewhere wait",
    .compares(with: .mosquitto))
  func ends() async throws {
    let a = try node("a", [Self.base("CAPTURE")])
    let b = try node("b", [Self.field])
    #expect(try await comesTrue { try await names(b) == ["CAPTURE"] })
    let reader = reader(b, "CAPTURE")
    defer { reader.stop() }
    #expect(try await comesTrue { !reader.bytes.isEmpty })
    a.stop()
    #expect(try await comesTrue { try await names(b) == [] })
    #expect(stream(b, "CAPTURE")?.readerCount == 1)
    let more = try node("d", [Self.base("CAPTURE", speed: 50)])
    let count = reader.bytes.count
    #expect(try await comesTrue { reader.bytes.count > count })
    #expect(stream(b, "CAPTURE")?.node == "d" && stream(more, "CAPTURE")?.node == nil)
  }

  @Test(
    "a configuration read again changes the table of all",
    .compares(with: .mosquitto))
  func reloads() async throws {
    let (a, b) = (try node("a", [Self.base("ONE")]), try node("b", [Self.field]))
    #expect(try await comesTrue { try await names(b) == ["ONE"] })
    let reader = reader(b, "ONE")
    defer { reader.stop() }
    #expect(try await comesTrue { !reader.bytes.isEmpty })
    var configuration = CasterConfiguration()
    configuration.mounts = [Self.base("TWO"), Self.base("ONE")]
    try a.reload(configuration, now: UnixTime(seconds: 1_780_315_200)) { _ in
      Capture(Array(try (0..<60).map { try Self.frame($0) }.joined()))
    }
    #expect(try await comesTrue { try await Set(names(b)) == ["ONE", "TWO"] })
    let count = reader.bytes.count
    #expect(try await comesTrue { reader.bytes.count > count }, "the export goes on")
  }

  // MARK: Brokers

  @Test(
    "a broker that comes late, goes and comes back keeps no local reader waiting",
    .compares(with: .mosquitto))
  func brokerComesAndGoes() async throws {
    let held = try HeldPort()
    let url = "mqtt://127.0.0.1:\(held.port)/casters"
    let a = try node("a", [Self.field], at: url)
    let b = try node("b", [Self.field], at: url)
    let (source, answer) = try source(at: a)
    #expect(answer == "ICY 2")
    let (near, far) = (reader(a, "FIELD"), reader(b, "FIELD"))
    defer {
      near.stop()
      far.stop()
    }
    #expect(try await comesTrue { stream(a, "FIELD")?.readerCount == 1 })
    try source.send(try Self.frame(0))
    #expect(try await comesTrue { near.bytes.count == 22 })
    var late: MQTTBroker? = try MQTTBroker(port: held.port)
    #expect(try await comesTrue { try await names(b) == ["FIELD"] })
    #expect(try await comesTrue { try count(a, "exports") == 1 })
    try source.send(try Self.frame(1))
    #expect(try await comesTrue { far.bytes == (try? Self.frame(1)) })
    late?.kill()
    late = nil
    for second in 2..<10 { try source.send(try Self.frame(second)) }
    #expect(try await comesTrue { near.bytes.count == 10 * 22 })
    let again = try MQTTBroker(port: held.port)
    // What is sent before both are there again is lost; what comes is whole, and in order.
    let before = far.bytes.count
    var second = 10
    #expect(
      try await comesTrue {
        try source.send(try Self.frame(second))
        second += 1
        return far.bytes.count > before + 22
      })
    let bytes = far.bytes
    let seconds = try (0..<second).filter { bytes.firstRange(of: try Self.frame($0)) != nil }
    #expect(bytes == Array(try seconds.map { try Self.frame($0) }.joined()))
    #expect(near.bytes.count >= 10 * 22)
    again.kill()
  }

  @Test(
    "a second process with a node's name says so and leaves, the first one stays",
    .compares(with: .mosquitto))
  func sameName() async throws {
    let a = try node("a", [Self.field])
    #expect(try await comesTrue { try count(a, "nodes") == 0 && state(a) == "connected" })
    let other = try node("a", [Self.base("X")])
    #expect(try await comesTrue { other.failure != nil })
    #expect(other.failure?.contains("is node 'a'") == true)
    #expect(a.failure == nil)
    let b = try node("b", [Self.field])
    #expect(try await comesTrue { try count(b, "nodes") == 1 })
    #expect(try await names(b) == [], "who has left offers nothing")
  }

  @Test(
    "of two with one name that join while neither hears of the other one leaves",
    .compares(with: .mosquitto))
  func sameNameAtOnce() async throws {
    let held = try HeldPort()
    let url = "mqtt://127.0.0.1:\(held.port)/casters"
    let both = [try node("a", [Self.field], at: url), try node("a", [Self.field], at: url)]
    let late = try MQTTBroker(port: held.port)
    #expect(try await comesTrue { both.contains { $0.failure != nil } })
    let b = try node("b", [], at: url)
    #expect(try await comesTrue { try count(b, "nodes") == 1 })
    #expect(both.count { $0.failure != nil } == 1)
    late.kill()
  }

  private func state(_ service: CasterService) throws -> String? {
    try JSONDocument(try answer(service, "status")).text("cluster.state")
  }

  // MARK: Positions

  @Test(
    "a reader's position reaches the caster that a mountpoint is relayed from, over two others",
    .compares(with: .mosquitto))
  func positions() async throws {
    let origin = try node(nil, [Self.base("VRS")])
    var relay = Mount(
      "NET",
      .relay(
        NtripURL(host: "127.0.0.1", port: Int(origin.port), mountpoint: "VRS"), isOnDemand: true))
    relay.needsPosition = true
    let a = try node("a", [relay])
    let b = try node("b", [Self.field])
    #expect(try await comesTrue { try await names(b) == ["NET"] })
    let here = GGASentence(
      position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 100))
    let reader = ClusterReader(
      NtripURL(host: "127.0.0.1", port: Int(b.port), mountpoint: "NET"), position: here)
    defer { reader.stop() }
    #expect(try await comesTrue { !reader.bytes.isEmpty })
    func position() -> GGASentence? {
      origin.snapshot.connections.first { $0.mountpoint == "VRS" }?.position
    }
    #expect(try await comesTrue { position()?.position.latitude == 45.5 })
    #expect(a.snapshot.connections.isEmpty)
  }

  // MARK: Topics

  @Test(
    "a topic is a mountpoint, and a mountpoint goes to a topic, one message for each piece of whole frames",
    .compares(with: .mosquitto))
  func topics() async throws {
    let all = try BrokerURL(broker.url("all"))
    let subscriber = try await broker.readySubscriber("corrections/+", format: "%t %x")
    let a = try node(
      nil, [Self.field, Self.base("A/1", speed: 1)],
      publishing: [
        StreamPublication(of: "FIELD", to: try BrokerURL(broker.url("corrections/field"))),
        StreamPublication(of: nil, to: all),
      ])
    let b = try node(
      nil,
      [
        Mount("TOPIC", .topic(try BrokerURL(broker.url("corrections/field")), isOnDemand: false)),
        Mount("SLASH", .topic(try BrokerURL(broker.url("all/A%252F1")), isOnDemand: true)),
      ])
    let (source, _) = try source(at: a)
    #expect(
      try await comesTrue {
        try JSONDocument(try answer(b, "status")).text("mounts.TOPIC.link") == "streaming"
      })
    let reader = reader(b, "TOPIC")
    defer { reader.stop() }
    #expect(try await comesTrue { stream(b, "TOPIC")?.readerCount == 1 })
    try source.send(try Self.frame(0) + Self.frame(1).prefix(5))
    let first = try Self.frame(0)
    #expect(try await comesTrue { reader.bytes == first })
    let line = await onThread { subscriber.nextLine() }
    let hex = first.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(line == "corrections/field \(hex)")
    subscriber.end()
    // The topic of a name with a slash is one level.
    let other = self.reader(b, "SLASH")
    defer { other.stop() }
    #expect(try await comesTrue { !other.bytes.isEmpty })
    let status = try JSONDocument(try answer(a, "status"))
    #expect(status["publications"] != nil)
    #expect((status.number("publications.corrections/field.published") ?? 0) >= 1)
  }
}

/// A reader of a mountpoint, with all bytes that came; it comes back at once when it is refused.
private final class ClusterReader: Sendable {
  private let link: NtripLink
  private let received = Lock<[UInt8]>([])

  init(_ url: NtripURL, position: GGASentence? = nil) {
    var retry = RetryPolicy()
    (retry.firstDelay, retry.firstLateDelay) = (.milliseconds(50), .milliseconds(50))
    (retry.longestDelay, retry.longestLateDelay) = (.milliseconds(50), .milliseconds(50))
    link = NtripLink(to: url, position: position, retry: retry)
  }

  /// All bytes that came so far.
  var bytes: [UInt8] {
    received.withLock { bytes in
      link.receive(into: &bytes)
      return bytes
    }
  }

  func stop() { link.stop() }
}
