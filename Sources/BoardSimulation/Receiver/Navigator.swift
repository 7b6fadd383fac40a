internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// A receiver's work at each epoch: tracking satellites, solving a position, and storing data for the next
/// start.
struct Navigator: Sendable {
  /// The world around the receiver.
  var world: World
  private var tracker: SatelliteTracker
  /// The sky above the receiver.
  var sky: Sky { tracker.sky }
  private var engine: any NavigationEngine
  private var stream = StreamSky()
  private var memory = NavigationMemory()
  /// The kind of the last start.
  private(set) var startKind = StartKind.cold
  private var started = Duration.zero
  private var firstFix: Duration?
  /// The GPS times of the last epoch and of the one before.
  private var last: GPSTime?, beforeLast: GPSTime?

  init(world: World, seed: UInt64, realism: PartRealism, sky: SkyMode) {
    self.world = world
    tracker = SatelliteTracker(under: world.sky, sky, seed: seed, realism: realism)
    engine = StatisticalEngine(seed: seed, realism: realism)
    tracker.restart(.cold, at: .zero)
  }

  /// Restarts at a board time with the stored data; the random generators continue.
  ///
  /// - Parameters:
  ///   - now: The board time.
  ///   - mask: The data to clear first, as in CFG-RST.
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
  ///   - now: The board time, later than that of the previous epoch.
  ///   - time: The GPS time of the epoch.
  ///   - corrections: The status of the receiver's corrections.
  ///   - orbits: The orbits in the stream; a new sky made from them takes them out.
  ///   - conditions: The defects and the configuration.
  /// - Returns: The receiver's solution.
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
  /// The measurements are computed on demand: few callers need them, and navigation needs none.
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
