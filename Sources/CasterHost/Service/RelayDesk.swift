internal import NtripClient
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The relays of a caster: streams fetched always, or while they have readers and for a minute longer.
final class RelayDesk: Sendable {
  /// The time for which a relay continues without readers, since casters ban clients that come and go.
  private let patience: Duration
  /// The timeout of a link without a frame, after which it reconnects.
  private let frameTimeout: Duration

  private struct Relay {
    let url: NtripURL
    let isOnDemand: Bool
    var link: NtripLink?
    /// The time at which an unread relay ends; `nil` while it is read.
    var end: ContinuousClock.Instant?
  }

  private let caster: SharedCaster
  private let relays = Lock<[String: Relay]>([:])
  private let waker = Waker()
  private let isStopped = Atomic<Bool>(false)
  private let thread = Lock<BackgroundThread?>(nil)

  init(
    for caster: SharedCaster, patience: Duration = .seconds(60),
    frameTimeout: Duration = .seconds(30)
  ) {
    (self.caster, self.patience, self.frameTimeout) = (caster, patience, frameTimeout)
    caster.onDemandChange { [waker] in waker.wake() }
    let thread = BackgroundThread { [self] in work() }
    self.thread.withLock { $0 = thread }
  }

  /// Relays the mountpoints of a configuration, and ends all other relays.
  func follow(_ mounts: [CasterConfiguration.Mount]) {
    let wanted = mounts.compactMap { mount -> (String, Relay)? in
      guard case .relay(let url, let isOnDemand) = mount.origin else { return nil }
      return (mount.name, Relay(url: url, isOnDemand: isOnDemand))
    }
    relays.withLock { relays in
      let old = relays
      relays = Dictionary(uniqueKeysWithValues: wanted).mapValues { $0 }
      for (name, relay) in relays {
        if let running = old[name], running.url == relay.url { relays[name]?.link = running.link }
      }
      for (name, relay) in old where relays[name]?.url != relay.url { relay.link?.stop() }
    }
    waker.wake()
  }

  /// The state of each link, by mountpoint; `nil` for a relay without a link.
  var statuses: [String: NtripLinkStatus?] {
    relays.withLock { $0.mapValues { $0.link?.status } }
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
          if relay.link == nil { relays[name]?.link = link(to: relay.url, name) }
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

  private func link(to url: NtripURL, _ name: String) -> NtripLink {
    let pump = RelayPump(name: name, caster: caster)
    var options = NtripSessionOptions()
    options.frameTimeout = frameTimeout
    let link = NtripLink(to: url, options: options, onNews: { pump.pump() })
    pump.begin(link)
    return link
  }
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
