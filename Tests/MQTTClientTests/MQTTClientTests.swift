import Locks
import MQTTMessages
import TestSupport
import Testing

@testable import MQTTClient

@Suite("A client of an MQTT broker", .timeLimit(.minutes(5)))
struct MQTTClientTests {
  /// The events of a client, to be waited for.
  private final class Events: Sendable {
    let all = Lock<[MQTTClient.Event]>([])

    func take(_ event: MQTTClient.Event) { all.withLock { $0.append(event) } }

    var losses: [String] {
      all.withLock {
        $0.compactMap { if case .lost(_, let reason, _) = $0 { reason } else { nil } }
      }
    }
    var connectionCount: Int {
      all.withLock { $0.count { if case .connected = $0 { true } else { false } } }
    }
    var messages: [MQTTMessage] {
      all.withLock { $0.compactMap { if case .message(let message) = $0 { message } else { nil } } }
    }
  }

  private func client(
    _ url: String, on loop: MQTTLoop, _ events: Events = Events(),
    _ change: (inout MQTTClient.Configuration) -> Void = { _ in }
  ) throws -> MQTTClient {
    var configuration = MQTTClient.Configuration(try BrokerURL(url), identifier: "test")
    change(&configuration)
    let client = MQTTClient(configuration, on: loop) { events.take($0) }
    client.begin()
    return client
  }

  /// Waits until something holds; a broken wait ends by the suite's limit of time.
  private func wait(until holds: @Sendable () -> Bool) async throws {
    while !holds() { try await rest() }
  }

  private func lines(_ program: RunningProgram, _ count: Int) async -> [String] {
    await onThread { (0..<count).map { _ in program.nextLine() } }
  }

  @Test(
    "messages come in order, with their quality and the retained flag",
    .compares(with: .mosquitto, .mosquittoSub))
  func publishes() async throws {
    let broker = try MQTTBroker()
    let subscriber = try broker.subscriber("air/#", format: "%t %q %r %p", "-q", "1")
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let events = Events()
    let client = try client(broker.url(), on: loop, events) { $0.subscriptions = ["air/ready"] }
    // The subscriber is there once it has heard the broker.
    client.publish(MQTTMessage("air/ready", [33], delivery: .atLeastOnce, isRetained: true))
    #expect(await lines(subscriber, 1)[0].hasPrefix("air/ready 1"))
    // A broker may let a message of quality 0 pass one of quality 1.
    for (delivery, quality) in [(MQTTMessage.Delivery.atLeastOnce, 1), (.atMostOnce, 0)] {
      for number in 0..<500 {
        client.publish(MQTTMessage("air/a", Array("\(number)".utf8), delivery: delivery))
      }
      #expect(await lines(subscriber, 500) == (0..<500).map { "air/a \(quality) 0 \($0)" })
    }
    for number in 0..<500 {
      client.publish(
        MQTTMessage("other", [1], delivery: number % 2 == 0 ? .atLeastOnce : .atMostOnce))
    }
    try await wait { client.counts.waiting == 0 }
    #expect(client.counts.published == 1501 && client.counts.dropped == 0)
    #expect(client.phase == .connected(to: "127.0.0.1:\(broker.port)"))
    try await wait { events.messages.count == 1 }
    #expect(events.messages[0].topic == "air/ready")
    subscriber.end()
  }

  @Test("version 5 is spoken where it is asked for", .compares(with: .mosquitto, .mosquittoSub))
  func version5() async throws {
    let broker = try MQTTBroker()
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let client = try client(broker.url(), on: loop) { $0.access.version = .v5 }
    client.publish(MQTTMessage("air/a", [1], delivery: .atLeastOnce, isRetained: true))
    try await wait { client.counts.published == 1 }
    let subscriber = try broker.subscriber("air/a", format: "%t %l %r", "-V", "5")
    #expect(await lines(subscriber, 1) == ["air/a 1 1"])
    subscriber.end()
  }

  @Test("a forbidden message is told by version 5 and counted", .compares(with: .mosquitto))
  func forbidden() async throws {
    let folder = try TemporaryFolder()
    let rights = try folder.write(Array("topic write air/open\n".utf8), to: "acl")
    let broker = try MQTTBroker(["allow_anonymous true", "acl_file \(rights)"])
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let client = try client(broker.url(), on: loop) { $0.access.version = .v5 }
    client.publish(MQTTMessage("air/closed", [1], delivery: .atLeastOnce))
    client.publish(MQTTMessage("air/open", [1], delivery: .atLeastOnce))
    try await wait { client.counts.waiting == 0 }
    #expect(client.counts.refused == 1 && client.counts.published == 1)
  }

  @Test(
    "without a broker messages wait, and come when there is one; the oldest are dropped",
    .compares(with: .mosquitto, .mosquittoSub))
  func late() async throws {
    let held = try HeldPort()
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let events = Events()
    let client = try client("mqtt://127.0.0.1:\(held.port)/air", on: loop, events) {
      $0.capacity = 3
    }
    for number in 0..<5 {
      client.publish(
        MQTTMessage(
          "air/\(number)", Array("\(number)".utf8), delivery: .atLeastOnce, isRetained: true))
    }
    try await wait { !events.losses.isEmpty }
    #expect(events.losses[0].contains("refused") && !client.hasRoom)
    let broker = try MQTTBroker(port: held.port)
    try await wait { client.counts.waiting == 0 }
    #expect(client.counts.dropped == 2 && client.counts.published == 3)
    let subscriber = try broker.subscriber("air/+")
    #expect(await lines(subscriber, 3).sorted() == ["air/2 2", "air/3 3", "air/4 4"])
    subscriber.end()
  }

  @Test(
    "a broker that dies costs no message of quality 1, and the order stays",
    .compares(with: .mosquitto, .mosquittoSub))
  func reconnects() async throws {
    let held = try HeldPort()
    var broker = try MQTTBroker(port: held.port)
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let events = Events()
    let client = try client(broker.url(), on: loop, events) { $0.subscriptions = ["air/#"] }
    var next = 0
    for round in 1...2 {
      try await wait { events.connectionCount == round }
      for _ in 0..<200 {
        client.publish(MQTTMessage("air/a", Array("\(next)".utf8), delivery: .atLeastOnce))
        next += 1
      }
      if round == 1 {
        broker.kill()
        broker = try MQTTBroker(port: held.port)
      }
    }
    try await wait { client.counts.waiting == 0 }
    #expect(client.counts.published >= 400 && client.counts.connections == 2)
    try await wait { events.messages.last?.payload == Array("399".utf8) }
    // What came before the broker died may come again; after that, nothing is missing.
    let numbers = events.messages.compactMap { Int(String(decoding: $0.payload, as: UTF8.self)) }
    let last = numbers.reversed().prefix { _ in true }
    var seen: [Int] = []
    for number in last where seen.last.map({ number < $0 }) ?? true { seen.append(number) }
    #expect(seen.first == 399)
    #expect(seen.isEmpty == false && zip(seen, seen.dropFirst()).allSatisfy { $0 == $1 + 1 })
  }

  @Test(
    "of two brokers the one that is there is taken, and the other one when it dies",
    .compares(with: .mosquitto))
  func standIn() async throws {
    let first = try MQTTBroker(), second = try MQTTBroker()
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let events = Events()
    let url = "mqtt://127.0.0.1:\(first.port),127.0.0.1:\(second.port)/air"
    let client = try client(url, on: loop, events)
    try await wait { events.connectionCount == 1 }
    #expect(client.phase == .connected(to: "127.0.0.1:\(first.port)"))
    first.kill()
    try await wait { events.connectionCount == 2 }
    #expect(client.phase == .connected(to: "127.0.0.1:\(second.port)"))
    client.publish(MQTTMessage("air/a", [], delivery: .atLeastOnce))
    try await wait { client.counts.published == 1 }
  }

  @Test(
    "the will is published when the connection breaks, and not at its end by the protocol",
    .compares(with: .mosquitto, .mosquittoSub))
  func will() async throws {
    let broker = try MQTTBroker()
    let loop = try MQTTLoop()
    let presence = { (text: String) in
      MQTTMessage("air/online", Array(text.utf8), delivery: .atLeastOnce, isRetained: true)
    }
    let client = try client(broker.url(), on: loop) {
      $0.will = presence("broken")
      $0.greetings = [presence("online")]
    }
    try await wait { if case .connected = client.phase { true } else { false } }
    let subscriber = try broker.subscriber("air/online")
    #expect(await lines(subscriber, 1) == ["air/online online"])
    client.publish(presence("offline"))
    #expect(await lines(subscriber, 1) == ["air/online offline"])
    client.end()
    try await wait { client.phase == .ended }
    // Another client of the name takes over: its end by force shows the will.
    let again = try self.client(broker.url(), on: loop) { $0.will = presence("broken") }
    try await wait { if case .connected = again.phase { true } else { false } }
    let third = try self.client(broker.url(), on: loop)
    #expect(await lines(subscriber, 1) == ["air/online broken"])
    again.end()
    third.end()
    loop.stop()
    subscriber.end()
  }

  @Test(
    "a refused login is told as one, and tried again only after a while",
    .compares(with: .mosquitto))
  func login() async throws {
    let broker = try MQTTBroker(["allow_anonymous false"])
    let loop = try MQTTLoop()
    defer { loop.stop() }
    for (version, words) in [(MQTTClient.Version.v311, "not authorised"), (.v5, "not authorised")] {
      let events = Events()
      let client = try client(broker.url("air", "user:wrong@"), on: loop, events) {
        $0.access.version = version
        $0.identifier = "login-\(version)"
      }
      try await wait { !events.losses.isEmpty }
      #expect(events.losses[0].contains(words), "\(events.losses)")
      let delays = events.all.withLock {
        $0.compactMap { if case .lost(_, _, let delay) = $0 { delay } else { nil } }
      }
      #expect(delays[0] >= .seconds(60) && delays[0] <= .seconds(75))
      client.end()
    }
  }

  @Test("a message that the broker does not take stops no other one", .compares(with: .mosquitto))
  func tooLong() async throws {
    let broker = try MQTTBroker(["allow_anonymous true", "message_size_limit 1000"])
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let client = try client(broker.url(), on: loop)
    client.publish(
      MQTTMessage("air/a", [UInt8](repeating: 65, count: 5000), delivery: .atLeastOnce))
    client.publish(MQTTMessage("air/b", [65], delivery: .atLeastOnce))
    try await wait { client.counts.waiting == 0 }
    #expect(client.counts.published + client.counts.refused == 2)
  }

  @Test(
    "TLS needs a certificate of the name by a trusted authority",
    .compares(with: .mosquitto, .openssl))
  func tls() async throws {
    let certificate = try TestCertificate()
    let other = try TestCertificate(for: "DNS:elsewhere")
    func broker(_ certificate: TestCertificate) throws -> MQTTBroker {
      try MQTTBroker([
        "allow_anonymous true", "certfile \(certificate.path)", "keyfile \(certificate.keyPath)",
      ])
    }
    let right = try broker(certificate), wrong = try broker(other)
    let loop = try MQTTLoop()
    defer { loop.stop() }
    func outcome(
      _ broker: MQTTBroker, _ authority: String?, verifies: Bool = true
    ) async throws -> String? {
      let events = Events()
      let client = try client("mqtts://127.0.0.1:\(broker.port)/air", on: loop, events) {
        $0.access.authority = authority
        $0.access.verifiesBroker = verifies
      }
      try await wait { events.connectionCount > 0 || !events.losses.isEmpty }
      client.end()
      return events.connectionCount > 0 ? nil : events.losses[0]
    }
    #expect(try await outcome(right, certificate.path) == nil)
    for (broker, authority) in [(right, nil), (wrong, certificate.path), (wrong, other.path)] {
      let reason = try await outcome(broker, authority)
      #expect(
        reason?.contains("TLS") == true || reason?.contains("closed") == true,
        "\(reason ?? "connected")")
    }
    #expect(try await outcome(wrong, other.path, verifies: false) == nil)
  }

  @Test("garbage in place of a broker is a loss with a reason, again and again")
  func garbage() async throws {
    let server = try LocalListener { connection in
      connection.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n<html>".utf8))
      connection.close()
    }
    defer { server.close() }
    let loop = try MQTTLoop()
    defer { loop.stop() }
    let events = Events()
    let client = try client("mqtt://127.0.0.1:\(server.port)/air", on: loop, events)
    try await wait { events.losses.count >= 2 }
    #expect(events.connectionCount == 0)
    client.end()
  }
}
