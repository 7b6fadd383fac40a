public import GNSSBasics
internal import Mathematics
public import RTCMParser
internal import SatelliteOrbits

/// A receiver that solves: observations of a rover and of a base in, positions out.
///
/// ```swift
/// var engine = RTKEngine()
/// engine.basePosition = position
/// for message in ephemerides { engine.take(message, near: time) }
/// engine.takeBase(baseEpoch)
/// let solution = engine.solve(roverEpoch)
/// ```
/// The same inputs give the same bytes: there is no clock and no randomness.
public struct RTKEngine: Sendable {
  /// The choices, which may change between epochs.
  ///
  /// Whole ambiguities are let go when the mode changes, and all ambiguities when the systems change.
  public var options: RTKOptions {
    didSet { if options != oldValue { optionsChanged(from: oldValue) } }
  }
  /// The position of the base's antenna; `nil` while it is not known.
  ///
  /// A base that moves needs none.
  public var basePosition: ECEFPosition? {
    didSet { if basePosition != oldValue { baseMoved() } }
  }
  /// The rover's alignment of its phases of GLONASS, as far as it is known.
  public var roverPhases = GLONASSPhases() {
    didSet { if roverPhases != oldValue { phasesChanged() } }
  }
  /// The base's alignment of its phases of GLONASS, as far as it is known.
  ///
  /// Phases that message 1230 calls aligned, and those of two receivers of one make, are used as they are. The
  /// difference of any others is estimated.
  public var basePhases = GLONASSPhases() {
    didSet { if basePhases != oldValue { phasesChanged() } }
  }
  /// Whether both receivers are of one make, and whether their phases of GLONASS may have different biases.
  private(set) var (areOneMake, mayDiffer) = (false, true)
  /// The orbits of the satellites.
  public private(set) var orbits = BroadcastOrbits()

  private var baseObservations: ObservationEpoch?
  private(set) var base: BaseEpoch?
  /// The reason for which an epoch of a base that moves has no place.
  private var baseLack: PositionLack?
  var arcs: [CarrierID: CarrierArc] = [:]
  /// The parameters by their column.
  var columns: [LastingParameter] = []
  /// The parameters beside the ambiguities, and the kinds of delays among them.
  var model: [ModelParameter: ParameterEstimate] = [:]
  var estimated = Estimated()
  /// The place from which the position of a rover that stands still is told.
  var origin = SIMD3<Double>.zero
  var filter = InformationFilter()
  private var baseCheck = BaseCheck()
  private var place: ReceiverPlace?
  private var lastTime: GPSTime?
  /// The rover's signals at the last epoch with a position.
  private var before: EpochSignals?
  var ratio = 0.0
  /// The noise of the receivers' codes and phases, as the fits of the epochs so far show it.
  var noise = NoiseTracker()
  /// The time of the last search that confirmed the integers.
  var searched: GPSTime?
  /// The number of searches in a row that found other integers than those held.
  var doubts = 0

  /// Creates a receiver that has observed nothing yet.
  ///
  /// - Parameters:
  ///   - options: The choices.
  ///   - orbits: The orbits that are known.
  public init(_ options: RTKOptions = RTKOptions(), orbits: BroadcastOrbits = BroadcastOrbits()) {
    (self.options, self.orbits) = (options, orbits)
  }

  /// Takes a message with an ephemeris; other messages are ignored.
  public mutating func take(_ message: RTCMMessage, near reference: GPSTime) {
    orbits.add(message, near: reference)
  }

  /// Takes an epoch of the base.
  public mutating func takeBase(_ epoch: ObservationEpoch) {
    if let last = baseObservations, epoch.time <= last.time { return }
    baseObservations = epoch
    base = nil
  }

  private mutating func optionsChanged(from old: RTKOptions) {
    if options.hasMovingBase != old.hasMovingBase {
      baseMoved()
    } else if options.systems != old.systems || options.isStatic != old.isStatic {
      forgetPhases()
    } else if options.mode != old.mode {
      letGo()
    }
  }

  private mutating func phasesChanged() {
    areOneMake = basePhases.isSameMake(as: roverPhases)
    mayDiffer = !basePhases.isAligned && !areOneMake
    baseMoved()
  }

  private mutating func baseMoved() {
    baseLack = nil
    (base, baseCheck) = (nil, BaseCheck())
    forgetPhases()
  }

  /// Forgets all ambiguities.
  mutating func forgetPhases() {
    (arcs, model, columns, filter) = ([:], [:], [], InformationFilter())
    (searched, doubts) = (nil, 0)
  }

  /// Solves an epoch of the rover.
  public mutating func solve(_ epoch: ObservationEpoch) -> Solution {
    if let lastTime, epoch.time <= lastTime {
      return Solution(time: epoch.time, reason: "the epoch is not later than the one before")
    }
    reduceBase()
    let rover = EpochSignals(
      epoch, orbits: orbits, systems: options.systems, base: base)
    let elapsed = lastTime.map { epoch.time.seconds(since: $0) } ?? .infinity
    lastTime = epoch.time
    if elapsed > Self.longestAbsence { place = nil }

    var single: Result<SinglePoint, PositionLack>?
    if place == nil || base == nil || options.mode == .single {
      let found = self.single(rover, near: place?.position ?? guess)
      if case .success(let single) = found { place = ReceiverPlace(single.position) }
      single = found
    }
    var reason = ""
    if options.mode != .single, let start = place {
      let differential = relative(rover, from: start, elapsed: elapsed)
      if var solution = differential.solution {
        solution.base = base.map { ECEFPosition($0.place.position) }
        return finished(solution, rover)
      }
      reason = differential.reason
    }
    switch single ?? self.single(rover, near: place?.position) {
    case .success(let single): return finished(Solution(single, at: rover, reason: reason), rover)
    case .failure(let lack):
      return Solution(time: epoch.time, reason: lack.description, leftOut: rover.leftOut)
    }
  }

  /// The base's position, near which the rover is looked for.
  private var guess: SIMD3<Double>? {
    if options.hasMovingBase { return base?.place.position }
    return basePosition.flatMap { $0.isOnEarth ? SIMD3($0) : nil }
  }

  /// Finds the position by the rover's codes alone.
  private func single(
    _ rover: EpochSignals, near start: SIMD3<Double>?
  ) -> Result<SinglePoint, PositionLack> {
    Result { () throws(PositionLack) in
      try SinglePoint(
        rover, near: start, mask: options.elevationMask, ionosphere: options.ionosphere)
    }
  }

  /// Completes a solution by its velocity, and takes its place for the next epoch.
  private mutating func finished(_ solution: Solution, _ rover: EpochSignals) -> Solution {
    let place = ReceiverPlace(SIMD3(solution.position))
    guard place.isUsable else {
      let reason = PositionLack.notOnEarth.description
      return Solution(time: rover.time, reason: reason, leftOut: solution.leftOut)
    }
    self.place = place
    var solution = solution
    let mask = Math.sine(options.elevationMask.degreesInRadians)
    let phases = before.flatMap {
      PhaseVelocity.velocity(of: rover, since: $0, at: place, mask: mask)
    }
    let doppler = DopplerVelocity.velocity(of: rover, at: place, mask: mask)
    solution.velocity = PhaseVelocity.better(phases, than: doppler).map { ECEFPosition($0) }
    before = rover
    return solution
  }

  private mutating func reduceBase() {
    guard options.mode != .single, base == nil, let observations = baseObservations else { return }
    let signals = EpochSignals(observations, orbits: orbits, systems: options.systems)
    guard let place = basePlace(signals) else { return }
    base = BaseEpoch(
      signals, at: place, ionosphere: options.ionosphere,
      phases: areOneMake ? GLONASSPhases() : basePhases)
    if options.checksBase, !options.hasMovingBase, baseCheck.isDue(at: signals.time) {
      baseCheck.check(signals, at: place, options)
      if baseCheck.distance != nil { forgetPhases() }
    }
  }

  /// Returns the base's place: the position that is told, or where its codes put a base that moves; `nil` while it has
  /// none.
  private mutating func basePlace(_ signals: EpochSignals) -> ReceiverPlace? {
    guard options.hasMovingBase else {
      return basePosition.flatMap { $0.isOnEarth ? ReceiverPlace(SIMD3($0)) : nil }
    }
    switch single(signals, near: place?.position) {
    case .success(let single):
      baseLack = nil
      let place = ReceiverPlace(single.position)
      return place.isUsable ? place : nil
    case .failure(let lack):
      baseLack = lack
      return nil
    }
  }

  /// Solves with the base; the reason is told where that cannot be done.
  private mutating func relative(
    _ rover: EpochSignals, from start: ReceiverPlace, elapsed: Double
  ) -> (solution: Solution?, reason: String) {
    if !options.hasMovingBase {
      guard let basePosition else { return (nil, "the base's position is not known") }
      guard basePosition.isOnEarth else { return (nil, "the base's position is not on Earth") }
    }
    if let distance = baseCheck.distance {
      return (nil, "the base's codes put it \(Int(distance)) m from the position it tells")
    }
    guard let base else {
      return (nil, baseLack.map { "the base has no place: \($0)" } ?? "no observations of the base")
    }
    let age = rover.time.seconds(since: base.time)
    guard !options.hasMovingBase || rover.time.isSame(as: base.time) else {
      return (nil, "no observations of the base at this time")
    }
    // A time in nanoseconds is not always the nearest number of seconds.
    guard age.magnitude <= options.maximumAge + 1e-6 else {
      return (nil, "the base's last observations are \(Int(age.rounded())) s old")
    }
    var place = start
    for _ in 0..<4 {
      var leftOut = rover.leftOut
      var pairs = SignalPair.pairs(
        of: rover, with: base, from: place, mask: Math.sine(options.elevationMask.degreesInRadians),
        noise: noise.scaled(options.noise), ionosphere: options.ionosphere, leftOut: &leftOut)
      let groups = SignalPair.numberGroups(of: &pairs)
      let rows = pairs.map(\.codeRow)
      let codes = rows.compactMap(\.self)
      guard let fit = RangeFit(codes, limit: (deviations: 4.5, metres: { _ in 1 })) else {
        let common = Set(pairs.map(\.id.satellite)).count
        return (nil, "\(common) common satellites")
      }
      // Far from where they were made linear, ranges bend.
      if fit.move.length > 10 {
        place = ReceiverPlace(place.position + fit.move)
        guard place.isUsable else { return (nil, "the codes lead to no place on Earth") }
        continue
      }
      noise.learnCodes(fit, elapsed: elapsed)
      var epoch = PairedEpoch(
        time: rover.time, elapsed: elapsed, place: place, pairs: pairs, groups: groups, codes: fit,
        age: age, leftOut: leftOut)
      epoch.markCodes(rows)
      return (solve(&epoch), "")
    }
    return (nil, "the codes lead to no place")
  }
}

extension GPSTime {
  /// Whether an epoch of another receiver is of this time: messages tell milliseconds.
  package func isSame(as other: GPSTime) -> Bool { seconds(since: other).magnitude < 0.002 }
}

extension Solution {
  fileprivate init(_ single: SinglePoint, at rover: EpochSignals, reason: String) {
    self.init(time: rover.time, reason: reason, leftOut: single.leftOut)
    state = .single
    position = ECEFPosition(single.position)
    covariance = single.covariance.elements
    used = single.used.sorted { $0.satellite < $1.satellite }
    satellites = used.map(\.satellite)
    signals = single.used.count
    residual = single.residual
  }
}
