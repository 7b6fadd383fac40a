package import GNSSBasics
internal import Mathematics
package import RTCMParser

/// A receiver under a simulated sky, with an antenna, a clock, channels and noise.
///
/// A pseudorange is the geometric range, minus the satellite's clock offset, plus the receiver's, plus
/// the delays of atmosphere and group delay. A phaserange has the ionosphere with the other sign, no
/// group delay, and a whole number of cycles for as long as it is tracked. Phase wind-up is left out,
/// because it cancels between receivers that stand or drive.
package struct SimulatedReceiver: Sendable {
  private var configuration: ReceiverConfiguration
  private let sineOfMask: Double
  /// The greatest number of signals that an ``Equipment`` tracks of a satellite.
  private static let mostSignals = 3
  private var clock: ReceiverClock
  private var generator: Xoshiro256
  /// The reception of the last epoch; `nil` before the first.
  private var reception: Reception?
  /// The channels of the satellites above the mask, or of the followed satellites, in the sky's order.
  private var channels: [SatelliteChannel] = []
  /// The satellites that cannot have risen above the mask.
  private var hidden = HiddenSatellites(count: 0)
  /// The antenna's true position at the last epoch.
  ///
  /// The receiver's clock is not exact, so its time of that epoch is slightly wrong.
  package private(set) var position: GeodeticPosition

  /// Creates a receiver, which by default has already tracked its satellites for a while.
  package init(_ configuration: ReceiverConfiguration) {
    self.configuration = configuration
    position = configuration.antenna.position(at: GPSTime(nanoseconds: 0))
    sineOfMask = Math.sine(configuration.elevationMask.degreesInRadians)
    clock = ReceiverClock(configuration.equipment, seed: configuration.seed)
    generator = Xoshiro256(seed: configuration.seed, part: "tracking channels")
    come(under: configuration.sky)
  }

  /// The broadcasts of the satellites that were observed at the last epoch.
  package var broadcasts: [BroadcastSet] { broadcasts { _, _ in true } }

  /// Returns the broadcasts of some of the satellites observed at the last epoch.
  ///
  /// - Parameter isWanted: Whether the set of a satellite, followed since `begin`, is wanted.
  /// - Returns: The wanted sets, in the order of the sky's satellites.
  func broadcasts(
    where isWanted: (_ satellite: SatelliteID, _ begin: GPSTime) -> Bool
  ) -> [BroadcastSet] {
    // The loop uses indices, because a copy of a channel takes longer.
    channels.indices.compactMap { index in
      guard channels[index].isFollowed, let begin = channels[index].begin,
        isWanted(channels[index].id, begin)
      else { return nil }
      return channels[index].set
    }
  }

  /// Observes all satellites above the mask, and returns the observations; times must not go back.
  package mutating func observe(at time: GPSTime) -> ObservationEpoch {
    track(at: time, from: configuration.antenna, through: configuration.view?(time))
    return observations() ?? ObservationEpoch(time: time, stationID: 0, observations: [])
  }

  /// Tracks satellites from a moving antenna, and only satellites that have been found.
  ///
  /// - Parameters:
  ///   - time: The epoch; times must not go back.
  ///   - antenna: The antenna's path around that time.
  ///   - view: The antenna's view of the sky; `nil` for the whole sky.
  ///   - found: The satellites to follow, in the sky's order; `nil` for all.
  /// - Returns: The tracked signals, in the order of the sky's satellites.
  @discardableResult
  package mutating func track(
    at time: GPSTime, from antenna: AntennaPath, through view: SkyView?,
    following found: [SatelliteID]? = nil
  ) -> [(satellite: SatelliteID, signal: TrackedSignal)] {
    let reception = receive(at: time, by: antenna, through: view)
    self.reception = reception
    position = reception.antenna.geodetic
    hidden.look(from: reception.antenna)
    var tracked: [(satellite: SatelliteID, signal: TrackedSignal)] = []
    tracked.reserveCapacity(Self.mostSignals * channels.count)
    var rest = (found ?? [])[...]
    var place = 0
    for (index, satellite) in reception.orbits.satellites.enumerated() {
      if found != nil, rest.first != satellite {
        if hasChannel(of: index, at: place) { channels.remove(at: place) }
        continue
      }
      rest = rest.dropFirst()
      guard !hidden.hides(index, at: time),
        let direction = direction(of: index, channelAt: place, reception)
      else { continue }
      if let view {
        channels[place].follow(
          sight(of: direction, from: reception.antenna, in: view), &generator)
      }
      channels[place].track(from: direction, reception, &generator, into: &tracked)
      place += 1
    }
    return tracked
  }

  /// Returns the direction of a satellite above the mask; removes the channel of any other and returns
  /// `nil`.
  private mutating func direction(
    of index: Int, channelAt place: Int, _ reception: Reception
  ) -> ApparentDirection? {
    if !hasChannel(of: index, at: place) { addChannel(of: index, at: place) }
    if let direction = channels[place].direction(reception) {
      if direction.sineOfElevation >= sineOfMask { return direction }
      hidden.note(index, at: direction, below: sineOfMask, at: reception.time)
    }
    channels.remove(at: place)
    return nil
  }

  private func hasChannel(of index: Int, at place: Int) -> Bool {
    place < channels.count && channels[place].index == index
  }

  private mutating func addChannel(of index: Int, at place: Int) {
    // An array doubles its capacity by default, which wastes memory in a process of many receivers.
    if channels.count == channels.capacity { channels.reserveCapacity(channels.count + 4) }
    channels.insert(
      SatelliteChannel(index, of: configuration.sky.orbits, configuration.equipment), at: place)
  }

  /// Returns the observations of the last epoch; `nil` before the first epoch.
  ///
  /// Observations take longer than tracking, so they are computed only on demand.
  package mutating func observations() -> ObservationEpoch? {
    guard let reception else { return nil }
    var observations: [SignalObservation] = []
    observations.reserveCapacity(Self.mostSignals * channels.count)
    let antenna = reception.movingAntenna()
    for index in channels.indices {
      channels[index].observe(at: reception, by: antenna, into: &observations)
    }
    return ObservationEpoch(time: reception.time, stationID: 0, observations: observations)
  }

  /// Returns the ranges of the followed satellites at another place and time, by the broadcasts that they follow now.
  package func ranges(from place: GeodeticPosition, at time: GPSTime) -> [ModelledRange] {
    let reception = Reception(
      time: time, antenna: .standing(place), clock: (0, 0), since: 0, hasFollowedBefore: false,
      under: configuration.sky, configuration.effects, roughness: 0)
    return channels.indices.compactMap { channels[$0].range(at: reception) }
  }

  /// Moves the receiver under another sky.
  ///
  /// Satellites of both skies are tracked on, each set for as long as it is valid.
  package mutating func come(under sky: Sky) {
    configuration.sky = sky
    hidden = HiddenSatellites(count: sky.satelliteIDs.count)
    channels = sky.satelliteIDs.enumerated().compactMap { index, satellite in
      var channel = channels.first { $0.id == satellite }
      channel?.index = index
      return channel
    }
  }

  /// Returns the antenna's sight of a satellite.
  private func sight(
    of direction: ApparentDirection, from antenna: Antenna, in view: SkyView
  ) -> SatelliteSight {
    guard view.isOpen else { return .noSky }
    guard let horizon = view.horizon else { return .clear }
    let azimuth = antenna.azimuth(of: direction.vector).radiansInDegrees
    let edge = horizon(azimuth < 0 ? azimuth + 360 : azimuth)
    let isHidden = direction.sineOfElevation < Math.sine(edge.degreesInRadians)
    return isHidden ? .hidden : .clear
  }

  private mutating func receive(
    at time: GPSTime, by antenna: AntennaPath, through view: SkyView?
  ) -> Reception {
    let interval = reception.map { time.seconds(since: $0.time) } ?? 0
    if reception != nil { clock.advance(by: interval) }
    let hasClock = configuration.effects.contains(.clocks)
    return Reception(
      time: time, antenna: antenna,
      clock: hasClock ? (clock.offset, clock.drift) : (0, 0), since: interval,
      hasFollowedBefore: reception == nil && configuration.hasFollowedBefore,
      under: configuration.sky, configuration.effects,
      roughness: configuration.equipment.roughness, through: view,
      phasesStep: configuration.phasesStep)
  }
}

/// The configuration of a simulated receiver.
package struct ReceiverConfiguration: Sendable {
  /// The path of the receiver's antenna.
  package var antenna: AntennaPath
  /// The receiver's signals and their quality.
  package var equipment = Equipment.station
  /// The sky above the receiver.
  package var sky: Sky
  package var effects = SkyEffects.all
  /// The elevation below which no satellite is observed, degrees, `0..<90`.
  package var elevationMask = 5.0
  /// Whether phases step with codes where a satellite follows a new broadcast, as if its place had been another one.
  package var phasesStep = false
  /// Whether the satellites of the first epoch have already been tracked for a while.
  package var hasFollowedBefore = true
  /// The view of the sky at a time; `nil` for the whole sky.
  package var view: (@Sendable (GPSTime) -> SkyView)?
  /// The random seed of the noise, the clock and the whole cycles.
  package var seed: UInt64 = 1

  package init(antenna: AntennaPath, under sky: Sky) { (self.antenna, self.sky) = (antenna, sky) }
}
