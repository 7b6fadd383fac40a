internal import GNSSBasics
internal import SatelliteOrbits

extension RTKEngine {
  /// The time for which a new carrier has to agree before it takes part, seconds.
  private static var probation: Double { 5 }
  /// The standard deviation in space above which a position is not called fixed, metres.
  private static var greatestDeviation: Double { 0.05 }

  /// A fit to phases with whole ambiguities, and the carriers that it uses.
  struct FixedFit {
    let fit: RangeFit
    let carriers: [CarrierID]
    /// The move from the place: that of the fit, or of all epochs where the rover stands still.
    let move: SIMD3<Double>
    /// The covariance of the position with what the parameters add.
    let covariance: Matrix3
    /// The estimate of the parameters and of the ambiguities that are not whole; `nil` without parameters.
    let refined: Estimate?
  }

  /// Solves with the whole ambiguities that are held; `nil` where there are too few, or they disagree.
  mutating func fixedSolution(_ epoch: inout PairedEpoch) -> FixedFit? {
    let refined = refineModel(at: epoch.place)
    let time = epoch.time
    let (held, rows) = phases(of: epoch, without: { $0.last == time ? $0.integer : nil })
    guard rows.count >= 5,
      let fit = RangeFit(
        rows,
        limit: (deviations: 4.5, metres: { 0.1 * $0.wavelength })),
      fit.misfit.freedom >= 2, case let covariance = refined?.spread ?? fit.covariance,
      covariance.trace < Self.greatestDeviation * Self.greatestDeviation
    else { return nil }
    guard fit.excluded.count * 5 <= rows.count, fit.deviation < 3, epoch.agrees(with: fit.move)
    else {
      letGo()
      return nil
    }
    for index in fit.excluded {
      arcs[held[index].id]?.integer = nil
      epoch.leavesOut(held[index], off: fit.residuals[index])
    }
    let used = held.indices.filter { !fit.excluded.contains($0) }
    return FixedFit(
      fit: fit, carriers: used.map { held[$0].id },
      move: options.isStatic ? refined?.move ?? fit.move : fit.move, covariance: covariance,
      refined: refined)
  }

  /// Forgets which ambiguities are whole.
  mutating func letGo() {
    for id in arcs.keys {
      arcs[id]?.integer = nil
      arcs[id]?.trial = nil
    }
    (searched, doubts) = (nil, 0)
  }

  /// Returns a solution after the integers have been let go.
  mutating func release(_ solution: Solution, _ reason: String) -> Solution {
    letGo()
    var solution = solution
    solution.reason = reason
    return solution
  }

  /// Lets carriers that are not whole yet take part, when they have agreed with the fixed ones for a while.
  mutating func tryOthers(_ epoch: inout PairedEpoch, _ fixed: FixedFit) {
    // The clock of each group, by its carriers that are whole.
    var clocks: [SignalPair.Group: (sum: Double, weight: Double)] = [:]
    func rest(_ pair: SignalPair, _ cycles: Double) -> Double? {
      pair.phase.map {
        $0 - cycles * pair.wavelength - phaseDelay(of: pair)
          + pair.sight.direction.dot(fixed.fit.move)
      }
    }
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], let integer = arc.integer, arc.last == epoch.time,
        let rest = rest(pair, arc.origin + integer)
      else { continue }
      clocks[pair.group, default: (0, 0)].sum += rest / pair.phaseVariance
      clocks[pair.group, default: (0, 0)].weight += 1 / pair.phaseVariance
    }
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.integer == nil, arc.last == epoch.time,
        let rest = rest(pair, arc.origin)
      else { continue }
      guard let clock = clocks[pair.group] else {
        // A group without any whole carrier: its first one is its zero.
        arcs[pair.id]?.integer = 0
        clocks[pair.group] = (rest / pair.phaseVariance, 1 / pair.phaseVariance)
        continue
      }
      epoch.leftOut.append(LeftOut(pair.id, .untried))
      var cycles = (rest - clock.sum / clock.weight) / pair.wavelength
      var isKnown = true
      if let refined = fixed.refined, let index = refined.kept.firstIndex(of: arc.column) {
        cycles = refined.parameters[arc.column]
        isKnown = refined.covariance[index, index] < 0.1 * 0.1
      }
      let integer = cycles.rounded()
      guard isKnown, (cycles - integer).magnitude < 0.15 else {
        arcs[pair.id]?.trial = nil
        continue
      }
      if let trial = arc.trial, trial.integer == integer {
        if epoch.time.seconds(since: trial.since) >= Self.probation {
          arcs[pair.id]?.integer = integer
          arcs[pair.id]?.isDoubted = false
        }
      } else {
        arcs[pair.id]?.trial = (integer, epoch.time)
      }
    }
  }

  /// Searches integers for a float solution, and solves with them where they pass.
  mutating func resolved(_ float: FloatSolution, _ epoch: inout PairedEpoch) -> Solution {
    letGo()
    guard float.solution.state == .float else { return float.solution }
    var (float, resolution) = (float, float.resolution)
    if !resolution.isResolved, let culprit = float.culprit(of: resolution) {
      arcs[culprit]?.isDoubted = true
      let other = floatSolution(epoch)
      let otherResolution = other.resolution
      arcs[culprit]?.isDoubted = otherResolution.isResolved
      if otherResolution.isResolved {
        (float, resolution) = (other, otherResolution)
        epoch.leftOut.append(LeftOut(culprit, .hindering))
      }
    }
    ratio = resolution.ratio
    guard resolution.isResolved else {
      var solution = float.solution
      solution.ratio = ratio
      solution.reason = reason(of: resolution, float)
      return solution
    }
    for reference in float.references { arcs[reference.id]?.integer = 0 }
    for (index, integer) in zip(resolution.indices, resolution.integers) {
      arcs[float.candidates[index]]?.integer = integer
    }
    guard let fixed = fixedSolution(&epoch) else {
      return release(float.solution, "the phases do not agree with the integers found")
    }
    searched = epoch.time
    return epoch.solution(of: fixed, ratio: ratio)
  }

  private func reason(of resolution: AmbiguityResolution, _ float: FloatSolution) -> String {
    let count = float.candidates.count
    if count < 4 { return "\(count + float.references.count) signals with a phase" }
    if resolution.ratio == 0 {
      return "\(count) ambiguities are not precise enough yet"
    }
    func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    return "ratio \(rounded(resolution.ratio)) of \(rounded(resolution.threshold)) on "
      + "\(resolution.count) ambiguities"
  }

  /// Searches the integers again, and tells whether they are those that are held.
  ///
  /// Only held carriers are searched. That others are nearer once may be noise; twice is a doubt.
  mutating func confirms(_ float: FloatSolution, _ epoch: PairedEpoch) -> Bool {
    searched = epoch.time
    guard float.solution.state == .float else { return true }
    var (held, offsets) = ([Int](), [SignalPair.Group: Double]())
    for reference in float.references {
      if let arc = arcs[reference.id], let integer = arc.integer { offsets[arc.group] = integer }
    }
    for (index, id) in float.candidates.enumerated() {
      if let arc = arcs[id], arc.integer != nil, offsets[arc.group] != nil { held.append(index) }
    }
    guard
      let found = IntegerCandidates(
        of: held.map { float.values[$0] }, covariance: float.covariance.selecting(held))
    else { return true }
    ratio = found.ratio
    let agrees = zip(held, found.best).allSatisfy { index, integer in
      guard let arc = arcs[float.candidates[index]], let whole = arc.integer,
        let offset = offsets[arc.group]
      else { return true }
      return whole - offset == integer
    }
    doubts = agrees ? 0 : doubts + 1
    return doubts < 2
  }
}
