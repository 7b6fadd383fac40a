package import GNSSBasics
internal import Mathematics
package import RTCMParser

/// A receiver under a simulated sky: an antenna, a clock, channels and noise.
///
/// A pseudorange is the geometric range, less the satellite's clock and with the receiver's, with what atmosphere and
/// group delay add; a phaserange has the ionosphere with the other sign, no group delay, and a whole number of cycles
/// for as long as it is tracked. Phase wind-up is left out, which between receivers that stand or drive cancels.
package struct SimulatedReceiver: Sendable {
  private var configuration: ReceiverConfiguration
  private let sineOfMask: Double
  /// As many as ``Equipment`` tracks of a satellite at most.
  private static let mostSignals = 3
  private var clock: ReceiverClock
  private var generator: Xoshiro256
  /// The last epoch.
  private var reception: Reception?
  /// Of the satellites above the mask, or of those that are followed, in the order of the sky's.
  private var channels: [SatelliteChannel] = []
  /// The satellites of the sky that cannot have risen above the mask.
  private var hidden = HiddenSatellites(count: 0)
  /// The antenna's position when it received the last epoch; the receiver's clock is not quite right about
  /// when.
  package private(set) var position: GeodeticPosition

  /// Creates a receiver; unless its configuration says otherwise it has tracked its satellites for a while already.
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

  /// The same of some satellites.
  ///
  /// - Parameter isWanted: Whether the set of a satellite is wanted that is flown since then.
  /// - Returns: Their sets, in the order of the sky's satellites.
  func broadcasts(
    where isWanted: (_ satellite: SatelliteID, _ begin: GPSTime) -> Bool
  ) -> [BroadcastSet] {
    // By its index, since a channel takes longer to copy.
    channels.indices.compactMap { index in
      guard channels[index].isFollowed, let begin = channels[index].begin,
        isWanted(channels[index].id, begin)
      else { return nil }
      return channels[index].set
    }
  }

  /// Observes every satellite above the mask; times must not go back.
  package mutating func observe(at time: GPSTime) -> ObservationEpoch {
    track(at: time, from: configuration.antenna, through: configuration.view?(time))
    return observations() ?? ObservationEpoch(time: time, stationID: 0, observations: [])
  }

  /// Tracks from an antenna that is carried about, and only the satellites that have been found.
  ///
  /// - Parameters:
  ///   - time: The epoch; times must not go back.
  ///   - antenna: Where it is about that time.
  ///   - view: What it sees of the sky; `nil` for all.
  ///   - found: The satellites that are followed, in the order of the sky's; `nil` for all.
  /// - Returns: The signals that are tracked, in the order of the sky's satellites.
  @discardableResult
  package mutating func track(
    at time: GPSTime, from antenna: AntennaPath, through view: SkyView?,
    following found: [SatelliteID]? = nil
  ) -> [(satellite: SatelliteID, signal: TrackedSignal)] {
    let reception = receive(at: time, by: antenna, loss: view?.loss ?? 0)
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
          isHidden: isHidden(direction, reception.antenna, view), &generator)
      }
      channels[place].track(from: direction, reception, &generator, into: &tracked)
      place += 1
    }
    return tracked
  }

  /// In which direction a satellite is seen that is above the mask; another one is left without a channel.
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
    // By itself an array doubles: in a process of many receivers that is room for thousands of channels.
    if channels.count == channels.capacity { channels.reserveCapacity(channels.count + 4) }
    channels.insert(
      SatelliteChannel(index, of: configuration.sky.orbits, configuration.equipment), at: place)
  }

  /// Returns the observations of the last epoch; `nil` before there was one.
  ///
  /// It takes longer than to track, and is worked out here, so that who does not want it need not wait.
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

  /// Comes under another sky; what both have is followed on, each set for as long as it holds.
  package mutating func come(under sky: Sky) {
    configuration.sky = sky
    hidden = HiddenSatellites(count: sky.satelliteIDs.count)
    channels = sky.satelliteIDs.enumerated().compactMap { index, satellite in
      var channel = channels.first { $0.id == satellite }
      channel?.index = index
      return channel
    }
  }

  /// Whether something stands between a satellite and the antenna.
  private func isHidden(
    _ direction: ApparentDirection, _ antenna: Antenna, _ view: SkyView
  ) -> Bool? {
    guard view.isOpen else { return nil }
    guard let horizon = view.horizon else { return false }
    let azimuth = antenna.azimuth(of: direction.vector).radiansInDegrees
    let edge = horizon(azimuth < 0 ? azimuth + 360 : azimuth)
    return direction.sineOfElevation < Math.sine(edge.degreesInRadians)
  }

  private mutating func receive(
    at time: GPSTime, by antenna: AntennaPath, loss: Double
  ) -> Reception {
    let interval = reception.map { time.seconds(since: $0.time) } ?? 0
    if reception != nil { clock.advance(by: interval) }
    let hasClock = configuration.effects.contains(.clocks)
    return Reception(
      time: time, antenna: antenna,
      clock: hasClock ? (clock.offset, clock.drift) : (0, 0), since: interval,
      hasFollowedBefore: reception == nil && configuration.hasFollowedBefore,
      under: configuration.sky, configuration.effects,
      roughness: configuration.equipment.roughness, loss: loss)
  }
}

/// The configuration of a simulated receiver.
package struct ReceiverConfiguration: Sendable {
  /// The path of its antenna.
  package var antenna: AntennaPath
  /// The receiver's equipment.
  package var equipment = Equipment.station
  /// The sky above it.
  package var sky: Sky
  package var effects = SkyEffects.all
  /// Elevation below which no satellite is observed, degrees, `0..<90`.
  package var elevationMask = 5.0
  /// Whether it has followed what it sees at the first epoch for a while already.
  package var hasFollowedBefore = true
  /// The view of the sky at a time; `nil` for the whole sky.
  package var view: (@Sendable (GPSTime) -> SkyView)?
  /// From which its noise, its clock and its whole cycles are drawn.
  package var seed: UInt64 = 1

  package init(antenna: AntennaPath, under sky: Sky) { (self.antenna, self.sky) = (antenna, sky) }
}
