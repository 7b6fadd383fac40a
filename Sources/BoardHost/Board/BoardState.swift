internal import BoardFirmware
import Locks
import Synchronization

/// The state that the board's thread publishes to all others: its last snapshot.
final class BoardState: Sendable {
  private let current: Lock<BoardSnapshot>
  private let changes = Atomic<UInt64>(0)
  private let followers = Lock<[@Sendable (BoardSnapshot) -> Bool]>([])

  init(_ snapshot: BoardSnapshot) { current = Lock(snapshot) }

  /// The last snapshot.
  var snapshot: BoardSnapshot { current.withLock { $0 } }

  /// A number that is another one whenever the snapshot is.
  var version: UInt64 { changes.load(ordering: .acquiring) }

  /// Replaces the snapshot.
  func publish(_ snapshot: BoardSnapshot) {
    current.withLock { $0 = snapshot }
    changes.add(1, ordering: .releasing)
    followers.withLock { $0.removeAll { !$0(snapshot) } }
  }

  /// Hands on the present snapshot and each that is published, none left out, for as long as it is wanted.
  ///
  /// - Parameter isWanted: Called on the publisher's thread, but for the first time; it must return
  ///   soon, and `false` when it has seen enough.
  func follow(_ isWanted: @escaping @Sendable (BoardSnapshot) -> Bool) {
    followers.withLock { followers in
      if isWanted(snapshot) { followers.append(isWanted) }
    }
  }
}
