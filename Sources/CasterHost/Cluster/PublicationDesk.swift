internal import Locks
internal import MQTTClient
internal import MQTTMessages
internal import NtripMemory
internal import TextOutput

/// The streams of a caster that go to topics of MQTT brokers, one message for each slice of whole frames.
final class PublicationDesk: Sendable {
  /// A publication with the client that serves it.
  private struct Line: Sendable {
    let publication: StreamPublication
    let client: MQTTClient
  }

  private let lines: [Line]

  /// Creates the desk, and lets its clients connect.
  ///
  /// - Parameters:
  ///   - publications: The publications.
  ///   - brokers: The thread of clients.
  ///   - tell: Called with a sentence at each change of a connection.
  /// - Throws: ``MQTTError`` when the program has no MQTT.
  init(
    _ publications: [StreamPublication], by brokers: BrokerThread,
    tell: @escaping @Sendable (String) -> Void
  ) throws(MQTTError) {
    var lines: [Line] = []
    for publication in publications {
      let client = try brokers.client(of: publication.url, for: "publish") { event in
        if let sentence = event.sentence(of: "publish") { tell(sentence) }
      }
      lines.append(Line(publication: publication, client: client))
    }
    self.lines = lines
    for line in lines { line.client.begin() }
  }

  /// The mountpoints to export, of those that a caster has itself.
  func exports(of mountpoints: [String]) -> Set<String> {
    Set(
      mountpoints.filter { name in
        lines.contains { $0.publication.mountpoint == nil || $0.publication.mountpoint == name }
      })
  }

  /// Publishes a slice of a mountpoint; called with the caster locked.
  func publish(_ slice: [UInt8], of mountpoint: String) {
    for line in lines {
      let root = line.publication.url.root
      switch line.publication.mountpoint {
      case nil:
        let topic = "\(root)/\(ClusterTopics.level(mountpoint))"
        line.client.publish(MQTTMessage(topic, slice))
      case mountpoint: line.client.publish(MQTTMessage(root, slice))
      default: break
      }
    }
  }

  /// The state of each publication.
  var reports: [Report] {
    lines.map {
      Report(publication: $0.publication, phase: $0.client.phase, counts: $0.client.counts)
    }
  }

  /// The state of a publication.
  struct Report: Sendable {
    let publication: StreamPublication
    let phase: MQTTClient.Phase
    let counts: MQTTClient.Counts
  }
}

extension PublicationDesk.Report {
  /// The states as a member of the caster's status, by topic.
  static func described(_ reports: [Self]) -> Described {
    Described(
      "publications", reports.map { Described($0.publication.url.root, $0.members) },
      memberLabel: "topic")
  }

  private var members: [Described] {
    [
      Described("mountpoint", text: publication.mountpoint, "The mountpoint; null for all"),
      Described("state", text: phase.word, "State of the connection"),
      Described("error", text: phase.error, "Why there is no connection"),
      Described(
        "published", count: counts.published, "Messages that the broker has taken",
        metric: .counter("caster_published_total")),
      Described(
        "dropped", count: counts.dropped, "Messages dropped because the queue was full",
        metric: .counter("caster_publication_drops_total")),
    ]
  }
}
