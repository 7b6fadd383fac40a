internal import MQTTClient
internal import MQTTMessages
internal import NtripClient
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The relays of a caster: streams of other casters and of brokers' topics, fetched always, or while they have readers and for a minute longer.
final class RelayDesk: Sendable {
  /// The time for which a relay continues without readers, since casters ban clients that come and go.
  private let patience: Duration
  /// The timeout of a link without a frame, after which it reconnects.
  private let frameTimeout: Duration

  private struct Relay {
    let origin: FetchedOrigin
    let isOnDemand: Bool
    var link: (any StreamLink)?
    /// The last position of a reader, with which a link begins.
    var position: GGASentence?
    /// The time at which an unread relay ends; `nil` while it is read.
    var end: ContinuousClock.Instant?
  }

  private let caster: SharedCaster
  private let brokers: BrokerThread
  private let relays = Lock<[String: Relay]>([:])
  private let waker = Waker()
  private let isStopped = Atomic<Bool>(false)
  private let thread = Lock<BackgroundThread?>(nil)

  init(
    for caster: SharedCaster, by brokers: BrokerThread = BrokerThread(BrokerAccess()),
    patience: Duration = .seconds(60), frameTimeout: Duration = .seconds(30)
  ) {
    (self.caster, self.brokers) = (caster, brokers)
    (self.patience, self.frameTimeout) = (patience, frameTimeout)
    caster.onDemandChange { [waker] in waker.wake() }
    let thread = BackgroundThread { [self] in work() }
    self.thread.withLock { $0 = thread }
  }

  /// Relays the mountpoints of a configuration, and ends all other relays.
  func follow(_ mounts: [CasterConfiguration.Mount]) {
    let wanted = mounts.compactMap { mount -> (String, Relay)? in
      switch mount.origin {
      case .relay(let url, let isOnDemand):
        return (mount.name, Relay(origin: .caster(url), isOnDemand: isOnDemand))
      case .topic(let url, let isOnDemand):
        return (mount.name, Relay(origin: .topic(url), isOnDemand: isOnDemand))
      case .capture, .synthesised, .source, .nearest: return nil
      }
    }
    relays.withLock { relays in
      let old = relays
      relays = Dictionary(uniqueKeysWithValues: wanted).mapValues { $0 }
      for (name, relay) in relays {
        if let running = old[name], running.origin == relay.origin {
          relays[name]?.link = running.link
          relays[name]?.position = running.position
        }
      }
      for (name, relay) in old where relays[name]?.origin != relay.origin { relay.link?.stop() }
    }
    waker.wake()
  }

  /// The state of each link, by mountpoint; `nil` for a relay without a link.
  var statuses: [String: NtripLinkStatus?] {
    relays.withLock { $0.mapValues { $0.link?.status } }
  }

  /// Sends a reader's position to where a mountpoint's stream comes from.
  func report(_ position: GGASentence, of mountpoint: String) {
    let link = relays.withLock { relays in
      relays[mountpoint]?.position = position
      return relays[mountpoint]?.link
    }
    link?.report(position)
  }

  /// Ends all links; returns when that is done.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    waker.wake()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  private func work() {
    while !isStopped.load(ordering: .relaxed) {
      if let time = arrange() { waker.wait(atMost: time) } else { waker.wait() }
    }
    relays.withLock { relays in
      for relay in relays.values { relay.link?.stop() }
      relays = [:]
    }
  }

  /// Starts and ends links according to demand; returns the time until the next change, `nil` for none.
  private func arrange() -> Duration? {
    let demand = Set(caster.demand)
    let now = ContinuousClock.now
    return relays.withLock { relays in
      for (name, relay) in relays {
        if !relay.isOnDemand || demand.contains(name) {
          relays[name]?.end = nil
          if relay.link == nil { relays[name]?.link = link(for: relay, name) }
        } else if let link = relay.link {
          let end = relay.end ?? now + patience
          relays[name]?.end = end
          guard end <= now else { continue }
          link.stop()
          relays[name]?.link = nil
          relays[name]?.end = nil
        }
      }
      return relays.values.compactMap { $0.end }.min().map { now.duration(to: $0) }
    }
  }

  private func link(for relay: Relay, _ name: String) -> any StreamLink {
    switch relay.origin {
    case .caster(let url):
      var options = NtripSessionOptions()
      options.frameTimeout = frameTimeout
      return CasterLink(
        to: url, options: options, position: relay.position, for: name, of: caster)
    case .topic(let url): return TopicLink(to: url, by: brokers, for: name, of: caster)
    }
  }
}

/// The place from which a mountpoint's stream is fetched.
private enum FetchedOrigin: Hashable, Sendable {
  /// A mountpoint of another caster.
  case caster(NtripURL)
  /// A topic of an MQTT broker.
  case topic(BrokerURL)
}
