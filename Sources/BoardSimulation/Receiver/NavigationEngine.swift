internal import GNSSBasics
internal import Mathematics

/// What stands in for the receiver's navigation engine: the truth, and models of how it is missed.
struct NavigationEngine: Sendable {
  /// The truth.
  var world: World
  private var fix: FixModel
  private var error: ErrorModel
  private var sky = SatelliteSky()
  /// Which ten seconds of GPS time the sky was computed for.
  private var skyPeriod: Int64?
  private var heading = 0.0
  private let realism: PartRealism
  private var memory = NavigationMemory()
  /// What the last start began with.
  private(set) var startKind = StartKind.cold
  private var started = Duration.zero
  private var firstFix: Duration?

  init(world: World, seed: UInt64, realism: PartRealism) {
    self.world = world
    self.realism = realism
    fix = FixModel(generator: Xoshiro256(seed: seed, part: "receiver.fix"))
    error = ErrorModel(generator: Xoshiro256(seed: seed, part: "receiver.error"))
  }

  /// Begins anew at a board time with what is remembered, and with chance that goes on.
  ///
  /// - Parameters:
  ///   - now: Board time.
  ///   - mask: What is to be forgotten first, as in CFG-RST.
  mutating func restart(at now: Duration, forgetting mask: UInt16 = 0) {
    memory.clear(mask)
    startKind = memory.start(at: now)
    fix.restart(startKind, at: now)
    started = now
    firstFix = nil
  }

  /// What is wrong with the signals at an epoch, and what the receiver was told to leave.
  struct Conditions: Hashable, Sendable {
    /// Age at which corrections are dropped.
    var timeout: Duration
    /// Whether ambiguities are not to be fixed.
    var isFloatOnly = false
    /// What is broken.
    var defects = PartDefects()

    fileprivate func hindrance(behind mask: SkyMask?) -> FixHindrance? {
      if mask?.hindrance == .narrowSky { return .narrowSky }
      if defects.contains(.jam) { return .jamming }
      if defects.contains(.float) { return .disturbedPhases }
      let own: FixHindrance? = isFloatOnly ? .configuration : nil
      guard let hidden = mask?.hindrance else { return own }
      // What leaves less counts.
      return own.map { $0.highest < hidden.highest ? $0 : hidden } ?? hidden
    }
  }

  /// Solves one epoch; chance is drawn here and nowhere else.
  mutating func solve(
    at now: Duration, time: GPSTime, corrections: CorrectionStatus, under conditions: Conditions
  ) -> NavigationSolution {
    let truth = world.motion(at: now)
    let station = corrections.latest?.position
    let baseline = station.map { $0.distance(to: ECEFPosition(truth.position)) }
    updateSky(over: truth.position, at: time)
    let mask = world.skyMask(at: now)
    let sky = visibleSky(under: conditions, behind: mask)
    let satellites = world.hasSkyView(at: now) ? sky.usableCount : 0
    if satellites >= 4 {
      let speed = truth.velocity
      let surroundings = AntennaSurroundings(
        hiddenShare: mask?.hiddenShare ?? 0,
        speed: (speed.east * speed.east + speed.north * speed.north).squareRoot(),
        satellites: satellites)
      fix.advance(
        to: now, corrections: corrections, baseline: baseline, timeout: conditions.timeout,
        hindrance: conditions.hindrance(behind: mask),
        surroundings: realism.isIdeal ? nil : surroundings)
    } else {
      fix.loseSky(satellites: satellites)
    }
    noteFix(at: now)
    var sample = error.sample(
      at: now, state: fix.state, baseline: baseline ?? 0, age: fix.correctionAge ?? .zero,
      widenedBy: mask?.errorFactor ?? 1)
    if realism.isIdeal { sample.removeErrors() }
    var solution = solution(of: truth, missedBy: sample, at: time, corrections: corrections)
    solution.sky = sky
    solution.sinceStart = now - started
    solution.timeToFirstFix = firstFix.map { $0 - started }
    return solution
  }

  private mutating func noteFix(at now: Duration) {
    guard fix.state != .none else { return }
    memory.recordFix(at: now)
    if firstFix == nil { firstFix = now }
  }

  private func visibleSky(under conditions: Conditions, behind mask: SkyMask?) -> SatelliteSky {
    if conditions.defects.contains(.noFix) { return SatelliteSky() }
    let sky = mask.map { self.sky.hidden(behind: $0) } ?? self.sky
    return conditions.defects.contains(.jam) ? sky.jammed : sky
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

  private mutating func solution(
    of truth: Motion, missedBy sample: ErrorModel.Sample, at time: GPSTime,
    corrections: CorrectionStatus
  ) -> NavigationSolution {
    let position = truth.position.moved(
      east: sample.position.east, north: sample.position.north, up: sample.position.up)
    let velocity = LocalVelocity(
      east: truth.velocity.east + sample.velocity.east,
      north: truth.velocity.north + sample.velocity.north,
      up: truth.velocity.up + sample.velocity.up)
    updateHeading(from: velocity)
    return NavigationSolution(
      time: time, state: fix.state, reason: fix.reason, position: position, velocity: velocity,
      heading: heading, horizontalAccuracy: sample.horizontalAccuracy,
      verticalAccuracy: sample.verticalAccuracy, speedAccuracy: sample.speedAccuracy, sky: sky,
      reference: reference(in: corrections, at: position))
  }

  private mutating func updateHeading(from velocity: LocalVelocity) {
    let (east, north) = (velocity.east, velocity.north)
    let slowest = NavigationSolution.slowestCourse
    guard east * east + north * north >= slowest * slowest else { return }
    let angle = Math.arcTangent(y: east, x: north).radiansInDegrees
    heading = angle < 0 ? angle + 360 : angle
  }

  /// Satellites move half a degree in a minute; ten seconds of standing still are not seen.
  private mutating func updateSky(over place: GeodeticPosition, at time: GPSTime) {
    let period = time.nanoseconds.dividedRoundingDown(by: 10_000_000_000).quotient
    guard period != skyPeriod else { return }
    skyPeriod = period
    sky = SatelliteSky(over: place, at: Double(period) * 10)
  }
}
