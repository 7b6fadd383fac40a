internal import Mathematics

/// The deviation of one BH1750, drawn from a seed within the datasheet's limits.
///
/// Source: ROHM BH1750FVI technical note, "Electrical Characteristics", p. 2. The limits are 0.96 to 1.44
/// counts a lux with 1.2 typical, 0 to 3 counts in the dark, and 120 to 180 ms.
struct BH1750Spread {
  private let sensitivity: Double
  private let time: Double

  init(seed: UInt64) {
    var chance = Xoshiro256(seed: seed, part: "bh1750.tolerance")
    sensitivity = chance.bell()
    time = chance.uniform()
  }

  /// Returns the factor of the sensitivity.
  func gain(_ realism: PartRealism) -> Double { 1 + 0.2 * realism.share(of: sensitivity) }

  /// Returns the dark count: 3 at worst tolerance, otherwise 0.
  func dark(_ realism: PartRealism) -> Double { realism.effectiveTolerance == .worst ? 3 : 0 }

  /// Returns the factor of the measurement time.
  func timeFactor(_ realism: PartRealism) -> Double {
    switch realism.effectiveTolerance {
    case .none: 1
    case .typical: 1 + 0.25 * time
    case .worst: 1.5
    }
  }
}
