internal import CCrypt
internal import NtripProtocol
internal import Platform
internal import Locks

/// Compares passwords with hashes on a thread of its own, one after the other: a check takes as long as
/// serving a thousand readers.
final class PasswordChecker: Sendable {
  /// The longest queue of passwords; more than a minute's worth would be answered too late anyway.
  private static let longestQueue = 512

  private struct State {
    var waiting: [(id: Caster.ConnectionID, check: PasswordCheck)] = []
    var hasThread = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let onResult: @Sendable (Caster.ConnectionID, PasswordCheck, Bool) -> Void

  /// Creates a checker; it calls from its thread.
  init(onResult: @escaping @Sendable (Caster.ConnectionID, PasswordCheck, Bool) -> Void) {
    self.onResult = onResult
  }

  /// Takes a check.
  ///
  /// - Returns: `false` when too many wait, or there is no thread to be had.
  func begin(_ check: PasswordCheck, for id: Caster.ConnectionID) -> Bool {
    let needsThread = state.withLock { state -> Bool? in
      guard state.waiting.count < Self.longestQueue, !state.isStopped else { return nil }
      state.waiting.append((id, check))
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard let needsThread else { return false }
    guard needsThread else { return true }
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

  /// Ends after the check that is being made.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waiting = []
    }
  }

  /// Does what waits; ends when nothing does.
  private func work() {
    while let (id, check) = next() {
      // Sound: both texts end with a zero byte, and are read during the call only.
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
