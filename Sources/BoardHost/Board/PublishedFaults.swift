internal import BoardSimulation
internal import Mathematics
import Locks
import Synchronization

/// The faults of a board for other threads; the board's thread publishes each change.
final class PublishedFaults: Sendable {
  private let state: Lock<State>
  /// Whether any fault affects the data port's answers.
  private let concernsAnswers = Atomic<Bool>(false)

  private struct State {
    var all: [BoardFault] = []
    /// The faults that affect answers, latest first, since the latest fault takes precedence.
    var ofAnswers: [BoardFault] = []
    var chance: Xoshiro256
  }

  init(seed: UInt64) {
    state = Lock(State(chance: Xoshiro256(seed: seed, part: "http")))
  }

  /// All faults given so far; the number of a fault is its position, counted from 1.
  var all: [BoardFault] { state.withLock { $0.all } }

  /// Publishes a new list of faults.
  func publish(_ faults: [BoardFault]) {
    let ofAnswers = faults.filter { fault in
      fault.kind.place == .http || [.wifiBusy, .wifiClose].contains(fault.kind)
    }
    state.withLock { ($0.all, $0.ofAnswers) = (faults, ofAnswers.reversed()) }
    concernsAnswers.store(!ofAnswers.isEmpty, ordering: .releasing)
  }

  /// Whether a fault of this kind that affects answers is active at a board time, whatever its probability.
  func isOn(_ kind: BoardFault.Kind, at now: Duration) -> Bool {
    guard concernsAnswers.load(ordering: .acquiring) else { return false }
    return state.withLock { state in
      state.ofAnswers.contains { $0.kind == kind && $0.isActive(at: now) }
    }
  }

  /// Returns the faults that affect one answer at a board time; draws a random number for each uncertain
  /// fault.
  func strikes(at now: Duration) -> [BoardFault] {
    guard concernsAnswers.load(ordering: .acquiring) else { return [] }
    return state.withLock { state in
      var struck: [BoardFault] = []
      for fault in state.ofAnswers where fault.isActive(at: now) {
        if state.chance.strikes(with: fault.probability) { struck.append(fault) }
      }
      return struck
    }
  }
}
