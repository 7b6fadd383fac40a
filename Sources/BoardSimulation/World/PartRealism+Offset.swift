internal import Mathematics

extension PartRealism {
  /// The tolerance in effect: `none` for an ideal part.
  var effectiveTolerance: Tolerance { isIdeal ? .none : tolerance }

  /// Returns one error of a part as a share of the datasheet's tolerance, `-1...1`.
  ///
  /// The function takes one random draw at any tolerance, so that later draws do not depend on the tolerance.
  func share(_ chance: inout Xoshiro256) -> Double {
    share(of: chance.bell())
  }

  /// Returns the error for a number drawn earlier, as a share of the datasheet's tolerance, `-1...1`.
  func share(of draw: Double) -> Double {
    switch effectiveTolerance {
    case .none: 0
    // Datasheet limits are taken as three standard deviations.
    case .typical: (draw / 3).limited(to: -1...1)
    case .worst: draw < 0 ? -1 : 1
    }
  }
}
