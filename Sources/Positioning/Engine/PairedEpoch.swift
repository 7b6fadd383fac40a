internal import GNSSBasics
internal import SatelliteOrbits

/// An epoch of pairs at a place, with what is found of it on the way to a solution.
struct PairedEpoch: Sendable {
  let time: GPSTime
  /// The time since the epoch before, seconds.
  let elapsed: Double
  let place: ReceiverPlace
  private(set) var pairs: [SignalPair]
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

  /// The deviation of a code from which the place of its satellite, which follows from its codes, is wrong too,
  /// metres.
  private static var greatestDeviation: Double { 300 }

  /// Notes which codes the fit has used, given each pair's row, and leaves out satellites whose place is wrong.
  mutating func markCodes(_ rows: [RangeRow?]) {
    var (number, isGood, astray) = (0, [Bool](), Set<SatelliteID>())
    for (pair, row) in zip(pairs, rows) {
      guard row != nil else {
        isGood.append(false)
        continue
      }
      let isExcluded = codes.excluded.contains(number)
      let residual = codes.residuals[number]
      if isExcluded { leftOut.append(LeftOut(pair.id, .code(residual))) }
      if isExcluded, residual.magnitude > Self.greatestDeviation {
        astray.insert(pair.id.satellite)
      }
      isGood.append(!isExcluded)
      number += 1
    }
    astray.subtract(zip(pairs, isGood).lazy.filter(\.1).map(\.0.id.satellite))
    let kept = pairs.indices.filter { !astray.contains(pairs[$0].id.satellite) }
    goodCodes = kept.indices.filter { isGood[kept[$0]] }
    if !astray.isEmpty { pairs = kept.map { pairs[$0] } }
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
