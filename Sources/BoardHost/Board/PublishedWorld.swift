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

/// The orders given to a board in addition to its scenario, published for other threads.
final class PublishedOrders: Sendable {
  private let taken: Lock<[BoardEvent]>

  init(_ orders: [BoardEvent]) { taken = Lock(orders) }

  /// All orders, in order of arrival.
  var orders: [BoardEvent] { taken.withLock { $0 } }

  /// Publishes a new list of orders.
  func publish(_ orders: [BoardEvent]) { taken.withLock { $0 = orders } }
}
