internal import AppServer
internal import AppStore
internal import Locks

/// The check of a store's seals in the background, one at a time.
final class VerificationDesk: Sendable {
  /// The state of the last check.
  struct State: Sendable {
    /// The number of rows that were checked.
    var checked: Int64 = 0
    /// Whether a check is under way.
    var isRunning = false
    /// The verdict of the last check; `nil` before its end.
    var verdict: StoreVerification.Verdict?
    /// The reason for which the last check has no verdict; `nil` for none.
    var error: String?

    /// The state as a word.
    var name: String {
      if isRunning { return "running" }
      return verdict == nil && error == nil ? "never" : "done"
    }
  }

  private let current = Lock(State())

  /// The state of the last check.
  var state: State { current.withLock { $0 } }

  /// Begins a check, unless one is under way.
  func begin(on store: any Store) {
    let isFirst = current.withLock { state in
      if state.isRunning { return false }
      state = State(isRunning: true)
      return true
    }
    guard isFirst else { return }
    Task { await verify(store) }
  }

  private func verify(_ store: any Store) async {
    do throws(StoreError) {
      let verdict = try await StoreVerification.verify(store) { count in
        current.withLock { $0.checked = count }
      }
      current.withLock { state in (state.verdict, state.isRunning) = (verdict, false) }
    } catch {
      current.withLock { state in (state.error, state.isRunning) = (error.description, false) }
    }
  }
}
