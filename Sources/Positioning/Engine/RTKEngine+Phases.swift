internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

extension RTKEngine {
  /// The time after which a carrier that is not seen is forgotten, and a place, seconds.
  ///
  /// A time in nanoseconds is not always the nearest number of seconds, so that it is a bit longer.
  static var longestAbsence: Double { 30 + 1e-6 }

  /// Solves an epoch of pairs, as well as the options want.
  mutating func solve(_ epoch: inout PairedEpoch) -> Solution {
    guard options.mode != .dgnss else { return epoch.differential() }
    if epoch.elapsed > Self.longestAbsence { forgetPhases() }
    let isFirst = filter.count == 0
    followArcs(&epoch)
    followModel(epoch)
    checkPhases(&epoch)
    beginArcs(&epoch)
    learn(epoch, elapsed: isFirst ? .infinity : epoch.elapsed)
    guard options.mode == .rtk else { return floatSolution(epoch).solution }
    if let fixed = fixedSolution(&epoch) {
      tryOthers(&epoch, fixed)
      if let searched, epoch.time.seconds(since: searched) >= Self.confirmation {
        let float = floatSolution(epoch)
        if !confirms(float, epoch) {
          return release(float.solution, "the float solution disagrees")
        }
      }
      return epoch.solution(of: fixed, ratio: ratio)
    }
    return resolved(floatSolution(epoch), &epoch)
  }

  /// The time after which the integers are searched again, seconds.
  private static var confirmation: Double { 10 }

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
    for case .ambiguity(let id) in columns {
      if let arc = arcs[id], epoch.time.seconds(since: arc.last) > Self.longestAbsence {
        endArc(id)
      }
    }
  }

  /// Ends an arc, and takes its ambiguity out of the filter.
  mutating func endArc(_ id: CarrierID) {
    guard let arc = arcs.removeValue(forKey: id) else { return }
    removeColumn(arc.column)
  }

  /// Takes a parameter out of the filter.
  mutating func removeColumn(_ column: Int) {
    filter.removeColumn(column)
    columns.remove(at: column)
    for index in column..<columns.count {
      switch columns[index] {
      case .ambiguity(let id): arcs[id]?.column = index
      case .model(let parameter): model[parameter]?.column = index
      }
    }
  }

  /// Ends the arcs whose phases disagree with the others: they slipped, and nobody told.
  private mutating func checkPhases(_ epoch: inout PairedEpoch) {
    let (known, rows) = phases(of: epoch, without: \.value)
    guard
      let fit = RangeFit(
        rows,
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

  /// Returns the pairs of an epoch whose ambiguities have a value, and their phases without it
  /// and without the delays that are estimated.
  func phases(
    of epoch: PairedEpoch, without value: (CarrierArc) -> Double?
  ) -> (pairs: [SignalPair], rows: [RangeRow]) {
    var (pairs, rows) = ([SignalPair](), [RangeRow]())
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], let cycles = value(arc),
        var row = pair.phaseRow(without: arc.origin + cycles)
      else { continue }
      row.residual -= phaseDelay(of: pair)
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
        columns.append(.ambiguity(pair.id))
      }
      arcs[pair.id]?.last = epoch.time
      arcs[pair.id]?.lock = pair.lock
    }
  }
}
