internal import Mathematics

/// The faults of a modem, with their chance.
struct ModemTroubles: Sendable {
  private var faults: [ModemFault]
  private var chance: Xoshiro256
  /// The indices of the faults that strike once and have struck.
  private var struck: Set<Int> = []

  init(_ faults: [ModemFault], seed: UInt64) {
    self.faults = faults
    chance = Xoshiro256(seed: seed, part: "modem")
  }

  var isEmpty: Bool { faults.isEmpty }

  /// Replaces the faults; those at the same places are the same ones, and strike no second time.
  mutating func replace(by faults: [ModemFault]) { self.faults = faults }

  /// The times at which a fault begins or ends.
  var changes: [Duration] { faults.flatMap { [$0.start, $0.end].compactMap(\.self) } }

  /// Whether a fault of a kind is active; without a draw.
  func isOn(_ kind: ModemFault.Kind, at now: Duration) -> Bool {
    !faults.isEmpty && faults.contains { $0.kind == kind && $0.isActive(at: now) }
  }

  /// Returns the first fault of a kind that strikes at this occasion.
  mutating func strike(_ kind: ModemFault.Kind, at now: Duration) -> ModemFault? {
    faults.first {
      $0.kind == kind && $0.isActive(at: now) && chance.strikes(with: $0.probability)
    }
  }

  /// Returns whether a fault of a kind strikes that does so once in its time.
  mutating func strikesOnce(_ kind: ModemFault.Kind, at now: Duration) -> Bool {
    for (index, fault) in faults.enumerated()
    where fault.kind == kind && fault.isActive(at: now) && !struck.contains(index) {
      guard chance.strikes(with: fault.probability) else { continue }
      struck.insert(index)
      return true
    }
    return false
  }

  /// Returns bytes to the sketch as the faults leave them.
  mutating func spoilt(_ bytes: [UInt8], at now: Duration) -> [UInt8] {
    guard !faults.isEmpty else { return bytes }
    var bytes = bytes
    for fault in faults where fault.isActive(at: now) {
      switch fault.kind {
      case .garbage: flip(&bytes, rate: fault.value(.rate))
      case .drop: bytes.removeAll { _ in chance.uniform() < fault.value(.rate) }
      default: continue
      }
    }
    return bytes
  }

  private mutating func flip(_ bytes: inout [UInt8], rate: Double) {
    for index in bytes.indices where chance.uniform() < rate {
      bytes[index] ^= 1 << UInt8(chance.next() >> 61)
    }
  }
}
