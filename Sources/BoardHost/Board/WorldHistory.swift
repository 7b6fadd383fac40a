internal import BoardSimulation
import Synchronization

/// What the world of a board has been like since its power came on.
///
/// The board's thread changes it; any thread may ask.
final class WorldHistory: Sendable {
  /// The worlds with the board times from which they are true, the first from zero.
  private let worlds: Mutex<[(start: Duration, world: World)]>

  init(_ world: World) { worlds = Mutex([(.zero, world)]) }

  /// What was, is or, unless something changes, will be true at a board time.
  func state(at time: Duration) -> WorldState {
    let world = worlds.withLock { worlds in
      worlds.last { $0.start <= time }?.world ?? worlds[0].world
    }
    return world.state(at: time)
  }

  /// Makes another world true from a board time on, which is not before the last change.
  func change(to world: World, at time: Duration) {
    worlds.withLock { $0.append((time, world)) }
  }
}
