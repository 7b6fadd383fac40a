internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A position by the codes of one receiver, found by weighted least squares without the codes that disagree.
struct SinglePoint: Sendable {
  /// The position, Earth-centred and Earth-fixed, metres.
  private(set) var position: SIMD3<Double>
  /// The covariance of the position, square metres.
  private(set) var covariance: Matrix3
  /// The signals used, one for each satellite.
  private(set) var used: [UsedSignal]
  /// The satellites left out, with the reason.
  private(set) var leftOut: [LeftOut]
  /// The root mean square of the residuals, metres.
  private(set) var residual: Double

  /// A code as an equation.
  private struct Code {
    /// The index of the satellite in its epoch.
    var satellite: Int
    var band: UInt8
    var isGLONASS: Bool
    var system: Int
    var clock: Double
    /// The range without the group delay of the satellite, metres.
    var range: Double
    /// The frequency, hertz; infinite where the ionosphere cancels.
    var frequency: Double
    var cnr: Double?
    /// The variance of the noise by that of a code.
    var noise = 1.0
  }
}

extension SinglePoint {
  /// The number of rounds in each of which a code may be taken out.
  private static var mostRounds: Int { 12 }

  /// Finds the position of an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - start: A guess of the position; `nil` is the Earth's centre.
  ///   - mask: The least elevation, degrees.
  ///   - ionosphere: The parameters of the ionosphere; `nil` takes the codes of two bands of each satellite
  ///     together, in which the ionosphere cancels, and only satellites with two bands.
  /// - Throws: ``PositionLack`` where there is no position.
  init(
    _ epoch: EpochSignals, near start: SIMD3<Double>?, mask: Double,
    ionosphere: KlobucharParameters?
  ) throws(PositionLack) {
    let codes = ionosphere == nil ? Self.combinedCodes(of: epoch) : Self.codes(of: epoch)
    guard codes.count >= 4 else {
      throw .fewSatellites(codes.count, epoch.leftOut.count)
    }
    func id(_ index: Int) -> SatelliteID { epoch.satellites[codes[index].satellite].satellite }
    var excluded: Set<Int> = []
    var place = start ?? .zero
    var leftOut = epoch.leftOut
    for _ in 0..<Self.mostRounds {
      let round: Round
      do throws(PositionLack) {
        round = try Self.solve(
          codes, of: epoch, without: excluded, from: place, mask: mask, ionosphere: ionosphere)
      } catch {
        // From afar a code that is wrong by far leads astray before it can be told.
        guard excluded.isEmpty, codes.count > 5,
          let (culprit, found) = Self.lead(
            codes, of: epoch, from: place, mask: mask, ionosphere: ionosphere)
        else { throw error }
        excluded.insert(culprit)
        leftOut.append(LeftOut(id(culprit), .code(found.left)))
        round = found.round
      }
      place = round.position
      // The worst code is taken out while the codes disagree by more than their noise explains.
      let redundancy = round.used.count - round.solved.unknowns
      if let worst = round.worst, redundancy > 0, worst.deviation > Self.limit,
        round.fit > 2 || worst.deviation > Self.certainLimit
      {
        // With one code to spare nobody knows which one is wrong.
        guard redundancy > 1 else { throw .codesDisagree(round.fit) }
        excluded.insert(worst.index)
        leftOut.append(LeftOut(id(worst.index), .code(worst.residual)))
        continue
      }
      position = round.position
      covariance = round.solved.covariance
      used = zip(round.used, round.residuals).map { index, residual in
        UsedSignal(satellite: id(index), band: codes[index].band, residual: residual)
      }
      residual = round.residual
      self.leftOut = leftOut + round.low.map { LeftOut(id($0), .low) }
      return
    }
    throw .codesDisagree(99)
  }

  /// The deviations, in standard deviations, from which a code is doubted and is certainly wrong.
  private static var limit: Double { 4 }
  private static var certainLimit: Double { 8 }

  /// Returns a code of each satellite: the best one of the first band that has any.
  private static func codes(of epoch: EpochSignals) -> [Code] {
    epoch.satellites.indices.compactMap { index in
      let satellite = epoch.satellites[index]
      guard let best = satellite.bestCode, let range = best.pseudorange, let code = best.code,
        let frequency = best.carrierFrequency
      else { return nil }
      let delay = satellite.broadcast.delays.seconds(ofBand: code.band)
      return Code(
        satellite: index, band: code.band,
        isGLONASS: satellite.satellite.constellation == .glonass,
        system: Int(satellite.satellite.constellation.rawValue), clock: satellite.clock,
        range: range - delay * GPSConstants.speedOfLight, frequency: frequency, cnr: best.cnr)
    }
  }

  /// Returns the sums of two codes of each satellite in which the ionosphere cancels.
  private static func combinedCodes(of epoch: EpochSignals) -> [Code] {
    let single = codes(of: epoch)
    return single.compactMap { first in
      let satellite = epoch.satellites[first.satellite]
      for band in SignalPreference.bands(of: satellite.satellite.constellation) {
        guard let other = satellite.bestCode(of: band), let range = other.pseudorange,
          let frequency = other.carrierFrequency, frequency < first.frequency
        else { continue }
        let ratio = first.frequency * first.frequency / (frequency * frequency)
        let delay = satellite.broadcast.delays.seconds(ofBand: band) * GPSConstants.speedOfLight
        var code = first
        code.range = (ratio * first.range - (range - delay)) / (ratio - 1)
        code.frequency = .infinity
        code.noise = (ratio * ratio + 1) / ((ratio - 1) * (ratio - 1))
        return code
      }
      return nil
    }
  }

  private struct Round {
    var position: SIMD3<Double>
    var used: [Int]
    /// The rests of the codes used, metres.
    var residuals: [Double]
    var low: [Int]
    var solved: ClockedSolution
    /// The root mean square of the residuals by their standard deviations, and in metres.
    var fit, residual: Double
    var worst: (index: Int, deviation: Double, residual: Double)?
  }

  /// The codes above the mask as seen from a place.
  private struct View {
    var (rows, indices, low) = ([RangeRow](), [Int](), [Int]())
  }

  /// The length of a move within which ranges are straight, metres: they bend by some micrometres.
  private static var straight: Double { 10 }

  /// Solves by iterated least squares.
  private static func solve(
    _ codes: [Code], of epoch: EpochSignals, without excluded: Set<Int>,
    from start: SIMD3<Double>, mask: Double, ionosphere: KlobucharParameters?
  ) throws(PositionLack) -> Round {
    var position = start
    let leastSine = Math.sine(mask.degreesInRadians)
    for _ in 0..<12 {
      let place = ReceiverPlace(position)
      var view = View()
      for (index, code) in codes.enumerated() where !excluded.contains(index) {
        let sight = place.sight(
          of: epoch.satellites[code.satellite], through: ionosphere, at: epoch.time)
        guard !place.isUsable || sight.sineOfElevation >= leastSine else {
          view.low.append(index)
          continue
        }
        view.indices.append(index)
        view.rows.append(row(of: code, sight, isNear: place.isUsable))
      }
      guard let solved = ClockedSolution(view.rows) else {
        throw view.rows.count < 4
          ? .fewSatellites(view.rows.count, codes.count - view.rows.count) : .flatSky
      }
      guard solved.unknowns <= view.rows.count else {
        throw .fewSatellites(view.rows.count, codes.count - view.rows.count)
      }
      position += solved.move
      guard position.length.isFinite, position.length < 1e8 else { throw .codesDisagree(99) }
      if place.isUsable, solved.move.length < straight {
        return round(view, solved, at: position)
      }
    }
    throw .notOnEarth
  }

  /// Returns the code without which the others lead to a position where they agree best, the solution, and what
  /// the code is off it, metres.
  private static func lead(
    _ codes: [Code], of epoch: EpochSignals, from start: SIMD3<Double>, mask: Double,
    ionosphere: KlobucharParameters?
  ) -> (culprit: Int, found: (round: Round, left: Double))? {
    var best: (culprit: Int, round: Round)?
    for culprit in codes.indices {
      let round = try? solve(
        codes, of: epoch, without: [culprit], from: start, mask: mask, ionosphere: ionosphere)
      guard let round, round.used.count > round.solved.unknowns, round.fit < best?.round.fit ?? 10
      else { continue }
      best = (culprit, round)
    }
    return best.map { best in
      let code = codes[best.culprit]
      let sight = ReceiverPlace(best.round.position).sight(
        of: epoch.satellites[code.satellite], through: ionosphere, at: epoch.time)
      let clock = best.round.solved.clock(code.system)
      let left = code.range - sight.code(clock: code.clock, frequency: code.frequency) - clock
      return (best.culprit, (best.round, left))
    }
  }

  private static func row(of code: Code, _ sight: Sight, isNear: Bool) -> RangeRow {
    RangeRow(
      direction: -sight.direction,
      residual: code.range - sight.code(clock: code.clock, frequency: code.frequency),
      weight: isNear ? 1 / variance(of: code, sight) : 1, clock: code.system)
  }

  private static func round(
    _ view: View, _ solved: ClockedSolution, at position: SIMD3<Double>
  ) -> Round {
    let count = view.rows.count
    var (sum, squares, worst) = (0.0, 0.0, (index: 0, deviation: 0.0, residual: 0.0))
    let residuals = view.rows.map { solved.residual(of: $0) }
    for ((index, row), left) in zip(zip(view.indices, view.rows), residuals) {
      sum += left * left * row.weight
      squares += left * left
      // A residual varies less than its code, which has pulled the position towards itself.
      let own = max(1 / row.weight - solved.variance(of: row), 0.05 / row.weight)
      let deviation = left.magnitude / own.squareRoot()
      if deviation > worst.deviation { worst = (index, deviation, left) }
    }
    let redundancy = count - solved.unknowns
    return Round(
      position: position, used: view.indices, residuals: residuals, low: view.low, solved: solved,
      fit: redundancy > 0 ? (sum / Double(redundancy)).squareRoot() : 0,
      residual: (squares / Double(count)).squareRoot(), worst: redundancy > 0 ? worst : nil)
  }

  /// Returns the variance of a code with what the models leave, square metres.
  private static func variance(of code: Code, _ sight: Sight) -> Double {
    let noise =
      code.noise
      * SignalNoise().codeVariance(sineOfElevation: sight.sineOfElevation, cnr: code.cnr)
    // Half of the broadcast ionosphere's delay, a tenth of a metre of troposphere at the zenith, and the
    // errors of broadcast orbits and clocks; GLONASS's codes have biases of each frequency.
    let ionosphere = 0.5 * sight.ionosphere * Sight.scale(of: code.frequency)
    let troposphere = 0.3 / (sight.sineOfElevation + 0.1)
    return noise + ionosphere * ionosphere + troposphere * troposphere + (code.isGLONASS ? 9 : 1)
  }
}
