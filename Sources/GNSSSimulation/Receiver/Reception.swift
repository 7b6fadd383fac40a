internal import GNSSBasics
internal import Mathematics

/// The common conditions of all satellites at one epoch of a receiver.
final class Reception: Sendable {
  /// The epoch, by the receiver's clock.
  let time: GPSTime
  /// The antenna at the true time of reception; without its velocity.
  let antenna: Antenna
  /// Its path, and when it really receives.
  private let path: AntennaPath, heard: GPSTime
  /// Receiver clock less GPS time, seconds, and its drift, s/s.
  let clockOffset, clockDrift: Double
  /// Seconds since the last epoch.
  let interval: Double
  let step: CorrelatedErrors.Step
  /// Whether signals at it have been followed since before the stream began.
  let hasFollowedBefore: Bool
  let effects: SkyEffects
  let ionosphere: Ionosphere
  /// The orbits flown overhead.
  let orbits: FlownOrbits
  let roughness: Double
  /// By how much a jammer drowns all signals, dB.
  let loss: Double
  /// The troposphere's delay from straight above the antenna, metres.
  let zenithDelay: Double

  init(
    time: GPSTime, antenna path: AntennaPath, clock: (offset: Double, drift: Double),
    since last: Double, hasFollowedBefore: Bool, under sky: Sky, _ effects: SkyEffects,
    roughness: Double, loss: Double
  ) {
    self.time = time
    (clockOffset, clockDrift) = clock
    self.path = path
    heard = time.advanced(byNanoseconds: -Int64((clock.offset * 1e9).rounded()))
    antenna = Antenna(path.position(at: heard))
    interval = max(last, 1e-3)
    step = CorrelatedErrors.Step(last)
    self.hasFollowedBefore = hasFollowedBefore
    (self.effects, ionosphere, orbits) = (effects, sky.ionosphere, sky.orbits)
    (self.roughness, self.loss) = (roughness, loss)
    zenithDelay =
      effects.contains(.troposphere) ? Troposphere.zenithDelay(at: antenna.geodetic) : 0
  }

  /// The antenna with its velocity, which takes two more places on its path.
  func movingAntenna() -> Antenna { antenna.moving(on: path, at: heard) }

  /// In which direction a satellite is seen.
  func direction(along arc: OrbitArc) -> ApparentDirection {
    ApparentDirection(
      along: arc, to: antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// The way of a signal of an orbit, to the antenna, or the same with its velocity.
  func sight(of orbit: SatelliteOrbit, to moving: Antenna? = nil) -> LineOfSight {
    LineOfSight(
      from: orbit, to: moving ?? antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// Returns the atmosphere's part of a range.
  func atmosphere(along sight: LineOfSight) -> AtmosphericDelays {
    AtmosphericDelays(
      troposphere: Troposphere.delay(
        ofZenith: zenithDelay, sineOfElevation: sight.sineOfElevation),
      ionosphere: effects.contains(.ionosphere)
        ? ionosphere.delay(to: antenna, from: sight.direction, at: time) : 0)
  }

  /// The mean carrier-to-noise ratio on the first band, dB-Hz.
  func carrierToNoise(from direction: ApparentDirection) -> Double {
    Equipment.carrierToNoise(sineOfElevation: direction.sineOfElevation) - loss
  }
}

/// The atmosphere's parts of a range, metres.
struct AtmosphericDelays: Sendable {
  var troposphere: Double
  /// At L1; it takes as much off a phaserange.
  var ionosphere: Double
}
