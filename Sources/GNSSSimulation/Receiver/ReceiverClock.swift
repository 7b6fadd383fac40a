internal import Mathematics

/// A receiver's clock: a drifting oscillator, kept within half a millisecond by jumps of a whole millisecond.
struct ReceiverClock: Hashable, Sendable {
  /// The receiver clock minus GPS time, seconds.
  private(set) var offset: Double
  /// The rate of `offset`, s/s.
  private(set) var drift: Double
  private var generator: Xoshiro256
  /// The random walk of the drift, s/s in a second.
  private let driftWalk: Double

  /// Creates the clock of an equipment: ovenised in a station, temperature-compensated in a rover.
  init(_ equipment: Equipment, seed: UInt64) {
    generator = Xoshiro256(seed: seed, part: "receiver clock")
    let isStation = equipment == .station
    offset = (isStation ? 2e-5 : 3e-4) * (2 * generator.uniform() - 1)
    let part = 2 * generator.uniform() - 1
    drift = isStation ? 1e-9 * part : 3e-7 * part + (part < 0 ? -1e-7 : 1e-7)
    driftWalk = isStation ? 1e-11 : 4e-10
  }

  /// Advances the clock by some seconds.
  mutating func advance(by seconds: Double) {
    let root = seconds.squareRoot()
    // The white frequency noise is 3 parts in 10¹¹ over a second.
    offset += drift * seconds + 3e-11 * root * generator.normal()
    drift += driftWalk * root * generator.normal()
    drift = min(max(drift, -1e-6), 1e-6)
    if offset.magnitude > 5e-4 {
      offset -= 1e-3 * (offset / 1e-3).rounded(.toNearestOrAwayFromZero)
    }
  }
}
