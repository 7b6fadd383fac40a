internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Positioning
internal import RTCMParser

/// An engine that computes the navigation solution of an epoch.
///
/// ``SolvingEngine`` solves equations; ``StatisticalEngine`` draws its errors.
protocol NavigationEngine: Sendable {
  /// Whether the engine needs the measurements of an epoch.
  var solves: Bool { get }

  /// Restarts the engine without satellites at a board time.
  mutating func restart(at now: Duration)

  /// Solves an epoch later than the previous one; random numbers are drawn only here.
  mutating func solve(_ epoch: NavigationEpoch) -> NavigationSolution

  /// Returns the vector from a base that moves, by its epoch of the time of the last epoch that was solved; `nil` for
  /// another time, and for an engine that does not solve.
  mutating func vector(
    from base: ObservationEpoch, _ stationID: UInt16, _ phases: GLONASSPhases
  ) -> MovingBaseVector?
}

extension NavigationEngine {
  mutating func vector(
    from base: ObservationEpoch, _ stationID: UInt16, _ phases: GLONASSPhases
  ) -> MovingBaseVector? { nil }
}

/// The input of an engine at one epoch.
struct NavigationEpoch: Sendable {
  /// The board time and the GPS time of the epoch.
  var now: Duration
  var time: GPSTime
  /// The antenna's true motion.
  var truth: Motion
  /// The mask that hides the sky from the antenna; `nil` for an open sky.
  var mask: SkyMask?
  /// The tracked satellites.
  var satellites: SatellitesInView
  /// The receiver's corrections, and the satellites that receiver and station share.
  var corrections: CorrectionStatus
  var shared: SharedSatellites?
  /// The conditions of the epoch: defects and configuration.
  var conditions: Conditions
  /// The measurements; `nil` with the sky off, and for an engine that does not solve.
  var raw: RawEpoch?
  /// The station's epochs that arrived since the last epoch, and the alignment of its phases of GLONASS.
  var stationEpochs: [ObservationEpoch] = []
  var stationPhases = GLONASSPhases()

  /// The signal defects at an epoch, and the receiver's configured limits.
  struct Conditions: Hashable, Sendable {
    /// The age at which corrections are dropped.
    var timeout: Duration
    /// Whether the configuration forbids fixed ambiguities.
    var isFloatOnly = false
    /// The signals that may be used, and the least elevation of satellites in a solved position, degrees.
    var signals = SignalSelection()
    var elevationMask = 10.0
    /// The part's present defects.
    var defects = PartDefects()
    /// The station's orbits, where they are too few to solve with; `nil` otherwise.
    var knownOrbits: KnownOrbits?

    /// The condition that forbids whole ambiguities; `nil` for none.
    var phaseHindrance: FixHindrance? {
      if defects.contains(.float) { return .disturbedPhases }
      if let knownOrbits { return .unknownOrbits(knownOrbits) }
      return isFloatOnly ? .configuration : nil
    }
  }
}

/// A statistical model of a navigation engine: it adds random errors to the truth and solves nothing.
struct StatisticalEngine: NavigationEngine {
  private var fix: FixModel
  private var error: ErrorModel
  private var course = Course()
  /// The satellites' directions at the last epoch, which change every ten seconds, and their dilution; a
  /// cache.
  private var last = (directions: [SkyDirection](), dilution: Dilution([]))
  private let realism: PartRealism
  let solves = false

  init(seed: UInt64, realism: PartRealism) {
    self.realism = realism
    fix = FixModel(generator: Xoshiro256(seed: seed, part: "receiver.fix"))
    error = ErrorModel(generator: Xoshiro256(seed: seed, part: "receiver.error"))
  }

  mutating func restart(at now: Duration) { fix.restart(at: now) }

  mutating func solve(_ epoch: NavigationEpoch) -> NavigationSolution {
    let truth = epoch.truth
    let station = epoch.corrections.latest?.position
    let baseline = station.map { $0.distance(to: ECEFPosition(truth.position)) }
    let dilution = dilution(of: epoch.satellites)
    advance(epoch, baseline: baseline)
    var sample = error.sample(
      at: epoch.now, state: fix.state, baseline: baseline ?? 0, age: fix.correctionAge ?? .zero,
      widenedBy: max(epoch.mask?.errorFactor ?? 1, min(dilution.horizontal, Self.greatestFactor)))
    if realism.isIdeal { sample.removeErrors() }
    return solution(of: epoch, missedBy: sample, fix.state == .none ? Dilution([]) : dilution)
  }

  private mutating func dilution(of satellites: SatellitesInView) -> Dilution {
    let directions = satellites.usable.compactMap(\.direction)
    if directions != last.directions { last = (directions, Dilution(directions)) }
    return last.dilution
  }

  /// The largest factor by which few satellites enlarge errors.
  private static let greatestFactor = 5.0

  private mutating func advance(_ epoch: NavigationEpoch, baseline: Double?) {
    let satellites = epoch.satellites.usableCount
    guard satellites >= 4 else { return fix.loseSky(satellites: satellites, at: epoch.now) }
    let speed = epoch.truth.velocity
    let surroundings = AntennaSurroundings(
      hiddenShare: epoch.mask?.hiddenShare ?? 0,
      speed: (speed.east * speed.east + speed.north * speed.north).squareRoot(),
      satellites: satellites, shared: epoch.shared)
    fix.advance(
      to: epoch.now, corrections: epoch.corrections, baseline: baseline,
      timeout: epoch.conditions.timeout, hindrance: epoch.conditions.hindrance(behind: epoch.mask),
      surroundings: realism.isIdeal ? nil : surroundings)
  }

  private mutating func solution(
    of epoch: NavigationEpoch, missedBy sample: ErrorModel.Sample, _ dilution: Dilution
  ) -> NavigationSolution {
    let truth = epoch.truth
    let position = truth.position.moved(
      east: sample.position.east, north: sample.position.north, up: sample.position.up)
    let velocity = LocalVelocity(
      east: truth.velocity.east + sample.velocity.east,
      north: truth.velocity.north + sample.velocity.north,
      up: truth.velocity.up + sample.velocity.up)
    return NavigationSolution(
      time: epoch.time, state: fix.state, reason: fix.reason, position: position,
      velocity: velocity, heading: course.heading(at: velocity),
      horizontalAccuracy: sample.horizontalAccuracy,
      verticalAccuracy: sample.verticalAccuracy, speedAccuracy: sample.speedAccuracy,
      sky: epoch.satellites, dilution: dilution,
      reference: reference(in: epoch.corrections, at: position))
  }

  private func reference(
    in corrections: CorrectionStatus, at position: GeodeticPosition
  ) -> NavigationSolution.Reference? {
    guard let age = fix.correctionAge, fix.state > .threeD, let latest = corrections.latest
    else { return nil }
    return NavigationSolution.Reference(
      to: position, from: latest.position, of: latest.stationID, age: age)
  }
}

extension NavigationEpoch.Conditions {
  fileprivate func hindrance(behind mask: SkyMask?) -> FixHindrance? {
    if mask?.hindrance == .narrowSky { return .narrowSky }
    if defects.contains(.jam) { return .jamming }
    let own = phaseHindrance
    if own == .disturbedPhases { return own }
    guard let hidden = mask?.hindrance else { return own }
    // The hindrance that allows the lower state counts.
    return own.map { $0.highest < hidden.highest ? $0 : hidden } ?? hidden
  }
}
