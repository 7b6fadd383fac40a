internal import BoardFirmware
import Synchronization

/// What the board's thread tells all others: its last snapshot.
final class BoardState: Sendable {
  private let current: Mutex<BoardSnapshot>
  private let changes = Atomic<UInt64>(0)

  init(_ snapshot: BoardSnapshot) { current = Mutex(snapshot) }

  /// The last snapshot.
  var snapshot: BoardSnapshot { current.withLock { $0 } }

  /// A number that is another one whenever the snapshot is.
  var version: UInt64 { changes.load(ordering: .acquiring) }

  /// Replaces the snapshot.
  func publish(_ snapshot: BoardSnapshot) {
    current.withLock { $0 = snapshot }
    changes.add(1, ordering: .releasing)
  }
}
