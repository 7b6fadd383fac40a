internal import BoardSimulation
import Synchronization

/// The world of a board, for those on other threads: the board's thread publishes each change.
final class PublishedWorld: Sendable {
  private let current: Mutex<World>

  init(_ world: World) { current = Mutex(world) }

  /// The world, with all that is known of it so far.
  var world: World { current.withLock { $0 } }

  /// Replaces it.
  func publish(_ world: World) { current.withLock { $0 = world } }
}
