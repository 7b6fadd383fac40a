internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

extension RTKEngine {
  /// The time constant with which codes and phases forget, seconds.
  private static var memory: Double { 120 }
  /// The same where the ionosphere is estimated, which takes longer than the codes' errors repeat themselves,
  /// and where the rover stands still.
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
      guard var row = pair.codeRow else { continue }
      addModel(of: pair, by: \.code, to: &row, at: epoch.place)
      rows.append(row)
    }
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.last == epoch.time,
        var row = pair.phaseRow(without: arc.origin, base: epoch.groups)
      else { continue }
      row.terms.add(arc.column, pair.wavelength)
      addModel(of: pair, by: \.phase, to: &row, at: epoch.place)
      rows.append(row)
    }
    let memory = estimated.ionosphere || options.isStatic ? Self.longMemory : Self.memory
    filter.keep(elapsed.isFinite ? Math.exponential(-elapsed / memory) : 1)
    if elapsed.isFinite { loosenIonosphere(elapsed: elapsed, baseline: baseline(of: epoch)) }
    filter.add(
      rows, clocks: 2 * epoch.groups, share: min(elapsed / Self.repetition, 1))
  }

  /// Adds the parameters of the model to an equation of a pair.
  private func addModel(
    of pair: SignalPair, by coefficient: KeyPath<ParameterTerm, Double>, to row: inout RangeRow,
    at place: ReceiverPlace
  ) {
    for term in modelTerms(of: pair) where term[keyPath: coefficient] != 0 {
      if let known = model[term.parameter] {
        row.terms.add(known.column, term[keyPath: coefficient])
      }
    }
    if options.isStatic { makeStatic(&row, at: place) }
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
  ///   - place: The place of the epoch.
  /// - Returns: The estimate; `nil` where the epoch determines no position.
  func estimate(
    _ kept: [Int], given parameters: [Double], at place: ReceiverPlace
  ) -> Estimate? {
    var matrix = filter.matrix.selecting(kept)
    // Two carriers of a group that were never there together have nothing to do with each other.
    for index in kept.indices { matrix[index, index] += 1e-4 }
    let known = parameters.indices.filter { parameters[$0] != 0 }
    let right = kept.map { row in
      known.reduce(filter.vector[row]) { $0 - filter.matrix[row, $1] * parameters[$1] }
    }
    guard let factor = CholeskyFactor(matrix) else { return nil }
    var parameters = parameters
    for (column, value) in zip(kept, factor.solution(of: right)) { parameters[column] = value }
    let covariance = factor.inverse
    let found =
      if let axes = positionColumns {
        standing(axes, kept, parameters, covariance, at: place)
      } else {
        moving(kept, parameters, covariance)
      }
    return found.map {
      Estimate(
        kept: kept, parameters: parameters, covariance: covariance, move: $0.move,
        spread: $0.spread)
    }
  }

  /// Returns the move of a rover that stands still, whose coordinates are parameters, and its covariance.
  private func standing(
    _ axes: [Int], _ kept: [Int], _ parameters: [Double], _ covariance: SymmetricMatrix,
    at place: ReceiverPlace
  ) -> (move: SIMD3<Double>, spread: Matrix3)? {
    let own = covariance.selecting(axes.compactMap { kept.firstIndex(of: $0) })
    func column(_ index: Int) -> SIMD3<Double> {
      SIMD3(own[0, index], own[1, index], own[2, index])
    }
    let position = SIMD3(parameters[axes[0]], parameters[axes[1]], parameters[axes[2]])
    return (
      origin + position - place.position,
      Matrix3(columns: (column(0), column(1), column(2)))
    )
  }

  /// Returns the move by the epoch's equations, and its covariance with what the parameters add; `nil` where the
  /// epoch determines no position.
  private func moving(
    _ kept: [Int], _ parameters: [Double], _ covariance: SymmetricMatrix
  ) -> (move: SIMD3<Double>, spread: Matrix3)? {
    guard let move = filter.position.move(parameters: parameters),
      var spread = filter.position.inverse
    else { return nil }
    let effects = kept.map { [spread] in spread.times(filter.position.coupling[$0]) }
    let shares = [0, 1, 2].map { axis in covariance.times(effects.map { $0[axis] }) }
    for (index, effect) in effects.enumerated() {
      spread.x += shares[0][index] * effect
      spread.y += shares[1][index] * effect
      spread.z += shares[2][index] * effect
    }
    return (move, spread)
  }

  /// Takes the values of an estimate.
  mutating func take(_ estimate: Estimate) {
    for column in estimate.kept {
      switch columns[column] {
      case .ambiguity(let id): arcs[id]?.float = estimate.parameters[column]
      case .model(let parameter): model[parameter]?.value = estimate.parameters[column]
      }
    }
  }

  /// The carrier of a group whose ambiguity is the zero of the others'.
  struct Reference {
    let group: SignalPair.Group
    let id: CarrierID
  }

  /// A float solution with its ambiguities.
  struct FloatSolution {
    var solution: Solution
    /// The carriers whose ambiguities may be whole, without the reference of each group.
    var candidates: [CarrierID] = []
    /// The groups of the candidates.
    var groups: [SignalPair.Group] = []
    /// The references of the groups.
    var references: [Reference] = []
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
    let fixed = Set(references.compactMap { arcs[$0.id]?.column })
    let kept = columns.indices.filter { !fixed.contains($0) }
    let none = [Double](repeating: 0, count: columns.count)
    guard kept.contains(where: { columns[$0].isAmbiguity }),
      let estimate = estimate(kept, given: none, at: epoch.place)
    else { return FloatSolution(solution: epoch.differential(reason: "no phases to use")) }
    for reference in references { arcs[reference.id]?.float = 0 }
    take(estimate)
    guard (estimate.move - epoch.codes.move).length < Self.greatestDisagreement else {
      forgetPhases()
      return FloatSolution(
        solution: epoch.differential(reason: "the phases disagree with the codes"))
    }
    let present = epoch.pairs.filter { arcs[$0.id]?.last == epoch.time }
    // Ambiguities of earlier epochs make no more of codes alone.
    guard !present.isEmpty
    else { return FloatSolution(solution: epoch.differential(reason: "no phases to use")) }
    var result = FloatSolution(
      solution: epoch.solution(
        move: estimate.move, covariance: estimate.spread, carriers: present.map(\.id), .float,
        ratio: ratio))
    result.references = references
    var chosen: [Int] = []
    for pair in present {
      guard let arc = arcs[pair.id], !arc.isDoubted, let index = kept.firstIndex(of: arc.column)
      else { continue }
      result.candidates.append(pair.id)
      result.groups.append(pair.group)
      result.values.append(estimate.parameters[arc.column])
      chosen.append(index)
    }
    result.covariance = estimate.covariance.selecting(chosen)
    return result
  }

  /// Returns a carrier of each group, whose ambiguity is the zero of the others'.
  private func references(of epoch: PairedEpoch) -> [Reference] {
    var best: [SignalPair.Group: (id: CarrierID, sine: Double)] = [:]
    for pair in epoch.pairs {
      guard let arc = arcs[pair.id], arc.last == epoch.time else { continue }
      // What is whole already is the zero of the others.
      let sine =
        pair.sight.sineOfElevation + (arc.integer == nil ? 0 : 2) - (arc.isDoubted ? 4 : 0)
      if sine > best[pair.group]?.sine ?? -9 { best[pair.group] = (pair.id, sine) }
    }
    for case .ambiguity(let id) in columns {
      if let arc = arcs[id], best[arc.group] == nil { best[arc.group] = (id, -1) }
    }
    return best.map { Reference(group: $0.key, id: $0.value.id) }.sorted { $0.id < $1.id }
  }
}

extension RTKEngine.FloatSolution {
  /// The search for integers.
  var resolution: AmbiguityResolution {
    AmbiguityResolution(values, covariance: covariance, owners: owners)
  }

  /// The deviation in standard deviations from which an ambiguity is taken for one that is not whole.
  private static var limit: Double { 5 }

  /// Returns the carrier whose ambiguity explains best that no integers pass: one that is off by a part of a
  /// cycle, as by half of one; `nil` where none stands out.
  ///
  /// The test is that of Baarda (1968) for a bias in one observation. The ambiguity of a group's reference is
  /// the zero of the others, so that a bias of it is one of all others.
  func culprit(of resolution: AmbiguityResolution) -> CarrierID? {
    guard let (indices, deviations) = resolution.attempt,
      let factor = CholeskyFactor(covariance.selecting(indices))
    else { return nil }
    let weighted = factor.solution(of: deviations)
    let weights = factor.inverse
    var worst: (id: CarrierID, test: Double)?
    func test(_ id: CarrierID, _ sum: Double, _ variance: Double) {
      let test = sum.magnitude / variance.squareRoot()
      if test > Self.limit, test > worst?.test ?? 0 { worst = (id, test) }
    }
    for (place, index) in indices.enumerated() {
      test(candidates[index], weighted[place], weights[place, place])
    }
    for reference in references {
      let members = indices.indices.filter { groups[indices[$0]] == reference.group }
      guard members.count > 1 else { continue }
      let part = weights.selecting(members)
      test(
        reference.id, members.reduce(0) { $0 + weighted[$1] },
        part.form(of: [Double](repeating: 1, count: members.count)))
    }
    return worst?.id
  }
}
