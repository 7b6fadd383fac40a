internal import Mathematics

/// How far one BH1750 is off, by its seed and the datasheet's limits.
///
/// Source: ROHM BH1750FVI technical note, "Electrical Characteristics", p. 2: measurement accuracy 0.96
/// to 1.44 counts a lux with 1.2 typical, 0 to 3 counts in the dark, 120 to 180 ms.
struct BH1750Spread {
  private let sensitivity: Double
  private let time: Double

  init(seed: UInt64) {
    var chance = Xoshiro256(seed: seed, part: "bh1750.tolerance")
    sensitivity = chance.bell()
    time = chance.uniform()
  }

  /// What its result is multiplied by.
  func gain(_ realism: PartRealism) -> Double {
    switch Self.tolerance(realism) {
    case .none: 1
    case .typical: 1 + (sensitivity * 0.2 / 3).limited(to: -0.2...0.2)
    case .worst: sensitivity < 0 ? 0.8 : 1.2
    }
  }

  /// Its result in the dark.
  func dark(_ realism: PartRealism) -> Double { Self.tolerance(realism) == .worst ? 3 : 0 }

  /// What its times are multiplied by.
  func timeFactor(_ realism: PartRealism) -> Double {
    switch Self.tolerance(realism) {
    case .none: 1
    case .typical: 1 + 0.25 * time
    case .worst: 1.5
    }
  }

  private static func tolerance(_ realism: PartRealism) -> PartRealism.Tolerance {
    realism.isIdeal ? .none : realism.tolerance
  }
}
