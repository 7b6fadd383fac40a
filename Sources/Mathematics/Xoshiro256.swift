/// A small, fast random number generator with the same sequence on every machine: xoshiro256**.
///
/// Each part of a simulation draws from its own generator, seeded from the run's seed and the part's name. So
/// adding or removing a part does not change the numbers of the others.
///
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021.
public struct Xoshiro256: RandomNumberGenerator, Hashable, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Creates the generator of one named part of a run.
  ///
  /// The name is hashed with 64-bit FNV-1a and mixed with `seed` through SplitMix64.
  public init(seed: UInt64, part: StaticString) {
    var mixer = SplitMix64(state: seed ^ part.fnv1a)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// Draws the next 64 random bits.
  @inline(__always)
  public mutating func next() -> UInt64 {
    let result = (state.1 &* 5).rotated(left: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3.rotated(left: 45)
    return result
  }

  /// Draws a number from the uniform distribution over 0..<1, with 53 random bits.
  @inline(__always)
  public mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Draws whether an event of a probability happens; a certain event takes no draw.
  @inline(__always)
  public mutating func strikes(with probability: Double) -> Bool {
    probability >= 1 || uniform() < probability
  }

  /// Draws a number from the standard normal distribution, by the Box–Muller transform.
  ///
  /// Each call takes exactly two draws of 64 bits, so that a sequence can be followed by hand.
  public mutating func normal() -> Double {
    let radius = (-2 * Math.logarithm(1 - uniform())).squareRoot()
    return radius * Math.cosine(2 * .pi * uniform())
  }

  /// Skips `count` numbers of the normal distribution.
  public mutating func skipNormals(_ count: Int) {
    for _ in 0..<2 * count { _ = next() }
  }

  /// Returns whether two generators have the same state, and so produce the same sequence.
  public static func == (a: Self, b: Self) -> Bool { a.state == b.state }

  /// Feeds the generator's state into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
  }
}

/// A generator that expands a 64-bit seed to the larger state of another generator.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension UInt64 {
  fileprivate func rotated(left count: UInt64) -> UInt64 {
    (self << count) | (self >> (64 - count))
  }
}

extension StaticString {
  /// The 64-bit FNV-1a hash of the string's UTF-8 bytes.
  fileprivate var fnv1a: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    withUTF8Buffer { bytes in
      // Sound: the indices are the buffer's own, and it is valid for the length of this call.
      for index in bytes.indices {
        hash = (hash ^ UInt64(unsafe bytes[index])) &* 0x100_0000_01B3
      }
    }
    return hash
  }
}
