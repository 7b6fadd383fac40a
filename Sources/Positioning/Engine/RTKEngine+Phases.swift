internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

extension RTKEngine {
  /// The time after which a carrier that is not seen is forgotten, seconds.
  private static var longestAbsence: Double { 30 }
  /// The time constant with which codes and phases forget, seconds.
  private static var memory: Double { 120 }
  /// The time over which the errors of a signal repeat themselves, seconds.
  private static var repetition: Double { 5 }

  /// Solves an epoch of pairs, as well as the options want.
  mutating func solve(_ epoch: inout PairedEpoch) -> Solution {
    guard options.mode != .dgnss else { return epoch.differential() }
    if epoch.elapsed > Self.longestAbsence { forgetPhases() }
    followArcs(&epoch)
    checkPhases(&epoch)
    let isFirst = filter.count == 0
    beginArcs(&epoch)
    learn(epoch, elapsed: isFirst ? .infinity : epoch.elapsed)
    guard options.mode == .rtk else { return floatSolution(epoch).solution }
    if let fixed = fixedSolution(&epoch) {
      tryOthers(&epoch, fixed.fit)
      if let searched, epoch.time.seconds(since: searched) >= Self.confirmation {
        let float = floatSolution(epoch)
        if !confirms(float, epoch) {
          return release(float.solution, "the float solution disagrees")
        }
      }
      return epoch.solution(of: fixed.fit, fixed.carriers, .fixed, ratio: ratio)
    }
    return resolved(floatSolution(epoch), &epoch)
  }

  /// The time after which the integers are searched again, seconds.
  private static var confirmation: Double { 10 }

  /// The distance between the positions by phases and by codes from which the phases are begun anew, metres.
  private static var greatestDisagreement: Double { 50 }

  // MARK: Arcs

  /// Ends the arcs whose lock times tell a slip, and those that were not seen for long.
  private mutating func followArcs(_ epoch: inout PairedEpoch) {
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id] else { continue }
      let isLost = pair.phase == nil || pair.mayBeHalf || arc.group != pair.group
      if isLost || arc.hasSlipped(at: epoch.time, pair) {
        endArc(pair.id)
        if !isLost { epoch.leftOut.append(LeftOut(pair.id, .slip)) }
      }
    }
    for id in columns {
      if let arc = arcs[id], epoch.time.seconds(since: arc.last) > Self.longestAbsence {
        endArc(id)
      }
    }
  }

  /// Ends an arc, and takes its ambiguity out of the filter.
  mutating func endArc(_ id: CarrierID) {
    guard let arc = arcs.removeValue(forKey: id) else { return }
    filter.removeColumn(arc.column)
    columns.remove(at: arc.column)
    for (number, other) in columns.enumerated() { arcs[other]?.column = number }
  }

  /// Ends the arcs whose phases disagree with the others: they slipped, and nobody told.
  private mutating func checkPhases(_ epoch: inout PairedEpoch) {
    let (known, rows) = phases(of: epoch, without: \.value)
    guard
      let fit = RangeFit(
        rows, clocks: epoch.clocks.count,
        limit: (deviations: 5, metres: { 0.2 * $0.wavelength }))
    else { return }
    noise.learnPhases(fit, elapsed: epoch.elapsed)
    guard fit.excluded.count * 2 < rows.count else {
      forgetPhases()
      return
    }
    for index in fit.excluded {
      endArc(known[index].id)
      epoch.leavesOut(known[index], off: fit.residuals[index])
    }
  }

  /// Returns the pairs of an epoch whose ambiguities have a value, and their phases without it.
  func phases(
    of epoch: PairedEpoch, without value: (CarrierArc) -> Double?
  ) -> (pairs: [SignalPair], rows: [RangeRow]) {
    var (pairs, rows) = ([SignalPair](), [RangeRow]())
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], let cycles = value(arc),
        let row = epoch.clocks.phaseRow(pair, without: arc.origin + cycles)
      else { continue }
      pairs.append(pair)
      rows.append(row)
    }
    return (pairs, rows)
  }

  /// Begins arcs of the carriers that have none, and notes the pairs of all.
  private mutating func beginArcs(_ epoch: inout PairedEpoch) {
    for pair in epoch.pairs {
      guard let phase = pair.phase else {
        epoch.leftOut.append(LeftOut(pair.id, .noPhase))
        continue
      }
      if pair.mayBeHalf {
        epoch.leftOut.append(LeftOut(pair.id, .halfCycle))
        continue
      }
      if arcs[pair.id] == nil {
        guard let code = pair.code else { continue }
        arcs[pair.id] = CarrierArc(
          group: pair.group, column: filter.addColumn(),
          origin: ((phase - code) / pair.wavelength).rounded(), last: epoch.time, lock: pair.lock)
        columns.append(pair.id)
      }
      arcs[pair.id]?.last = epoch.time
      arcs[pair.id]?.lock = pair.lock
    }
  }

  // MARK: Float

  /// Adds an epoch to the filter.
  private mutating func learn(_ epoch: PairedEpoch, elapsed: Double) {
    var rows = epoch.goodCodes.compactMap { epoch.clocks.codeRow(epoch.pairs[$0]) }
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.last == epoch.time,
        var row = epoch.clocks.phaseRow(pair, without: arc.origin, base: epoch.clocks.count)
      else { continue }
      row.ambiguity = arc.column
      rows.append(row)
    }
    filter.keep(elapsed.isFinite ? Math.exponential(-elapsed / Self.memory) : 1)
    filter.add(
      rows, clocks: 2 * epoch.clocks.count, share: min(elapsed / Self.repetition, 1))
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
  }

  /// Solves for float ambiguities and the position with them.
  private mutating func floatSolution(_ epoch: PairedEpoch) -> FloatSolution {
    let references = references(of: epoch)
    let fixedColumns = Set(references.compactMap { arcs[$0]?.column })
    let kept = columns.indices.filter { !fixedColumns.contains($0) }
    var matrix = filter.matrix.selecting(kept)
    // Two carriers of a group that were never there together have nothing to do with each other.
    for index in kept.indices { matrix[index, index] += 1e-4 }
    guard !kept.isEmpty, let factor = CholeskyFactor(matrix) else {
      return FloatSolution(
        solution: epoch.differential(reason: "no phases to use"))
    }
    let values = factor.solution(of: kept.map { filter.vector[$0] })
    var parameters = [Double](repeating: 0, count: columns.count)
    for (index, column) in kept.enumerated() { parameters[column] = values[index] }
    for (column, id) in columns.enumerated() { arcs[id]?.float = parameters[column] }
    guard let move = filter.position.move(parameters: parameters),
      let inverse = filter.position.inverse
    else { return FloatSolution(solution: epoch.differential(reason: "too few phases")) }
    guard (move - epoch.codes.move).length < Self.greatestDisagreement else {
      forgetPhases()
      return FloatSolution(
        solution: epoch.differential(reason: "the phases disagree with the codes"))
    }
    // The covariance of the position has what the ambiguities add.
    let covariance = factor.inverse
    let effects = kept.map { inverse.times(filter.position.coupling[$0]) }
    var sum = inverse
    let spread = [0, 1, 2].map { axis in covariance.times(effects.map { $0[axis] }) }
    for (index, effect) in effects.enumerated() {
      sum.x += spread[0][index] * effect
      sum.y += spread[1][index] * effect
      sum.z += spread[2][index] * effect
    }
    let present = epoch.pairs.filter { arcs[$0.id]?.last == epoch.time }
    var result = FloatSolution(
      solution: epoch.solution(
        move: move, covariance: sum, carriers: present.map(\.id), .float, ratio: ratio))
    result.references = references
    let indexOf = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    for pair in present {
      guard let arc = arcs[pair.id], let index = indexOf[arc.column] else { continue }
      result.candidates.append(pair.id)
      result.values.append(values[index])
    }
    result.covariance = covariance.selecting(
      result.candidates.compactMap { arcs[$0].flatMap { indexOf[$0.column] } })
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
    for id in columns {
      if let arc = arcs[id], best[arc.group] == nil { best[arc.group] = (id, -1) }
    }
    return best.values.map(\.id).sorted()
  }
}

extension PairedEpoch {
  /// Notes that a phase is off the others by a distance, metres.
  mutating func leavesOut(_ pair: SignalPair, off residual: Double) {
    leftOut.append(LeftOut(pair.id, .phase(residual / pair.wavelength)))
  }

  /// Returns the solution by the codes alone.
  func differential(reason: String = "") -> Solution {
    solution(of: codes, goodCodes.map { pairs[$0].id }, .differential, reason: reason)
  }

  /// Returns a solution of a fit to ranges of some carriers.
  func solution(
    of fit: RangeFit, _ carriers: [CarrierID], _ state: Solution.State, ratio: Double = 0,
    reason: String = ""
  ) -> Solution {
    var solution = solution(
      move: fit.move, covariance: fit.covariance, carriers: carriers, state, ratio: ratio,
      reason: reason)
    solution.residual = fit.residual
    return solution
  }

  /// Returns a solution of a move from the place.
  func solution(
    move: SIMD3<Double>, covariance: Matrix3, carriers: [CarrierID], _ state: Solution.State,
    ratio: Double = 0, reason: String = ""
  ) -> Solution {
    var solution = Solution(time: time, reason: reason, leftOut: leftOut)
    solution.state = state
    solution.position = ECEFPosition(place.position + move)
    solution.covariance = [
      covariance.x.x, covariance.y.y, covariance.z.z, covariance.x.y, covariance.y.z,
      covariance.z.x,
    ]
    solution.satellites = Set(carriers.map(\.satellite)).sorted()
    solution.signals = carriers.count
    (solution.ratio, solution.age, solution.residual) = (ratio, age, codes.residual)
    return solution
  }
}
