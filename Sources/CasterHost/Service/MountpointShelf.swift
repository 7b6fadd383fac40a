internal import Locks
internal import NtripMemory
internal import NtripProtocol

/// The caster's current mountpoints, with the meters and monitors of their streams.
final class MountpointShelf: Sendable {
  /// The content at one time.
  struct Content: Sendable {
    var mounts: [CasterConfiguration.Mount]
    /// The meters of pushed and relayed streams, by mountpoint.
    var meters: [String: StreamMeter]
    /// The monitors of all streams, by mountpoint.
    var monitors: [String: StreamMonitor]

    /// Returns the configuration of a mountpoint; `nil` if there is none of the name.
    func mount(_ name: String) -> CasterConfiguration.Mount? { mounts.first { $0.name == name } }
  }

  /// The meter and the monitor of a mountpoint of another caster, which live as long as the mountpoint.
  private struct Foreign {
    weak var meter: StreamMeter?
    weak var monitor: StreamMonitor?
  }

  private let state: Lock<Content>
  private let foreign = Lock<[String: Foreign]>([:])

  /// Creates a shelf of a configuration's mountpoints.
  init(_ mounts: [CasterConfiguration.Mount], _ maker: MountpointMaker) {
    state = Lock(Content(mounts: mounts, meters: maker.meters, monitors: maker.monitors))
  }

  /// The current content, with the mountpoints of other casters.
  var content: Content {
    var content = state.withLock { $0 }
    for (name, parts) in foreign.withLock({ $0 }) where content.monitors[name] == nil {
      content.meters[name] = parts.meter
      content.monitors[name] = parts.monitor
    }
    return content
  }

  /// Makes the mountpoint of another caster's stream.
  func mountpoint(of stream: NeighbourStream, _ clock: CasterClock) -> Mountpoint {
    let (meter, monitor) = (StreamMeter(), StreamMonitor(clock))
    foreign.withLock { foreign in
      foreign = foreign.filter { $0.value.monitor != nil }
      foreign[stream.record.mountpoint] = Foreign(meter: meter, monitor: monitor)
    }
    var mountpoint = Mountpoint(stream.record, pushedThrough: meter.filter, by: .neighbour)
    mountpoint.onSlice = { monitor.observe($0) }
    return mountpoint
  }

  /// Replaces the content by that of another configuration.
  func change(to mounts: [CasterConfiguration.Mount], _ maker: MountpointMaker) {
    state.withLock {
      $0 = Content(mounts: mounts, meters: maker.meters, monitors: maker.monitors)
    }
  }
}
