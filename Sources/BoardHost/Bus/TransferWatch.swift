internal import BoardSimulation
internal import Locks
internal import Platform

/// The last transfers on a board's bus.
///
/// Transfers are kept from the first question until half a minute of real time after the last one. Otherwise
/// the watch does not observe the bus, and costs nothing.
final class TransferWatch: Sendable {
  private struct State {
    var ring = Ring<I2CTransfer>(limit: TransferWatch.limit)
    /// The real time of the last question; `nil` while the bus is not observed.
    var asked: ContinuousClock.Instant?
  }

  /// The largest number of transfers kept.
  static let limit = 200
  /// The real time after the last question for which transfers are kept.
  static let patience = EventHub.patience

  private let state = Lock(State())
  private let clock: @Sendable () -> ContinuousClock.Instant

  /// Creates a watch that has not been asked.
  init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

  /// Returns the last transfers, oldest first, and goes on keeping them; called on the board's thread.
  ///
  /// - Returns: At most `count` transfers; none for the first question.
  func last(_ count: Int, on bus: SimulatedI2CBus) -> [I2CTransfer] {
    let (isFirst, transfers) = state.withLock { state in
      defer { state.asked = clock() }
      return (state.asked == nil, state.ring.ordered.suffix(count))
    }
    if isFirst { observe(bus) }
    return Array(transfers)
  }

  /// Observes a bus, beside the observer that it has, until nobody asks any more.
  private func observe(_ bus: SimulatedI2CBus) {
    let other = bus.onTransfer
    bus.onTransfer = { [weak self, unowned bus] transfer in
      other?(transfer)
      if self?.keep(transfer) != true { bus.onTransfer = other }
    }
  }

  /// Keeps a transfer; returns whether another one is wanted.
  private func keep(_ transfer: I2CTransfer) -> Bool {
    state.withLock { state in
      guard let asked = state.asked, clock() - asked < Self.patience else {
        state = State()
        return false
      }
      state.ring.append(transfer)
      return true
    }
  }
}
