internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import UBloxRaw

/// The part of a receiver that finds satellites, follows their signals and reads their orbits.
///
/// What it follows is measured by a `SimulatedReceiver` under the world's sky, or, with the sky off, taken from
/// the satellites' directions alone. How long a signal is searched is drawn; how long an ephemeris takes to be read
/// is told by the schedule of the navigation message, so that a cold start takes as long as it does outside.
struct SatelliteTracker: Sendable {
  /// The satellites above the horizon, whether followed or not.
  private(set) var overhead: [SkyChart.Entry] = []

  /// The sky overhead.
  private(set) var sky: Sky
  private var chart: SkyChart
  /// Measures; `nil` with the sky off.
  private var receiver: SimulatedReceiver?
  private let effects: SkyEffects
  /// The ten seconds of GPS time for which the chart was looked at.
  private var period: Int64?
  /// The receiver's channel for each of ``overhead``.
  private var channels: [Channel] = []
  /// When the ephemeris of each satellite was last read.
  private var orbits: [SatelliteID: GPSTime] = [:]
  private var generator: Xoshiro256
  private var start = StartKind.cold
  /// When the search begins to find anything.
  private var searchBegin = Duration.zero

  /// The receiver's channel for one satellite.
  private struct Channel: Sendable {
    let satellite: SatelliteID
    /// Its mean carrier-to-noise ratio on the first band where nothing drowns it, dB-Hz.
    var strength = 0.0
    /// When the search has found it.
    var found: Duration?
    /// Since when it is followed.
    var since: GPSTime?
    /// When all of its ephemeris has been heard; `nil` where that is known.
    var ephemerisEnd: GPSTime?
    /// When it was lost.
    var lost: Duration?

    mutating func lose(at now: Duration) {
      (since, ephemerisEnd, found) = (nil, nil, nil)
      lost = now
    }
  }

  /// Creates the tracker of a receiver below a sky.
  ///
  /// - Parameters:
  ///   - sky: What is overhead.
  ///   - mode: Whether signals are measured.
  ///   - seed: The run's seed.
  ///   - realism: Whether they have noise.
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
    configuration.seed = generator.next()
    return SimulatedReceiver(configuration)
  }
}

/// Whether a receiver measures the signals of the satellites overhead.
public enum SkyMode: String, Hashable, Sendable, CaseIterable {
  /// The receiver measures signals, as `UBX-RXM-RAWX` tells.
  case on
  /// The receiver only knows the satellites' directions, which is quicker.
  case off
}

// MARK: Starts and skies

extension SatelliteTracker {
  /// Loses everything, and searches with what is remembered.
  mutating func restart(_ start: StartKind, at now: Duration) {
    self.start = start
    channels = channels.map { Channel(satellite: $0.satellite, strength: $0.strength) }
    if start != .hot { orbits = [:] }
    if receiver != nil { receiver = newReceiver() }
    searchBegin = now + generator.logNormal(Parameters.beginning(start))
  }

  /// Comes under another sky, whose satellites count as followed for as long as those that it takes the place of.
  mutating func come(under sky: Sky, at time: GPSTime) {
    self.sky = sky
    chart = SkyChart(of: sky)
    period = nil
    receiver?.come(under: sky)
    guard channels.contains(where: { $0.since != nil }) else { return }
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
    /// Whether the receiver knows about where it is and which satellites there are.
    var isPlaced: Bool
  }

  /// Goes on to an epoch; chance is drawn here and at restarts only.
  mutating func follow(at now: Duration, time: GPSTime, _ scene: Scene) -> SatellitesInView {
    look(from: scene.place, at: time)
    for index in channels.indices {
      let isVisible = isVisible(index, scene.view)
      // Whether what is out of sight is still heard round a house, is measured.
      if !isVisible, receiver == nil, channels[index].since != nil { channels[index].lose(at: now) }
      if !isVisible { channels[index].found = nil }
      if channels[index].since != nil {
        read(index, at: time)
      } else if isVisible {
        search(index, at: now, time)
      }
    }
    return measure(at: now, time: time, scene)
  }

  /// Satellites move by half a degree in a minute: every ten seconds is often enough.
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

  /// Knows the ephemeris once all of it has been heard.
  private mutating func read(_ index: Int, at time: GPSTime) {
    guard let end = channels[index].ephemerisEnd, time >= end else { return }
    channels[index].ephemerisEnd = nil
    orbits[channels[index].satellite] = time
  }

  /// Finds a satellite in time.
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

  /// Elevation below which nothing is followed, degrees.
  private static let lowestElevation = 5.0
  /// The time for which an ephemeris is used that is not read anew, seconds.
  private static let ephemerisValidity = 4 * 3600.0
}

// MARK: Signals

extension SatelliteTracker {
  /// Measures the satellites that are followed, with their signals as they are measured, or without the sky
  /// as they are in the mean.
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

  /// Returns the measured signals of each of ``overhead`` that is followed; `nil` with the sky off.
  ///
  /// Those of which nothing is are lost.
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

  /// Returns the measurements of the last epoch, and the broadcasts of the satellites measured; `nil` with
  /// the sky off.
  mutating func measurement() -> (observations: ObservationEpoch, broadcasts: [BroadcastSet])? {
    guard let observations = receiver?.observations(), let broadcasts = receiver?.broadcasts else {
      return nil
    }
    return (observations, broadcasts)
  }

  /// Returns the followed signals of a satellite by its direction alone.
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
  /// The parameters of finding a signal.
  ///
  /// Chosen so that starts take what the data sheet UBX-17051259 has for them: 25 s cold, of which reading the
  /// ephemerides is most, 2 s hot, 2 s to the first position after satellites were out of sight.
  private enum Parameters {
    /// From the start to the first search that can succeed.
    static func beginning(_ start: StartKind) -> LogNormal {
      switch start {
      case .cold, .warm: LogNormal(median: 1, percentile95: 2)
      case .hot: LogNormal(median: 1.2, percentile95: 3)
      }
    }

    /// Of one satellite from then on.
    static func search(_ start: StartKind) -> LogNormal {
      switch start {
      case .cold: LogNormal(median: 3, percentile95: 10)
      case .warm: LogNormal(median: 1, percentile95: 3)
      case .hot: LogNormal(median: 0.6, percentile95: 1.5)
      }
    }

    /// Of one that was lost a while ago.
    static var reacquisition: LogNormal { LogNormal(median: 0.7, percentile95: 1.5) }
    /// Of one that rises.
    static var rise: LogNormal { LogNormal(median: 2, percentile95: 6) }
    /// The time within which a satellite that was lost is found again as soon.
    static var memory: Duration { .seconds(300) }
  }
}
