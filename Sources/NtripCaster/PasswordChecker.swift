internal import CCrypt
internal import NtripProtocol
internal import Platform
internal import Locks

/// A checker of passwords against their hashes, one after the other on its own thread.
///
/// A check takes as long as serving a thousand readers.
final class PasswordChecker: Sendable {
  /// The longest queue of checks; checks beyond a minute would be answered too late anyway.
  private static let longestQueue = 512

  private struct State {
    var waiting: [(id: Caster.ConnectionID, check: PasswordCheck)] = []
    var hasThread = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let onResult: @Sendable (Caster.ConnectionID, PasswordCheck, Bool) -> Void

  /// Creates a checker; it calls `onResult` on its own thread.
  init(onResult: @escaping @Sendable (Caster.ConnectionID, PasswordCheck, Bool) -> Void) {
    self.onResult = onResult
  }

  /// Queues a check.
  ///
  /// - Returns: `false` when the queue is full or no thread is available.
  func begin(_ check: PasswordCheck, for id: Caster.ConnectionID) -> Bool {
    let entry = state.withLock { state -> Entry in
      guard state.waiting.count < Self.longestQueue, !state.isStopped else { return .refused }
      state.waiting.append((id, check))
      defer { state.hasThread = true }
      return state.hasThread ? .queued : .queuedWithoutThread
    }
    return switch entry {
    case .refused: false
    case .queued: true
    case .queuedWithoutThread: startThread()
    }
  }

  /// The entry of a check into the queue.
  private enum Entry { case refused, queued, queuedWithoutThread }

  /// Starts the thread for the only check in the queue; returns `false` when no thread is available.
  private func startThread() -> Bool {
    if let thread = BackgroundThread({ self.work() }) {
      thread.detach()
      return true
    }
    state.withLock { state in
      state.waiting.removeLast()
      state.hasThread = false
    }
    return false
  }

  /// Ends the checker after the check under way.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waiting = []
    }
  }

  /// Performs the queued checks; returns when the queue is empty.
  private func work() {
    while let (id, check) = next() {
      // Sound: both texts end with a NUL, and are read only during the call.
      let isRight = check.hashes.contains { unsafe ccrypt_matches(check.password, $0) == 1 }
      onResult(id, check, isRight)
    }
  }

  private func next() -> (Caster.ConnectionID, PasswordCheck)? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isStopped else {
        state.hasThread = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
