internal import GNSSBasics
internal import SatelliteOrbits

/// An epoch of pairs at a place, with what is found of it on the way to a solution.
struct PairedEpoch: Sendable {
  let time: GPSTime
  /// The time since the epoch before, seconds.
  let elapsed: Double
  let place: ReceiverPlace
  let pairs: [SignalPair]
  let clocks: GroupNumbers
  /// The fit to the codes.
  let codes: RangeFit
  /// The age of the base's observations, seconds.
  let age: Double
  var leftOut: [LeftOut]
  /// The indices of the pairs whose code is used.
  private(set) var goodCodes: [Int] = []

  init(
    time: GPSTime, elapsed: Double, place: ReceiverPlace, pairs: [SignalPair], clocks: GroupNumbers,
    codes: RangeFit, age: Double, leftOut: [LeftOut]
  ) {
    (self.time, self.elapsed) = (time, elapsed)
    (self.place, self.pairs, self.clocks) = (place, pairs, clocks)
    (self.codes, self.age, self.leftOut) = (codes, age, leftOut)
  }

  /// Whether the codes allow a move from the place.
  func agrees(with move: SIMD3<Double>) -> Bool {
    (move - codes.move).length < 10 + 8 * codes.covariance.trace.squareRoot()
  }

  /// Notes which codes the fit has used, given each pair's row.
  mutating func markCodes(_ rows: [RangeRow?]) {
    var number = 0
    for (index, row) in rows.enumerated() where row != nil {
      if codes.excluded.contains(number) {
        leftOut.append(LeftOut(pairs[index].id, .code(codes.residuals[number])))
      } else {
        goodCodes.append(index)
      }
      number += 1
    }
  }
}

/// The numbers of the clocks of an epoch: of each group one for its codes and one for its phases.
struct GroupNumbers: Sendable {
  /// The number of clocks of codes, and of those of phases.
  let count: Int

  /// Numbers the groups of pairs.
  init(_ pairs: inout [SignalPair]) {
    var groups: [SignalPair.Group] = []
    for index in pairs.indices {
      let group = pairs[index].group
      if let number = groups.firstIndex(of: group) {
        pairs[index].clock = number
      } else {
        pairs[index].clock = groups.count
        groups.append(group)
      }
    }
    count = groups.count
  }

  /// Returns the row of a pair's code.
  func codeRow(_ pair: SignalPair) -> RangeRow? {
    pair.code.map {
      RangeRow(
        direction: -pair.sight.direction, residual: $0, weight: 1 / pair.codeVariance,
        clock: pair.clock)
    }
  }

  /// Returns the row of a pair's phase, with an ambiguity taken off.
  ///
  /// - Parameters:
  ///   - pair: The pair.
  ///   - cycles: What is taken off.
  ///   - base: The number of clocks before those of the phases.
  /// - Returns: The row; `nil` without a phase.
  func phaseRow(_ pair: SignalPair, without cycles: Double, base: Int = 0) -> RangeRow? {
    pair.phase.map {
      RangeRow(
        direction: -pair.sight.direction, residual: $0 - cycles * pair.wavelength,
        weight: 1 / pair.phaseVariance, clock: base + pair.clock,
        wavelength: pair.wavelength)
    }
  }
}
