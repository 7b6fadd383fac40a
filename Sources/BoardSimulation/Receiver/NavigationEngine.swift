internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// An engine that computes the navigation solution of an epoch.
///
/// The present engine, ``StatisticalEngine``, draws its errors; an engine that solves equations can replace
/// it.
protocol NavigationEngine: Sendable {
  /// Restarts the engine without satellites at a board time.
  mutating func restart(at now: Duration)

  /// Solves an epoch later than the previous one; random numbers are drawn only here.
  mutating func solve(_ epoch: NavigationEpoch) -> NavigationSolution
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

  /// The signal defects at an epoch, and the receiver's configured limits.
  struct Conditions: Hashable, Sendable {
    /// The age at which corrections are dropped.
    var timeout: Duration
    /// Whether the configuration forbids fixed ambiguities.
    var isFloatOnly = false
    /// The part's present defects.
    var defects = PartDefects()
  }
}

/// A statistical model of a navigation engine: it adds random errors to the truth and solves nothing.
struct StatisticalEngine: NavigationEngine {
  private var fix: FixModel
  private var error: ErrorModel
  private var heading = 0.0
  /// The satellites' directions at the last epoch, which change every ten seconds, and their dilution; a
  /// cache.
  private var last = (directions: [SkyDirection](), dilution: Dilution([]))
  private let realism: PartRealism

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
    updateHeading(from: velocity)
    return NavigationSolution(
      time: epoch.time, state: fix.state, reason: fix.reason, position: position,
      velocity: velocity, heading: heading, horizontalAccuracy: sample.horizontalAccuracy,
      verticalAccuracy: sample.verticalAccuracy, speedAccuracy: sample.speedAccuracy,
      sky: epoch.satellites, dilution: dilution,
      reference: reference(in: epoch.corrections, at: position))
  }

  private func reference(
    in corrections: CorrectionStatus, at position: GeodeticPosition
  ) -> NavigationSolution.Reference? {
    guard let age = fix.correctionAge, fix.state > .threeD, let latest = corrections.latest
    else { return nil }
    let offset = GeodeticPosition(latest.position).localOffset(to: position)
    return NavigationSolution.Reference(
      stationID: latest.stationID, age: age,
      east: offset.east, north: offset.north, up: offset.up)
  }

  private mutating func updateHeading(from velocity: LocalVelocity) {
    let (east, north) = (velocity.east, velocity.north)
    let slowest = NavigationSolution.slowestCourse
    guard east * east + north * north >= slowest * slowest else { return }
    let angle = Math.arcTangent(y: east, x: north).radiansInDegrees
    heading = angle < 0 ? angle + 360 : angle
  }
}

extension NavigationEpoch.Conditions {
  fileprivate func hindrance(behind mask: SkyMask?) -> FixHindrance? {
    if mask?.hindrance == .narrowSky { return .narrowSky }
    if defects.contains(.jam) { return .jamming }
    if defects.contains(.float) { return .disturbedPhases }
    let own: FixHindrance? = isFloatOnly ? .configuration : nil
    guard let hidden = mask?.hindrance else { return own }
    // The hindrance that allows the lower state counts.
    return own.map { $0.highest < hidden.highest ? $0 : hidden } ?? hidden
  }
}
