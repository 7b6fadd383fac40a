internal import Locks
internal import NtripMemory

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

  private let state: Lock<Content>

  /// Creates a shelf of a configuration's mountpoints.
  init(_ mounts: [CasterConfiguration.Mount], _ maker: MountpointMaker) {
    state = Lock(Content(mounts: mounts, meters: maker.meters, monitors: maker.monitors))
  }

  /// The current content.
  var content: Content { state.withLock { $0 } }

  /// Replaces the content by that of another configuration.
  func change(to mounts: [CasterConfiguration.Mount], _ maker: MountpointMaker) {
    state.withLock {
      $0 = Content(mounts: mounts, meters: maker.meters, monitors: maker.monitors)
    }
  }
}
