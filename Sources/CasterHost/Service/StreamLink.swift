internal import Locks
internal import MQTTClient
internal import MQTTMessages
internal import NtripClient
internal import NtripMemory
internal import NtripProtocol
internal import Synchronization

/// A link through which a caster fetches a mountpoint's stream.
protocol StreamLink: Sendable {
  /// The link's state.
  var status: NtripLinkStatus { get }

  /// Sends a reader's position, if the other side takes positions.
  func report(_ position: GGASentence)

  /// Ends the link.
  func stop()
}

/// A link to a mountpoint of another caster.
final class CasterLink: StreamLink {
  private let link: NtripLink

  /// Begins to fetch a stream for a mountpoint of a caster.
  init(
    to url: NtripURL, options: NtripSessionOptions, position: GGASentence?, for name: String,
    of caster: SharedCaster
  ) {
    let pump = RelayPump(name: name, caster: caster)
    link = NtripLink(to: url, options: options, position: position, onNews: { pump.pump() })
    pump.begin(link)
  }

  var status: NtripLinkStatus { link.status }

  func report(_ position: GGASentence) { link.report(position) }

  func stop() { link.stop() }
}

/// A pump of a link's bytes to a caster, on the link's thread.
private final class RelayPump: Sendable {
  private struct Reference { weak var link: NtripLink? }

  private let name: String
  private let caster: SharedCaster
  private let link = Lock(Reference())

  init(name: String, caster: SharedCaster) { (self.name, self.caster) = (name, caster) }

  func begin(_ link: NtripLink) {
    self.link.withLock { $0.link = link }
    pump()
  }

  func pump() {
    // Under the lock, so that the bytes stay in order.
    link.withLock { reference in
      guard let link = reference.link else { return }
      var bytes: [UInt8] = []
      link.receive(into: &bytes)
      if !bytes.isEmpty { caster.push(bytes, to: name) }
    }
  }
}

/// A link to a topic of an MQTT broker, each of whose messages is a piece of the stream.
final class TopicLink: StreamLink {
  private let client: MQTTClient?
  private let failure: String?
  private let mountpoint: String
  private let byteCount: Counter

  /// Begins to take a topic's messages for a mountpoint of a caster.
  init(to url: BrokerURL, by brokers: BrokerThread, for name: String, of caster: SharedCaster) {
    mountpoint = name
    let byteCount = Counter()
    self.byteCount = byteCount
    do throws(MQTTError) {
      let client = try brokers.client(
        of: url, for: "mount", { $0.subscriptions = [url.root] },
        handler: { event in
          // What the broker has kept is of the past.
          guard case .message(let message) = event, !message.isRetained else { return }
          byteCount.add(message.payload.count)
          caster.push(message.payload, to: name)
        })
      (self.client, failure) = (client, nil)
      client.begin()
    } catch {
      (client, failure) = (nil, "\(error)")
    }
  }

  var status: NtripLinkStatus {
    var status = NtripLinkStatus(mountpoint: mountpoint, error: failure)
    guard let client else { return status }
    status.bytes = byteCount.value
    status.reconnects = max(client.counts.connections - 1, 0)
    switch client.phase {
    case .idle, .connecting: status.state = .connecting
    case .connected: status.state = .streaming
    case .waiting(let reason): (status.state, status.error) = (.waiting, reason)
    case .ended: status.state = .off
    }
    return status
  }

  func report(_ position: GGASentence) {}

  func stop() { client?.end() }
}

/// A count that several threads may read while one adds to it.
private final class Counter: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func add(_ number: Int) { count.add(Int64(number), ordering: .relaxed) }
}
