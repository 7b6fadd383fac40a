internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Positioning
internal import RTCMParser

/// A receiver's work at each epoch: tracking satellites, solving a position, and storing data for the next
/// start.
struct Navigator: Sendable {
  /// The world around the receiver.
  var world: World
  /// The distance of the antenna behind the board's own one, metres.
  private let behind: Double
  private var tracker: SatelliteTracker
  /// The sky above the receiver.
  var sky: Sky { tracker.sky }
  private var engine: any NavigationEngine
  private var stream = StreamSky()
  /// The station under whose sky the receiver has come; `nil` under its own.
  private var foreign: ForeignStation?
  private var memory = NavigationMemory()
  /// The kind of the last start.
  private(set) var startKind = StartKind.cold
  private var started = Duration.zero
  private var firstFix: Duration?
  /// The signals that the configuration allows.
  private var selection = SignalSelection()
  /// The GPS times of the last epoch and of the one before.
  private var last: GPSTime?, beforeLast: GPSTime?

  /// Whether a station that observes the satellites overhead has the receiver's own sky, with its atmosphere too; `nil`
  /// where its codes show that.
  var hearsOwnBase: Bool? = true { didSet { stream.hearsOwnBase = hearsOwnBase ?? true } }
  /// Whether positions are solved.
  var solves: Bool { engine.solves }

  init(
    world: World, seed: UInt64, realism: PartRealism, sky: SkyMode, positions: PositionSource,
    behind: Double = 0
  ) {
    (self.world, self.behind) = (world, behind)
    tracker = SatelliteTracker(under: world.sky, sky, seed: seed, realism: realism)
    engine =
      sky == .on && positions == .rtk
      ? SolvingEngine(seed: seed, realism: realism)
      : StatisticalEngine(seed: seed, realism: realism)
    stream.solves = engine.solves
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
  ///   - content: The orbits and observations in the stream; a new sky takes the orbits out, and an engine that
  ///     solves the observations.
  ///   - conditions: The defects and the configuration.
  /// - Returns: The receiver's solution.
  mutating func solve(
    at now: Duration, time: GPSTime, corrections: CorrectionStatus,
    stream content: inout StreamContent, under conditions: NavigationEpoch.Conditions
  ) -> NavigationSolution {
    var truth = world.motion(at: now)
    truth.position = truth.position(behind: behind)
    follow(corrections.latest, &content, over: truth.position, at: now, time)
    content.movingBase?.shift = foreign?.shift ?? 0
    let skyTime = skyTime(at: time)
    var satellites = tracker.follow(
      at: now, time: skyTime, scene(at: now, skyTime, truth, conditions.defects))
    selection = conditions.signals
    selection.apply(to: &satellites)
    var epoch = NavigationEpoch(
      now: now, time: time, truth: truth, mask: world.skyMask(at: now), satellites: satellites,
      corrections: corrections,
      shared: stream.shared(of: corrections.latest, with: satellites), conditions: conditions)
    beforeLast = last
    if engine.solves {
      epoch.conditions.knownOrbits = stream.knownOrbits(of: corrections.latest, content.orbits)
      epoch.stationEpochs = content.observations?.takeEpochs() ?? []
      if let latest = corrections.latest {
        foreign?.learn(
          epoch.stationEpochs, at: latest.position, ranges: tracker.ranges(from:at:))
      }
      epoch.raw = raw()
      epoch.stationPhases = content.observations?.phases ?? GLONASSPhases()
    }
    var solution = engine.solve(epoch)
    solution.raw = epoch.raw
    noteFix(solution.state, at: now)
    solution.sinceStart = now - started
    solution.timeToFirstFix = firstFix.map { $0 - started }
    last = skyTime
    return solution
  }

  /// Returns the measurements of the last epoch; `nil` with the sky off.
  ///
  /// The measurements are computed on demand: few callers need them, and a model of positions needs none.
  mutating func raw() -> RawEpoch? {
    guard let measured = tracker.measurement() else { return nil }
    var raw = RawEpoch(
      observations: measured.observations, broadcasts: measured.broadcasts, last: beforeLast)
    foreign?.add(to: &raw, ranges: tracker.ranges(from:at:))
    if !selection.isWhole {
      raw.observations.observations.removeAll { one in
        !selection.allows(one.constellation, band: one.code?.band ?? 0)
      }
    }
    return raw
  }

  /// Returns the vector from a base that moves, by its epoch of the time of the last epoch; `nil` for another time.
  mutating func vector(
    from base: ObservationEpoch, _ stationID: UInt16, _ phases: GLONASSPhases
  ) -> MovingBaseVector? {
    engine.vector(from: base, stationID, phases)
  }

  /// Returns the time of the sky at a time of the receiver.
  ///
  /// The sky of a capture is that of its date.
  private func skyTime(at time: GPSTime) -> GPSTime {
    foreign.map { time.advanced(byNanoseconds: $0.shift) } ?? time
  }

  /// Comes under the sky of a stream, when it is another one and known.
  private mutating func follow(
    _ latest: UsableCorrections?, _ content: inout StreamContent, over place: GeodeticPosition,
    at now: Duration, _ time: GPSTime
  ) {
    if engine.solves { examine(latest, content.observations?.epochs.last) }
    correctDates(of: &content, at: now, time)
    let present = foreign?.shift ?? 0
    let shift = content.observations?.shift ?? 0
    let streamTime = time.advanced(byNanoseconds: shift)
    let greatest =
      present == 0 ? Self.greatestShift.ofPresent : Self.greatestShift.ofRecording
    let isAnotherTime = (shift - present).magnitude > greatest
    guard
      let sky = stream.sky(
        after: latest, &content.orbits, insteadOf: tracker.sky, tracker.overhead, over: place,
        at: now, streamTime, isAnotherTime: isAnotherTime)
    else { return }
    guard engine.solves else { return tracker.come(under: sky, at: time, as: .other) }
    guard foreign == nil || isAnotherTime else {
      foreign?.take(content.orbits, at: streamTime)
      return tracker.come(under: sky, at: skyTime(at: time), as: .completed)
    }
    begin(
      at: ForeignStation(content.orbits, shift: shift, at: streamTime), under: sky, at: now, time)
  }

  /// Begins anew under the sky of a station.
  private mutating func begin(
    at station: ForeignStation, under sky: Sky, at now: Duration, _ time: GPSTime
  ) {
    foreign = station
    engine.restart(at: now)
    tracker.come(under: sky, at: skyTime(at: time), as: .ofStation)
  }

  /// Corrects the dates of a station whose codes belong to another time, and comes under the sky of that time.
  private mutating func correctDates(
    of content: inout StreamContent, at now: Duration, _ time: GPSTime
  ) {
    guard var station = foreign, let epoch = content.observations?.epochs.last,
      let error = station.dateError(of: epoch, ranges: tracker.ranges(from:at:))
    else { return }
    content.observations?.correctDates(by: error)
    station.come(to: content.observations?.shift ?? 0)
    begin(at: station, under: tracker.sky, at: now, time)
  }

  /// Finds out by a station's codes whether its sky is the receiver's own, where that is not known.
  private mutating func examine(_ latest: UsableCorrections?, _ epoch: ObservationEpoch?) {
    guard hearsOwnBase == nil, foreign == nil, let latest, let epoch else { return }
    let ranges = tracker.ranges(from: GeodeticPosition(latest.position), at: epoch.time)
    if let fits = ranges.fit(epoch) { stream.hearsOwnBase = fits }
  }

  /// The change of a station's time beyond which it is another sky's, nanoseconds; less is late or repeated.
  ///
  /// A recording has a date of its own, and is rather begun again than late.
  private static let greatestShift: (ofPresent: UInt64, ofRecording: UInt64) = (
    600_000_000_000, 60_000_000_000
  )

  private func scene(
    at now: Duration, _ time: GPSTime, _ truth: Motion, _ defects: PartDefects
  ) -> SatelliteTracker.Scene {
    let (world, behind) = (world, behind)
    let view = world.skyView(
      at: now, isJammed: defects.contains(.jam), isBlind: defects.contains(.noFix))
    return SatelliteTracker.Scene(
      place: truth.position,
      antenna: .moving {
        world.motion(at: now + .nanoseconds($0.nanoseconds - time.nanoseconds))
          .position(behind: behind)
      },
      view: view, isPlaced: startKind != .cold || firstFix != nil)
  }

  private mutating func noteFix(_ state: GNSSFix, at now: Duration) {
    guard state != .none else { return }
    memory.recordFix(at: now)
    if firstFix == nil { firstFix = now }
  }
}
