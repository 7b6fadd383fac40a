internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

extension RTKEngine {
  /// The time constant with which codes and phases forget, seconds.
  private static var memory: Double { 120 }
  /// The same where the ionosphere is estimated, which takes longer than the codes' errors repeat themselves.
  private static var longMemory: Double { 600 }
  /// The time over which the errors of a signal repeat themselves, seconds.
  private static var repetition: Double { 5 }
  /// The distance between the positions by phases and by codes from which the phases are begun anew, metres.
  private static var greatestDisagreement: Double { 50 }

  /// Adds an epoch to the filter.
  mutating func learn(_ epoch: PairedEpoch, elapsed: Double) {
    var rows: [RangeRow] = []
    for index in epoch.goodCodes {
      let pair = epoch.pairs[index]
      guard var row = epoch.clocks.codeRow(pair) else { continue }
      for term in delayTerms(of: pair) where term.code != 0 {
        if let delay = delays[term.delay] { row.terms.add(delay.column, term.code) }
      }
      rows.append(row)
    }
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.last == epoch.time,
        var row = epoch.clocks.phaseRow(pair, without: arc.origin, base: epoch.clocks.count)
      else { continue }
      row.terms.add(arc.column, pair.wavelength)
      for term in delayTerms(of: pair) {
        if let delay = delays[term.delay] { row.terms.add(delay.column, term.phase) }
      }
      rows.append(row)
    }
    let memory = estimated.ionosphere ? Self.longMemory : Self.memory
    filter.keep(elapsed.isFinite ? Math.exponential(-elapsed / memory) : 1)
    if elapsed.isFinite { loosenDelays(elapsed: elapsed, baseline: baseline(of: epoch)) }
    filter.add(
      rows, clocks: 2 * epoch.clocks.count, share: min(elapsed / Self.repetition, 1))
  }

  /// An estimate of the lasting parameters, and the position with them.
  struct Estimate {
    /// The columns that were estimated.
    var kept: [Int]
    /// The values of all columns.
    var parameters: [Double]
    /// The covariance of the columns that were estimated.
    var covariance: SymmetricMatrix
    /// The move from the place, and its covariance with what the parameters add.
    var move: SIMD3<Double>
    var spread: Matrix3
  }

  /// Estimates some parameters.
  ///
  /// - Parameters:
  ///   - kept: The columns.
  ///   - parameters: The values of the other columns.
  /// - Returns: The estimate; `nil` where the epoch determines no position.
  func estimate(_ kept: [Int], given parameters: [Double]) -> Estimate? {
    var matrix = filter.matrix.selecting(kept)
    // Two carriers of a group that were never there together have nothing to do with each other.
    for index in kept.indices { matrix[index, index] += 1e-4 }
    let known = parameters.indices.filter { parameters[$0] != 0 }
    let right = kept.map { row in
      known.reduce(filter.vector[row]) { $0 - filter.matrix[row, $1] * parameters[$1] }
    }
    guard let factor = CholeskyFactor(matrix), let inverse = filter.position.inverse
    else { return nil }
    var parameters = parameters
    for (column, value) in zip(kept, factor.solution(of: right)) { parameters[column] = value }
    guard let move = filter.position.move(parameters: parameters) else { return nil }
    let covariance = factor.inverse
    let effects = kept.map { inverse.times(filter.position.coupling[$0]) }
    var sum = inverse
    let spread = [0, 1, 2].map { axis in covariance.times(effects.map { $0[axis] }) }
    for (index, effect) in effects.enumerated() {
      sum.x += spread[0][index] * effect
      sum.y += spread[1][index] * effect
      sum.z += spread[2][index] * effect
    }
    return Estimate(
      kept: kept, parameters: parameters, covariance: covariance, move: move, spread: sum)
  }

  /// Takes the values of an estimate.
  mutating func take(_ estimate: Estimate) {
    for column in estimate.kept {
      switch columns[column] {
      case .ambiguity(let id): arcs[id]?.float = estimate.parameters[column]
      case .delay(let delay): delays[delay]?.value = estimate.parameters[column]
      }
    }
  }

  /// A float solution with its ambiguities.
  struct FloatSolution {
    var solution: Solution
    /// The carriers whose ambiguities may be whole, without the reference of each group.
    var candidates: [CarrierID] = []
    /// The references of the groups.
    var references: [CarrierID] = []
    var values: [Double] = []
    var covariance = SymmetricMatrix(size: 0)

    /// The numbers of the candidates' satellites.
    var owners: [Int] {
      var number = 0
      return candidates.indices.map { index in
        if index > 0, candidates[index].satellite != candidates[index - 1].satellite { number += 1 }
        return number
      }
    }
  }

  /// Solves for float ambiguities and the position with them.
  mutating func floatSolution(_ epoch: PairedEpoch) -> FloatSolution {
    let references = references(of: epoch)
    let fixed = Set(references.compactMap { arcs[$0]?.column })
    let kept = columns.indices.filter { !fixed.contains($0) }
    let none = [Double](repeating: 0, count: columns.count)
    guard kept.contains(where: { columns[$0].isAmbiguity }),
      let estimate = estimate(kept, given: none)
    else { return FloatSolution(solution: epoch.differential(reason: "no phases to use")) }
    for id in references { arcs[id]?.float = 0 }
    take(estimate)
    guard (estimate.move - epoch.codes.move).length < Self.greatestDisagreement else {
      forgetPhases()
      return FloatSolution(
        solution: epoch.differential(reason: "the phases disagree with the codes"))
    }
    let present = epoch.pairs.filter { arcs[$0.id]?.last == epoch.time }
    var result = FloatSolution(
      solution: epoch.solution(
        move: estimate.move, covariance: estimate.spread, carriers: present.map(\.id), .float,
        ratio: ratio))
    result.references = references
    var chosen: [Int] = []
    for pair in present {
      guard let arc = arcs[pair.id], let index = kept.firstIndex(of: arc.column) else { continue }
      result.candidates.append(pair.id)
      result.values.append(estimate.parameters[arc.column])
      chosen.append(index)
    }
    result.covariance = estimate.covariance.selecting(chosen)
    return result
  }

  /// Returns a carrier of each group, whose ambiguity is the zero of the others'.
  private func references(of epoch: PairedEpoch) -> [CarrierID] {
    var best: [SignalPair.Group: (id: CarrierID, sine: Double)] = [:]
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.last == epoch.time else { continue }
      // What is whole already is the zero of the others.
      let sine = pair.sight.sineOfElevation + (arc.integer == nil ? 0 : 2)
      if sine > best[pair.group]?.sine ?? -1 { best[pair.group] = (pair.id, sine) }
    }
    for case .ambiguity(let id) in columns {
      if let arc = arcs[id], best[arc.group] == nil { best[arc.group] = (id, -1) }
    }
    return best.values.map(\.id).sorted()
  }
}
