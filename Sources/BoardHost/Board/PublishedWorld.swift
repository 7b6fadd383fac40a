internal import BoardSimulation
import Locks
internal import VirtualBoard

/// The world of a board, for those on other threads: the board's thread publishes each change.
final class PublishedWorld: Sendable {
  private let current: Lock<World>

  init(_ world: World) { current = Lock(world) }

  /// The world, with all that is known of it so far.
  var world: World { current.withLock { $0 } }

  /// Replaces it.
  func publish(_ world: World) { current.withLock { $0 = world } }
}

/// The orders given to a board in addition to its scenario, published for other threads.
final class PublishedOrders: Sendable {
  private let taken: Lock<[BoardEvent]>

  init(_ orders: [BoardEvent]) { taken = Lock(orders) }

  /// All orders in the sequence in which they came.
  var orders: [BoardEvent] { taken.withLock { $0 } }

  /// Replaces them.
  func publish(_ orders: [BoardEvent]) { taken.withLock { $0 = orders } }
}
