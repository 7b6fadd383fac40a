internal import GNSSBasics
internal import SatelliteOrbits

/// An epoch of pairs at a place, with what is found of it on the way to a solution.
struct PairedEpoch: Sendable {
  let time: GPSTime
  /// The time since the epoch before, seconds.
  let elapsed: Double
  let place: ReceiverPlace
  private(set) var pairs: [SignalPair]
  /// The number of groups of pairs; each has a clock of its codes, and one of its phases.
  let groups: Int
  /// The fit to the codes.
  let codes: RangeFit
  /// The age of the base's observations, seconds.
  let age: Double
  var leftOut: [LeftOut]
  /// The rest of each pair's code beside the fit to the codes, metres; `nil` without a code.
  private(set) var codeResiduals: [Double?] = []
  /// The indices of the pairs whose code is used.
  private(set) var goodCodes: [Int] = []

  init(
    time: GPSTime, elapsed: Double, place: ReceiverPlace, pairs: [SignalPair], groups: Int,
    codes: RangeFit, age: Double, leftOut: [LeftOut]
  ) {
    (self.time, self.elapsed) = (time, elapsed)
    (self.place, self.pairs, self.groups) = (place, pairs, groups)
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
        codeResiduals.append(nil)
        continue
      }
      let isExcluded = codes.excluded.contains(number)
      let residual = codes.residuals[number]
      if isExcluded { leftOut.append(LeftOut(pair.id, .code(residual))) }
      if isExcluded, residual.magnitude > Self.greatestDeviation {
        astray.insert(pair.id.satellite)
      }
      isGood.append(!isExcluded)
      codeResiduals.append(residual)
      number += 1
    }
    astray.subtract(zip(pairs, isGood).lazy.filter(\.1).map(\.0.id.satellite))
    let kept = pairs.indices.filter { !astray.contains(pairs[$0].id.satellite) }
    goodCodes = kept.indices.filter { isGood[kept[$0]] }
    if !astray.isEmpty {
      (pairs, codeResiduals) = (kept.map { pairs[$0] }, kept.map { codeResiduals[$0] })
    }
  }
}
