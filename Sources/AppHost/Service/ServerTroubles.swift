internal import Locks
internal import Mathematics

/// The faults of a server, and the random choice of the answers that they affect.
final class ServerTroubles: Sendable {
  private let faults: [ServerFault]
  private let chance: Lock<Xoshiro256>

  init(_ faults: [ServerFault]) {
    self.faults = faults
    chance = Lock(Xoshiro256(seed: 0, part: "server"))
  }

  /// Returns the fault that affects an answer at a time after the start of the service; `nil` for none.
  ///
  /// Of several faults the last one wins. A fault with a probability below 1 takes a random draw.
  func strike(_ place: ServerFault.Place, at time: Duration) -> ServerFault? {
    faults.reversed().first { fault in
      guard fault.place == place, fault.isActive(at: time) else { return false }
      return chance.withLock { $0.strikes(with: fault.probability) }
    }
  }
}
