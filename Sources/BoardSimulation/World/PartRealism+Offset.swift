internal import Mathematics

extension PartRealism {
  /// The tolerance that counts: an ideal part has none.
  var effectiveTolerance: Tolerance { isIdeal ? .none : tolerance }

  /// Returns a part's error in one respect, as a share of its datasheet's tolerance, `-1...1`.
  ///
  /// Takes one draw whatever the tolerance is, so that it changes nothing for what is drawn next.
  func share(_ chance: inout Xoshiro256) -> Double {
    share(of: chance.bell())
  }

  /// The same, of a number that was drawn before.
  func share(of draw: Double) -> Double {
    switch effectiveTolerance {
    case .none: 0
    // Limits are three standard deviations, as datasheets have them.
    case .typical: (draw / 3).limited(to: -1...1)
    case .worst: draw < 0 ? -1 : 1
    }
  }
}
