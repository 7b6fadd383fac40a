internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import UBloxRaw

/// A receiver's tracker, which finds satellites, tracks their signals and reads their orbits.
///
/// A `SimulatedReceiver` under the world's sky measures the tracked satellites. With the sky off, signals
/// follow from the satellites' directions alone. The search time of a signal is random. The time to read an
/// ephemeris follows from the schedule of the navigation message, so a cold start takes as long as a real
/// one.
struct SatelliteTracker: Sendable {
  /// The satellites above the horizon, tracked or not.
  private(set) var overhead: [SkyChart.Entry] = []

  /// The sky above the receiver.
  private(set) var sky: Sky
  private var chart: SkyChart
  /// The simulated receiver that measures signals; `nil` with the sky off.
  private var receiver: SimulatedReceiver?
  private let effects: SkyEffects
  /// Whether the errors of a station's real signals are added to the measurements, which make up for new broadcasts.
  private var phasesStep = false
  /// Whether the receiver has just come under a station's sky, whose hidden satellites it has not tracked.
  private var hasCome = false
  /// The ten-second period of GPS time for which the chart was last evaluated.
  private var period: Int64?
  /// The receiver's channel for each entry of ``overhead``.
  private var channels: [Channel] = []
  /// The time when each satellite's ephemeris was last read.
  private var orbits: [SatelliteID: GPSTime] = [:]
  private var generator: Xoshiro256
  private var start = StartKind.cold
  /// The board time from which the search can succeed.
  private var searchBegin = Duration.zero

  /// A receiver channel for one satellite.
  private struct Channel: Sendable {
    let satellite: SatelliteID
    /// The mean carrier-to-noise ratio on the first band without jamming, dB-Hz.
    var strength = 0.0
    /// The board time at which the search finds the satellite; `nil` until drawn.
    var found: Duration?
    /// The time since which the satellite is tracked; `nil` while searching.
    var since: GPSTime?
    /// The time at which the whole ephemeris has been received; `nil` if it is known.
    var ephemerisEnd: GPSTime?
    /// The board time at which the satellite was lost.
    var lost: Duration?

    mutating func lose(at now: Duration) {
      (since, ephemerisEnd, found) = (nil, nil, nil)
      lost = now
    }
  }

  /// Creates the tracker of a receiver below a sky.
  ///
  /// - Parameters:
  ///   - sky: The sky above the receiver.
  ///   - mode: Whether signals are measured.
  ///   - seed: The run's seed.
  ///   - realism: Whether measurements have noise.
  init(under sky: Sky, _ mode: SkyMode, seed: UInt64, realism: PartRealism) {
    self.sky = sky
    chart = SkyChart(of: sky)
    effects = realism.isIdeal ? SkyEffects.all.subtracting([.noise, .slips]) : .all
    generator = Xoshiro256(seed: seed, part: "receiver.tracking")
    receiver = mode == .on ? newReceiver() : nil
  }

  private mutating func newReceiver() -> SimulatedReceiver {
    var configuration = GNSSSimulation.ReceiverConfiguration(
      antenna: .standing(World.milan), under: sky)
    (configuration.equipment, configuration.effects) = (.zedF9P, effects)
    configuration.hasFollowedBefore = false
    configuration.phasesStep = phasesStep
    configuration.seed = generator.next()
    return SimulatedReceiver(configuration)
  }
}

/// The mode of a receiver's satellite signals: measured, or derived from directions.
public enum SkyMode: String, Hashable, Sendable, CaseIterable {
  /// Signals are measured, as reported in `UBX-RXM-RAWX`.
  case on
  /// Signals follow from the satellites' directions alone, which is faster.
  case off
}

// MARK: Starts and changes of sky

extension SatelliteTracker {
  /// Restarts the search for all satellites with the data of a kind of start.
  mutating func restart(_ start: StartKind, at now: Duration) {
    self.start = start
    channels = channels.map { Channel(satellite: $0.satellite, strength: $0.strength) }
    if start != .hot { orbits = [:] }
    if receiver != nil { receiver = newReceiver() }
    searchBegin = now + generator.logNormal(Parameters.beginning(start))
  }

  /// A change of the sky.
  enum SkyChange {
    /// Another sky at the same time.
    case other
    /// The sky of a station, with real errors and a time of its own.
    case ofStation
    /// The same sky with more satellites.
    case completed
  }

  /// Comes under another sky; where that is new and any satellite was tracked, all of its satellites count as tracked
  /// from now on.
  ///
  /// - Parameters:
  ///   - sky: The new sky.
  ///   - time: The time of the new sky.
  ///   - change: The difference from the present sky.
  mutating func come(under sky: Sky, at time: GPSTime, as change: SkyChange) {
    self.sky = sky
    chart = SkyChart(of: sky)
    period = nil
    if change == .ofStation {
      (phasesStep, hasCome) = (true, true)
      if receiver != nil { receiver = newReceiver() }
    } else {
      receiver?.come(under: sky)
    }
    guard change != .completed, channels.contains(where: { $0.since != nil }) else { return }
    channels = sky.satelliteIDs.map { Channel(satellite: $0, since: time) }
    for channel in channels { orbits[channel.satellite] = time }
  }
}

// MARK: Epochs

extension SatelliteTracker {
  /// The surroundings of a receiver's antenna at an epoch.
  struct Scene {
    var place: GeodeticPosition
    var antenna: AntennaPath
    var view: SkyView
    /// Whether the receiver knows its approximate position and the satellites in view.
    var isPlaced: Bool
  }

  /// Advances to an epoch; random numbers are drawn only here and at restarts.
  mutating func follow(at now: Duration, time: GPSTime, _ scene: Scene) -> SatellitesInView {
    look(from: scene.place, at: time)
    for index in channels.indices {
      let isVisible = isVisible(index, scene.view)
      // With measured signals, the measurement decides whether a hidden satellite is still received around a
      // house.
      if !isVisible, receiver == nil || hasCome, channels[index].since != nil {
        channels[index].lose(at: now)
      }
      if !isVisible { channels[index].found = nil }
      if channels[index].since != nil {
        read(index, at: time)
      } else if isVisible {
        search(index, at: now, time)
      }
    }
    hasCome = false
    return measure(at: now, time: time, scene)
  }

  /// Updates the satellites overhead every ten seconds, because they move by only half a degree in a minute.
  private mutating func look(from place: GeodeticPosition, at time: GPSTime) {
    let period = time.nanoseconds.dividedRoundingDown(by: 10_000_000_000).quotient
    guard period != self.period else { return }
    self.period = period
    overhead = chart.entries(above: Self.lowestElevation - 0.2, over: place, at: time)
    let known = channels
    channels = overhead.map { entry in
      var channel =
        known.first { $0.satellite == entry.satellite } ?? Channel(satellite: entry.satellite)
      channel.strength = Equipment.carrierToNoise(
        sineOfElevation: Math.sine(entry.direction.elevation.degreesInRadians))
      return channel
    }
    for channel in channels where channel.since != nil && channel.ephemerisEnd == nil {
      orbits[channel.satellite] = time
    }
  }

  /// Records the ephemeris once all of it has been received.
  private mutating func read(_ index: Int, at time: GPSTime) {
    guard let end = channels[index].ephemerisEnd, time >= end else { return }
    channels[index].ephemerisEnd = nil
    orbits[channels[index].satellite] = time
  }

  /// Searches a satellite, and starts tracking it once its search time has passed.
  private mutating func search(_ index: Int, at now: Duration, _ time: GPSTime) {
    let channel = channels[index]
    let found =
      channel.found ?? max(now, searchBegin) + generator.logNormal(searchTime(channel, now))
    channels[index].found = found
    guard now >= found else { return }
    channels[index].since = time
    let satellite = channel.satellite
    guard !isKnown(satellite, at: time) else { return }
    let schedule = NavigationSchedule(
      constellation: satellite.constellation, satelliteNumber: satellite.number)
    channels[index].ephemerisEnd = schedule?.ephemerisEnd(heardFrom: time)
  }

  private func searchTime(_ channel: Channel, _ now: Duration) -> LogNormal {
    if let lost = channel.lost, now - lost < Parameters.memory { return Parameters.reacquisition }
    return orbits.count >= 4 && start != .hot ? Parameters.rise : Parameters.search(start)
  }

  private func isKnown(_ satellite: SatelliteID, at time: GPSTime) -> Bool {
    orbits[satellite].map { time.seconds(since: $0) <= Self.ephemerisValidity } ?? false
  }

  private func isVisible(_ index: Int, _ view: SkyView) -> Bool {
    let direction = overhead[index].direction
    return direction.elevation >= Self.lowestElevation && view.shows(direction)
      && channels[index].strength - view.loss >= Equipment.weakest
  }

  /// The lowest elevation of tracked satellites, degrees.
  private static let lowestElevation = 5.0
  /// The time for which an ephemeris is valid without being read again, seconds.
  private static let ephemerisValidity = 4 * 3600.0
}

// MARK: Signals

extension SatelliteTracker {
  /// Returns the satellites in view with their signals: measured, or with the sky off their mean strength.
  private mutating func measure(
    at now: Duration, time: GPSTime, _ scene: Scene
  ) -> SatellitesInView {
    let signals = measuredSignals(at: now, time, scene)
    var inView = SatellitesInView()
    inView.satellites.reserveCapacity(overhead.count)
    for (index, entry) in overhead.enumerated() {
      let channel = channels[index]
      var satellite = SatellitesInView.Satellite(id: entry.satellite)
      if channel.since != nil {
        satellite.signals = signals?[index] ?? Self.signals(of: channel, scene.view)
        satellite.followedSince = channel.since
        satellite.hasEphemeris = channel.ephemerisEnd == nil
      }
      let isKnown = scene.isPlaced && entry.direction.elevation >= Self.lowestElevation
      guard satellite.isFollowed || isKnown else { continue }
      if satellite.hasEphemeris || scene.isPlaced { satellite.direction = entry.direction }
      inView.satellites.append(satellite)
    }
    return inView
  }

  /// Returns the measured signals for each entry of ``overhead``; `nil` with the sky off.
  ///
  /// Tracked satellites without a measured signal are lost.
  private mutating func measuredSignals(
    at now: Duration, _ time: GPSTime, _ scene: Scene
  ) -> [SatellitesInView.FollowedSignals]? {
    let tracked = receiver?.track(
      at: time, from: scene.antenna, through: scene.view,
      following: channels.lazy.filter { $0.since != nil }.map(\.satellite))
    guard let tracked else { return nil }
    var signals = [SatellitesInView.FollowedSignals](repeating: .init(), count: channels.count)
    var index = 0
    for (satellite, signal) in tracked {
      while channels[index].satellite != satellite { index += 1 }
      signals[index].append(
        SatellitesInView.Signal(
          code: signal.code, carrierToNoise: signal.cnr,
          hasHalfCycleAmbiguity: signal.hasHalfCycleAmbiguity))
    }
    for index in channels.indices where channels[index].since != nil && signals[index].isEmpty {
      channels[index].lose(at: now)
    }
    return signals
  }

  /// Returns the measurements of the last epoch and the broadcasts of the measured satellites.
  ///
  /// The result is `nil` with the sky off.
  mutating func measurement() -> (observations: ObservationEpoch, broadcasts: [BroadcastSet])? {
    guard let observations = receiver?.observations(), let broadcasts = receiver?.broadcasts else {
      return nil
    }
    return (observations, broadcasts)
  }

  /// Returns the ranges of the tracked satellites at another place and time; none with the sky off.
  func ranges(from place: GeodeticPosition, at time: GPSTime) -> [ModelledRange] {
    receiver?.ranges(from: place, at: time) ?? []
  }

  /// Returns the signals of a tracked satellite from its direction alone.
  private static func signals(
    of channel: Channel, _ view: SkyView
  ) -> SatellitesInView.FollowedSignals {
    let strength = channel.strength - view.loss
    let codes = Equipment.zedF9P.signals(of: channel.satellite)
    return .init(
      codes.enumerated().compactMap { index, code in
        let own = strength - (index == 0 ? 0 : 3)
        return own < Equipment.weakest
          ? nil : SatellitesInView.Signal(code: code, carrierToNoise: own)
      })
  }
}

// MARK: Times

extension SatelliteTracker {
  /// The time parameters of the signal search.
  ///
  /// The values are chosen to reproduce the start times of the data sheet UBX-17051259. A cold start takes 25 s,
  /// most of it for reading ephemerides; a hot start takes 2 s. After an interruption the first position
  /// takes 2 s.
  private enum Parameters {
    /// Returns the time from the start to the first search that can succeed.
    static func beginning(_ start: StartKind) -> LogNormal {
      switch start {
      case .cold, .warm: LogNormal(median: 1, percentile95: 2)
      case .hot: LogNormal(median: 1.2, percentile95: 3)
      }
    }

    /// Returns the search time of one satellite.
    static func search(_ start: StartKind) -> LogNormal {
      switch start {
      case .cold: LogNormal(median: 3, percentile95: 10)
      case .warm: LogNormal(median: 1, percentile95: 3)
      case .hot: LogNormal(median: 0.6, percentile95: 1.5)
      }
    }

    /// The search time of a satellite that was lost recently.
    static var reacquisition: LogNormal { LogNormal(median: 0.7, percentile95: 1.5) }
    /// The search time of a rising satellite.
    static var rise: LogNormal { LogNormal(median: 2, percentile95: 6) }
    /// The time within which a lost satellite is found again quickly.
    static var memory: Duration { .seconds(300) }
  }
}
