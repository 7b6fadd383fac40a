internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A position by the codes of one receiver, found by weighted least squares without the codes that disagree.
struct SinglePoint: Sendable {
  /// The position, Earth-centred and Earth-fixed, metres.
  private(set) var position: SIMD3<Double>
  /// The covariance of the position, square metres.
  private(set) var covariance: SymmetricMatrix
  /// The satellites used.
  private(set) var used: [SatelliteID]
  /// The satellites left out, with the reason.
  private(set) var leftOut: [LeftOut]
  /// The root mean square of the residuals, metres.
  private(set) var residual: Double

  /// A code as an equation.
  private struct Code {
    var satellite: SatelliteSignals
    var system: Int
    var range: Double
    var frequency: Double
    var cnr: Double?
    var delay: Double
  }
}

extension SinglePoint {
  /// The least number of codes beyond the unknowns with which a fault can be told.
  private static var mostRounds: Int { 12 }

  /// Finds the position of an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - start: A guess of the position; `nil` is the Earth's centre.
  ///   - mask: The least elevation, degrees.
  ///   - ionosphere: The parameters of the ionosphere.
  /// - Throws: ``PositionLack`` where there is no position.
  init(
    _ epoch: EpochSignals, near start: SIMD3<Double>?, mask: Double,
    ionosphere: KlobucharParameters
  ) throws(PositionLack) {
    let codes = Self.codes(of: epoch)
    guard codes.count >= 4 else {
      throw .fewSatellites(codes.count, epoch.leftOut.count)
    }
    var excluded: Set<Int> = []
    var place = start ?? .zero
    var leftOut = epoch.leftOut
    for _ in 0..<Self.mostRounds {
      let round = try Self.solve(
        codes, without: excluded, from: place, mask: mask, ionosphere: ionosphere, at: epoch.time)
      place = round.position
      // The worst code is taken out while the codes disagree by more than their noise explains.
      let redundancy = round.used.count - round.unknowns
      if let worst = round.worst, redundancy > 0, worst.deviation > Self.limit,
        round.fit > 2 || worst.deviation > Self.certainLimit
      {
        // With one code to spare nobody knows which one is wrong.
        guard redundancy > 1 else { throw .codesDisagree(round.fit) }
        excluded.insert(worst.index)
        leftOut.append(LeftOut(codes[worst.index].satellite.satellite, .code(worst.residual)))
        continue
      }
      position = round.position
      covariance = round.covariance
      used = round.used.map { codes[$0].satellite.satellite }
      residual = round.residual
      self.leftOut = leftOut + round.low.map { LeftOut(codes[$0].satellite.satellite, .low) }
      return
    }
    throw .codesDisagree(99)
  }

  /// The deviations, in standard deviations, from which a code is doubted and is certainly wrong.
  private static var limit: Double { 4 }
  private static var certainLimit: Double { 8 }

  private static func codes(of epoch: EpochSignals) -> [Code] {
    epoch.satellites.compactMap { satellite in
      let system = satellite.satellite.constellation
      for band in SignalPreference.bands(of: system) {
        let best = satellite.signals.filter { $0.code?.band == band && $0.pseudorange != nil }
          .min { SignalPreference.rank(of: $0.code) < SignalPreference.rank(of: $1.code) }
        guard let best, let range = best.pseudorange, let frequency = best.carrierFrequency
        else { continue }
        return Code(
          satellite: satellite, system: Int(system.rawValue), range: range, frequency: frequency,
          cnr: best.cnr,
          delay: satellite.broadcast.delays.seconds(ofBand: band) * GPSConstants.speedOfLight)
      }
      return nil
    }
  }

  private struct Round {
    var position: SIMD3<Double>
    var covariance: SymmetricMatrix
    var used: [Int]
    var low: [Int]
    var unknowns: Int
    /// The root mean square of the residuals by their standard deviations, and in metres.
    var fit, residual: Double
    var worst: (index: Int, deviation: Double, residual: Double)?
  }

  /// Solves by iterated least squares.
  private static func solve(
    _ codes: [Code], without excluded: Set<Int>, from start: SIMD3<Double>, mask: Double,
    ionosphere: KlobucharParameters, at time: GPSTime
  ) throws(PositionLack) -> Round {
    var position = start
    var last: Round?
    let leastSine = Math.sine(mask.degreesInRadians)
    for iteration in 0..<12 {
      let place = ReceiverPlace(position)
      let isNear = place.isUsable
      var (rows, low) = ([(index: Int, sight: Sight, variance: Double)](), [Int]())
      for (index, code) in codes.enumerated() where !excluded.contains(index) {
        let sight = place.sight(of: code.satellite, through: ionosphere, at: time)
        if isNear, sight.sineOfElevation < leastSine {
          low.append(index)
          continue
        }
        rows.append((index, sight, isNear ? variance(of: code, sight) : 1))
      }
      let systems = Set(rows.map { codes[$0.index].system }).sorted()
      let unknowns = 3 + systems.count
      guard rows.count >= unknowns, rows.count >= 4 else {
        throw .fewSatellites(rows.count, codes.count - rows.count)
      }
      var normal = SymmetricMatrix(size: unknowns)
      var right = [Double](repeating: 0, count: unknowns)
      var equations: [(row: [Double], residual: Double)] = []
      for (index, sight, variance) in rows {
        let code = codes[index]
        var row = [Double](repeating: 0, count: unknowns)
        (row[0], row[1], row[2]) = (-sight.direction.x, -sight.direction.y, -sight.direction.z)
        row[3 + (systems.firstIndex(of: code.system) ?? 0)] = 1
        let residual =
          code.range - code.delay
          - sight.code(clock: code.satellite.clock, frequency: code.frequency)
        normal.add(1 / variance, times: row)
        for column in row.indices { right[column] += row[column] * residual / variance }
        equations.append((row, residual))
      }
      guard let factor = CholeskyFactor(normal) else { throw .flatSky }
      let step = factor.solution(of: right)
      let move = SIMD3(step[0], step[1], step[2])
      position += move
      guard position.length.isFinite, position.length < 1e8 else { throw .codesDisagree(99) }
      if isNear && move.length < 1e-3 || iteration == 11 {
        guard isNear else { throw .notOnEarth }
        let inverse = factor.inverse
        var (sum, squares, worst) = (0.0, 0.0, (index: 0, deviation: 0.0, residual: 0.0))
        for (number, equation) in equations.enumerated() {
          let left = equation.residual - zip(equation.row, step).reduce(0) { $0 + $1.0 * $1.1 }
          let variance = rows[number].variance
          sum += left * left / variance
          squares += left * left
          // A residual varies less than its code, which has pulled the position towards itself.
          let own = max(variance - inverse.form(of: equation.row), variance * 0.05)
          let deviation = left.magnitude / own.squareRoot()
          if deviation > worst.deviation { worst = (rows[number].index, deviation, left) }
        }
        let redundancy = rows.count - unknowns
        last = Round(
          position: position, covariance: inverse.selecting([0, 1, 2]), used: rows.map(\.index),
          low: low, unknowns: unknowns,
          fit: redundancy > 0 ? (sum / Double(redundancy)).squareRoot() : 0,
          residual: (squares / Double(rows.count)).squareRoot(),
          worst: redundancy > 0 ? worst : nil)
        break
      }
    }
    guard let last else { throw .notOnEarth }
    return last
  }

  /// Returns the variance of a code with what the models leave, square metres.
  private static func variance(of code: Code, _ sight: Sight) -> Double {
    let noise = SignalNoise().codeVariance(sineOfElevation: sight.sineOfElevation, cnr: code.cnr)
    // Half of the broadcast ionosphere's delay, a tenth of a metre of troposphere at the zenith, and the
    // errors of broadcast orbits and clocks; GLONASS's codes have biases of each frequency.
    let ionosphere = 0.5 * sight.ionosphere * Sight.scale(of: code.frequency)
    let troposphere = 0.3 / (sight.sineOfElevation + 0.1)
    let isGLONASS = code.satellite.satellite.constellation == .glonass
    return noise + ionosphere * ionosphere + troposphere * troposphere + (isGLONASS ? 9 : 1)
  }
}
