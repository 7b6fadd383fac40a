internal import BoardSimulation
import Locks
internal import VirtualBoard

/// The world of a board for other threads; the board's thread publishes each change.
final class PublishedWorld: Sendable {
  private let current: Lock<World>

  init(_ world: World) { current = Lock(world) }

  /// The world, as known so far.
  var world: World { current.withLock { $0 } }

  /// Publishes a new world.
  func publish(_ world: World) { current.withLock { $0 = world } }
}

/// The scenario of a board and the orders given besides it, published for other threads.
final class PublishedScript: Sendable {
  private let current: Lock<BoardScript>

  init(_ script: BoardScript) { current = Lock(script) }

  /// The script as it is now.
  var script: BoardScript { current.withLock { $0 } }

  /// Publishes a new script.
  func publish(_ script: BoardScript) { current.withLock { $0 = script } }
}
