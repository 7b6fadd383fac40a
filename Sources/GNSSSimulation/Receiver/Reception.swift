internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// The conditions of one receiver's epoch that all satellites share.
final class Reception: Sendable {
  /// The epoch by the receiver's clock.
  let time: GPSTime
  /// The antenna at the true time of reception, without its velocity.
  let antenna: Antenna
  /// The antenna's path, and the true time of reception.
  private let path: AntennaPath, heard: GPSTime
  /// The receiver clock minus GPS time, seconds, and its drift, s/s.
  let clockOffset, clockDrift: Double
  /// The time since the last epoch, seconds.
  let interval: Double
  let step: CorrelatedErrors.Step
  /// Whether the signals of this epoch have been tracked since before the stream began.
  let hasFollowedBefore: Bool
  let effects: SkyEffects
  let ionosphere: Ionosphere
  /// The orbits of the sky's satellites.
  let orbits: FlownOrbits
  let roughness: Double
  /// The loss of all signals to a jammer, dB, and the share of the sky that obstacles hide.
  let loss, hiddenShare: Double
  /// The troposphere's delay at the zenith of the antenna, metres.
  let zenithDelay: Double
  /// Whether phases step with codes where a satellite follows a new broadcast.
  let phasesStep: Bool

  init(
    time: GPSTime, antenna path: AntennaPath, clock: (offset: Double, drift: Double),
    since last: Double, hasFollowedBefore: Bool, under sky: Sky, _ effects: SkyEffects,
    roughness: Double, through view: SkyView? = nil, phasesStep: Bool = false
  ) {
    self.time = time
    (clockOffset, clockDrift) = clock
    self.path = path
    heard = time.advanced(byNanoseconds: -Int64((clock.offset * 1e9).rounded()))
    antenna = Antenna(path.position(at: heard))
    interval = max(last, 1e-3)
    hiddenShare = view?.hiddenShare ?? 0
    step = CorrelatedErrors.Step(last, hiddenShare: hiddenShare)
    self.hasFollowedBefore = hasFollowedBefore
    (self.effects, ionosphere, orbits) = (effects, sky.ionosphere, sky.orbits)
    (self.roughness, loss, self.phasesStep) = (roughness, view?.loss ?? 0, phasesStep)
    zenithDelay =
      effects.contains(.troposphere) ? Troposphere.zenithDelay(at: antenna.geodetic) : 0
  }

  /// Returns the antenna with its velocity, which takes two more positions on its path.
  func movingAntenna() -> Antenna { antenna.moving(on: path, at: heard) }

  /// Returns the direction in which a satellite is seen.
  func direction(along arc: OrbitArc) -> ApparentDirection {
    ApparentDirection(
      along: arc, to: antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// Returns the path of a signal from an orbit to the antenna, or to the same antenna with its velocity.
  func sight(of orbit: SatelliteOrbit, to moving: Antenna? = nil) -> LineOfSight {
    LineOfSight(
      from: orbit, to: moving ?? antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// Returns the atmosphere's delays of a range.
  func atmosphere(along sight: LineOfSight) -> AtmosphericDelays {
    AtmosphericDelays(
      troposphere: Troposphere.delay(
        ofZenith: zenithDelay, sineOfElevation: sight.sineOfElevation),
      ionosphere: effects.contains(.ionosphere)
        ? ionosphere.delay(to: antenna, from: sight.direction, at: time) : 0)
  }

  /// Returns the mean carrier-to-noise ratio on the first band, dB-Hz.
  func carrierToNoise(from direction: ApparentDirection) -> Double {
    Equipment.carrierToNoise(sineOfElevation: direction.sineOfElevation) - loss
  }
}

/// The atmosphere's delays of a range, metres.
struct AtmosphericDelays: Sendable {
  var troposphere: Double
  /// The ionosphere's delay at L1; a phaserange is shorter by the same distance.
  var ionosphere: Double
}
