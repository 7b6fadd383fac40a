internal import Mathematics

extension PartRealism {
  /// Whether a part has tolerances at all.
  var hasTolerance: Bool { !isIdeal && tolerance != .none }

  /// How far a part is off in one respect, as a share of what its datasheet allows, `-1...1`.
  ///
  /// Takes one draw whatever the tolerance is, so that it changes nothing for what is drawn next.
  func share(_ chance: inout Xoshiro256) -> Double {
    let draw = chance.bell()
    guard hasTolerance else { return 0 }
    if tolerance == .worst { return draw < 0 ? -1 : 1 }
    // Limits are three standard deviations, as datasheets have them.
    return (draw / 3).limited(to: -1...1)
  }
}
