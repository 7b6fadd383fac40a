internal import Mathematics

/// A quantity that wanders smoothly and never repeats within a run: sines of unrelated periods.
///
/// There is no chance in it, so it is a pure function of time.
struct SmoothVariation: Hashable, Sendable {
  /// One sine: how far it goes, seconds from crest to crest, and radians at time zero.
  struct Wave: Hashable, Sendable {
    let amplitude: Double
    let period: Double
    let phase: Double
  }

  let waves: [Wave]

  /// Creates a variation from (amplitude, period in seconds, phase in radians).
  init(_ waves: [(Double, Double, Double)]) {
    self.waves = waves.map { Wave(amplitude: $0.0, period: $0.1, phase: $0.2) }
  }

  /// The value at a time in seconds; its mean is zero.
  func value(at time: Double) -> Double {
    var sum = 0.0
    for wave in waves {
      sum += wave.amplitude * Math.sine(2 * .pi * time / wave.period + wave.phase)
    }
    return sum
  }
}
