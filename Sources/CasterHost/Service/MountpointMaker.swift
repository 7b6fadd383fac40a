package import GNSSBasics
internal import GNSSSimulation
internal import NtripMemory
internal import NtripProtocol
internal import Platform
package import RTCMStreams
internal import VirtualBoard

/// The construction of mountpoints from a configuration.
struct MountpointMaker {
  /// The date at which the caster's time begins.
  let now: UnixTime
  /// The meters of pushed and relayed mountpoints, by name.
  private(set) var meters: [String: StreamMeter] = [:]
  /// The monitors of the mountpoints' streams, by name.
  private(set) var monitors: [String: StreamMonitor] = [:]
  private let clock: CasterClock

  init(now: UnixTime, _ clock: CasterClock) { (self.now, self.clock) = (now, clock) }

  mutating func mountpoint(
    _ mount: CasterConfiguration.Mount, _ read: (_ path: String) throws -> Capture
  ) throws -> Mountpoint {
    var mountpoint = try unobserved(mount, read)
    if mount.origin != .nearest {
      let monitor = StreamMonitor(clock)
      monitors[mount.name] = monitor
      mountpoint.onSlice = { monitor.observe($0) }
    }
    return mountpoint
  }

  private mutating func unobserved(
    _ mount: CasterConfiguration.Mount, _ read: (_ path: String) throws -> Capture
  ) throws -> Mountpoint {
    let provider = StreamProvider(country: mount.country)
    switch mount.origin {
    case .capture(let path, let playing):
      var mountpoint = Mountpoint(
        name: mount.name, capture: try read(path), mode: playing.isLooping ? .looping : .once,
        options: playing.options(now: now), provider: provider)
      mountpoint.speed = playing.speed
      return mountpoint
    case .synthesised(let place):
      let feed = try BuiltInBase.feed(from: now, at: place)
      return Mountpoint(name: mount.name, live: feed, isClocked: true, provider: provider)
    case .relay(_, let isOnDemand), .topic(_, let isOnDemand):
      return pushed(mount, StreamMeter(), by: isOnDemand ? .ownerOnDemand : .owner)
    case .source: return pushed(mount, StreamMeter(), by: .source)
    case .nearest: return Mountpoint(nearestAs: mount.name)
    }
  }

  /// Returns a stand-in for a mountpoint that continues unchanged: only its name counts.
  ///
  /// The mountpoint's meter and monitor are kept.
  mutating func placeholder(
    _ mount: CasterConfiguration.Mount, of content: MountpointShelf.Content
  ) -> Mountpoint {
    meters[mount.name] = content.meters[mount.name]
    monitors[mount.name] = content.monitors[mount.name]
    return Mountpoint(StreamRecord(mountpoint: mount.name), feed: .ended)
  }

  private mutating func pushed(
    _ mount: CasterConfiguration.Mount, _ meter: StreamMeter, by supplier: Mountpoint.Supplier
  ) -> Mountpoint {
    meters[mount.name] = meter
    return Mountpoint(
      name: mount.name, pushedThrough: meter, by: supplier, needsPosition: mount.needsPosition,
      provider: StreamProvider(network: "", country: mount.country))
  }
}

extension CasterConfiguration.Mount.Playing {
  /// Returns the options for a player, given the date at which the caster's time begins.
  package func options(now: UnixTime) -> PlayingOptions {
    let date: UnixTime? =
      switch date {
      case nil: nil
      case .now: now
      case .at(let time): time
      }
    return PlayingOptions(offset: offset, gaps: gaps, date: date)
  }
}
