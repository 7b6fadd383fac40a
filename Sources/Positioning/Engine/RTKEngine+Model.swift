internal import GNSSBasics
internal import SatelliteOrbits

extension RTKEngine {
  /// The lengths of the baseline from which the ionosphere and the troposphere are estimated, metres.
  private static var longForIonosphere: Double { 5_000 }
  private static var longForTroposphere: Double { 20_000 }

  /// Begins the parameters that an epoch needs beside the ambiguities, and ends those of satellites that are gone.
  mutating func followModel(_ epoch: PairedEpoch) {
    let length = baseline(of: epoch)
    // Who passes a limit to and fro does not begin anew each time.
    func isLong(_ limit: Double, _ wasLong: Bool) -> Bool { length > limit * (wasLong ? 0.8 : 1) }
    estimated.ionosphere = isLong(Self.longForIonosphere, estimated.ionosphere)
    estimated.troposphere = isLong(Self.longForTroposphere, estimated.troposphere)
    estimated.glonass = mayDiffer
    guard estimated != Estimated() || !model.isEmpty || options.isStatic else { return }
    var known = epoch.pairs.flatMap(modelTerms).map(\.parameter)
    if options.isStatic {
      if model[.position(axis: 0)] == nil { origin = epoch.place.position }
      known += (0..<3).map { .position(axis: $0) }
    }
    for parameter in known {
      if model[parameter] == nil {
        let deviation = Self.deviation(of: parameter, baseline: length)
        model[parameter] = ParameterEstimate(
          column: filter.addColumn(prior: 1 / (deviation * deviation)), last: epoch.time)
        columns.append(.model(parameter))
      }
      model[parameter]?.last = epoch.time
    }
    for case .model(let parameter) in columns {
      if let known = model[parameter], epoch.time.seconds(since: known.last) > Self.longestAbsence {
        model[parameter] = nil
        removeColumn(known.column)
      }
    }
  }

  /// Returns the standard deviation of a parameter of which nothing is observed, metres.
  ///
  /// The ionosphere's and troposphere's are those of days that are neither quiet nor stormy. GLONASS's biases
  /// differ by up to 0.05 m a channel between makes (Wanninger, J. Geodesy 86 (2012) 139).
  private static func deviation(of parameter: ModelParameter, baseline: Double) -> Double {
    switch parameter {
    case .ionosphere: 1.4e-6 * baseline
    case .troposphere: 0.01 + 1e-6 * baseline
    case .glonass: 0.025
    case .position: 1000
    }
  }

  /// Lets the ionosphere change between two epochs.
  mutating func loosenIonosphere(elapsed: Double, baseline: Double) {
    let deviation = 5e-8 * baseline
    for case (let column, .model(.ionosphere)) in columns.enumerated() {
      filter.loosen(column, by: deviation * deviation * elapsed)
    }
  }

  /// The length of the baseline, metres.
  func baseline(of epoch: PairedEpoch) -> Double {
    base.map { (epoch.place.position - $0.place.position).length } ?? 0
  }

  /// Returns the parameters in a pair's ranges, without the position.
  func modelTerms(of pair: SignalPair) -> [ParameterTerm] {
    var terms: [ParameterTerm] = []
    if estimated.ionosphere {
      let factor = pair.ionosphereFactor
      terms.append(
        ParameterTerm(parameter: .ionosphere(pair.id.satellite), code: factor, phase: -factor))
    }
    if estimated.troposphere {
      let factor = Troposphere.delay(ofZenith: 1, sineOfElevation: pair.sight.sineOfElevation)
      terms.append(ParameterTerm(parameter: .troposphere, code: factor, phase: factor))
    }
    if estimated.glonass, let channel = pair.glonassChannel {
      terms.append(
        ParameterTerm(parameter: .glonass(band: pair.id.band), code: 0, phase: Double(channel)))
    }
    return terms
  }

  /// Makes the position of an equation a lasting parameter.
  func makeStatic(_ row: inout RangeRow, at place: ReceiverPlace) {
    for axis in 0..<3 {
      guard let coordinate = model[.position(axis: axis)] else { return }
      row.terms.add(coordinate.column, row.direction[axis])
    }
    row.residual += row.direction.dot(place.position - origin)
    row.direction = .zero
  }

  /// The columns of the position of a rover that stands still; `nil` for any other.
  var positionColumns: [Int]? {
    let columns = (0..<3).compactMap { model[.position(axis: $0)]?.column }
    return options.isStatic && columns.count == 3 ? columns : nil
  }

  /// Returns the estimated delay of a pair's phase, metres.
  func phaseDelay(of pair: SignalPair) -> Double {
    guard !model.isEmpty else { return 0 }
    return modelTerms(of: pair).reduce(0) { $0 + (model[$1.parameter]?.value ?? 0) * $1.phase }
  }

  /// Estimates the parameters, and the ambiguities that are not whole, with the whole ones; `nil` without
  /// parameters.
  mutating func refineModel(at place: ReceiverPlace) -> Estimate? {
    guard !model.isEmpty else { return nil }
    var parameters = [Double](repeating: 0, count: columns.count)
    var kept: [Int] = []
    for (column, parameter) in columns.enumerated() {
      if case .ambiguity(let id) = parameter, let integer = arcs[id]?.integer {
        parameters[column] = integer
      } else {
        kept.append(column)
      }
    }
    guard let estimate = estimate(kept, given: parameters, at: place) else { return nil }
    take(estimate)
    return estimate
  }
}
