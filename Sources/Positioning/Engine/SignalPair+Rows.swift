internal import GNSSBasics

extension SignalPair {
  /// Numbers the clocks of pairs, one for each group.
  ///
  /// - Returns: The number of groups.
  static func numberGroups(of pairs: inout [SignalPair]) -> Int {
    var groups: [Group] = []
    for index in pairs.indices {
      let group = pairs[index].group
      if let number = groups.firstIndex(of: group) {
        pairs[index].clock = number
      } else {
        pairs[index].clock = groups.count
        groups.append(group)
      }
    }
    return groups.count
  }

  /// The row of the code; `nil` without a code.
  var codeRow: RangeRow? {
    code.map {
      RangeRow(
        direction: -sight.direction, residual: $0, weight: 1 / codeVariance, clock: clock)
    }
  }

  /// Returns the row of the phase, with an ambiguity taken off.
  ///
  /// - Parameters:
  ///   - cycles: The cycles that are taken off.
  ///   - base: The number of clocks before those of the phases.
  /// - Returns: The row; `nil` without a phase.
  func phaseRow(without cycles: Double, base: Int = 0) -> RangeRow? {
    phase.map {
      RangeRow(
        direction: -sight.direction, residual: $0 - cycles * wavelength,
        weight: 1 / phaseVariance, clock: base + clock, wavelength: wavelength)
    }
  }
}
