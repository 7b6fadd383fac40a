internal import BoardFirmware
import Locks
import Synchronization

/// The state that the board's thread publishes to other threads: its last snapshot.
final class BoardState: Sendable {
  private let current: Lock<BoardSnapshot>
  private let changes = Atomic<UInt64>(0)
  private let followers = Lock<[@Sendable (BoardSnapshot) -> Bool]>([])

  init(_ snapshot: BoardSnapshot) { current = Lock(snapshot) }

  /// The last published snapshot.
  var snapshot: BoardSnapshot { current.withLock { $0 } }

  /// A number that changes with every snapshot.
  var version: UInt64 { changes.load(ordering: .acquiring) }

  /// Publishes a new snapshot.
  func publish(_ snapshot: BoardSnapshot) {
    current.withLock { $0 = snapshot }
    changes.add(1, ordering: .releasing)
    followers.withLock { $0.removeAll { !$0(snapshot) } }
  }

  /// Calls a function with the present snapshot and with each later one, until it returns `false`.
  ///
  /// - Parameter isWanted: Called first on the caller's thread, then on the publisher's thread. It must
  ///   return quickly, and returns `false` to stop following.
  func follow(_ isWanted: @escaping @Sendable (BoardSnapshot) -> Bool) {
    followers.withLock { followers in
      if isWanted(snapshot) { followers.append(isWanted) }
    }
  }
}
