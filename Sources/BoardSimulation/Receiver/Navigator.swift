internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// The work of a receiver at each epoch: it follows satellites, has them solved, and remembers.
struct Navigator: Sendable {
  /// The truth.
  var world: World
  private var tracker: SatelliteTracker
  private var engine: any NavigationEngine
  private var stream = StreamSky()
  private var memory = NavigationMemory()
  /// The kind of the last start.
  private(set) var startKind = StartKind.cold
  private var started = Duration.zero
  private var firstFix: Duration?
  /// The last epoch, and the one before.
  private var last: GPSTime?, beforeLast: GPSTime?

  init(world: World, seed: UInt64, realism: PartRealism, sky: SkyMode) {
    self.world = world
    tracker = SatelliteTracker(under: world.sky, sky, seed: seed, realism: realism)
    engine = StatisticalEngine(seed: seed, realism: realism)
    tracker.restart(.cold, at: .zero)
  }

  /// Begins anew at a board time with what is remembered, and with chance that goes on.
  ///
  /// - Parameters:
  ///   - now: Board time.
  ///   - mask: What is to be forgotten first, as in CFG-RST.
  mutating func restart(at now: Duration, forgetting mask: UInt16 = 0) {
    memory.clear(mask)
    startKind = memory.start(at: now)
    tracker.restart(startKind, at: now)
    engine.restart(at: now)
    started = now
    (firstFix, last) = (nil, nil)
  }

  /// Solves one epoch.
  ///
  /// - Parameters:
  ///   - now: Board time, later than that of the epoch before.
  ///   - time: The same in GPS time.
  ///   - corrections: What the receiver was sent.
  ///   - orbits: What the stream tells of its satellites; what the sky overhead tells itself is taken out.
  ///   - conditions: What is wrong, and what was configured.
  /// - Returns: What the receiver tells of the epoch.
  mutating func solve(
    at now: Duration, time: GPSTime, corrections: CorrectionStatus, orbits: inout StreamOrbits,
    under conditions: NavigationEpoch.Conditions
  ) -> NavigationSolution {
    let truth = world.motion(at: now)
    if let sky = stream.sky(
      after: corrections.latest, &orbits, insteadOf: tracker.sky, tracker.overhead,
      over: truth.position, at: now, time)
    {
      tracker.come(under: sky, at: time)
    }
    let satellites = tracker.follow(
      at: now, time: time, scene(at: now, time, truth, conditions.defects))
    var solution = engine.solve(
      NavigationEpoch(
        now: now, time: time, truth: truth, mask: world.skyMask(at: now), satellites: satellites,
        corrections: corrections,
        shared: stream.shared(of: corrections.latest, with: satellites), conditions: conditions))
    noteFix(solution.state, at: now)
    solution.sinceStart = now - started
    solution.timeToFirstFix = firstFix.map { $0 - started }
    (beforeLast, last) = (last, time)
    return solution
  }

  /// Returns the measurements of the last epoch; `nil` with the sky off.
  ///
  /// It is worked out here: hardly anybody asks, and to navigate takes none of it.
  mutating func raw() -> RawEpoch? {
    tracker.measurement().map {
      RawEpoch(observations: $0.observations, broadcasts: $0.broadcasts, last: beforeLast)
    }
  }

  private func scene(
    at now: Duration, _ time: GPSTime, _ truth: Motion, _ defects: PartDefects
  ) -> SatelliteTracker.Scene {
    let world = world
    let view = world.skyView(
      at: now, isJammed: defects.contains(.jam), isBlind: defects.contains(.noFix))
    return SatelliteTracker.Scene(
      place: truth.position,
      antenna: .moving {
        world.motion(at: now + .nanoseconds($0.nanoseconds - time.nanoseconds)).position
      },
      view: view, isPlaced: startKind != .cold || firstFix != nil)
  }

  private mutating func noteFix(_ state: GNSSFix, at now: Duration) {
    guard state != .none else { return }
    memory.recordFix(at: now)
    if firstFix == nil { firstFix = now }
  }
}
