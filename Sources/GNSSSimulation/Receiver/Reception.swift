internal import GNSSBasics
internal import Mathematics

/// What all satellites have in common at one epoch of a receiver.
final class Reception: Sendable {
  /// The epoch, by the receiver's clock.
  let time: GPSTime
  /// Where the antenna is when it really receives.
  let antenna: Antenna
  /// Receiver clock less GPS time, seconds, and its drift, s/s.
  let clockOffset, clockDrift: Double
  /// Seconds since the last epoch.
  let interval: Double
  let step: CorrelatedErrors.Step
  /// Whether signals at it have been followed since before the stream began.
  let hasFollowedBefore: Bool
  let effects: SkyEffects
  let ionosphere: Ionosphere
  let roughness: Double
  /// By how much a jammer drowns all signals, dB.
  let loss: Double
  /// The troposphere's delay from straight above the antenna, metres.
  let zenithDelay: Double

  init(
    time: GPSTime, antenna: Antenna, clock: (offset: Double, drift: Double), since last: Double,
    hasFollowedBefore: Bool, under sky: Sky, _ effects: SkyEffects, roughness: Double,
    loss: Double
  ) {
    (self.time, self.antenna) = (time, antenna)
    (clockOffset, clockDrift) = clock
    interval = max(last, 1e-3)
    step = CorrelatedErrors.Step(last)
    self.hasFollowedBefore = hasFollowedBefore
    (self.effects, ionosphere) = (effects, sky.ionosphere)
    (self.roughness, self.loss) = (roughness, loss)
    zenithDelay =
      effects.contains(.troposphere) ? Troposphere.zenithDelay(at: antenna.geodetic) : 0
  }

  /// The way of a signal of an orbit.
  func sight(of orbit: SatelliteOrbit) -> LineOfSight {
    LineOfSight(
      from: orbit, to: antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// What the atmosphere adds to a range: the troposphere, and the ionosphere at L1, metres.
  func atmosphere(along sight: LineOfSight) -> (troposphere: Double, ionosphere: Double) {
    (
      Troposphere.delay(ofZenith: zenithDelay, sineOfElevation: sight.sineOfElevation),
      effects.contains(.ionosphere)
        ? ionosphere.delay(to: antenna, from: sight.direction, at: time) : 0
    )
  }

  /// The mean carrier-to-noise ratio on the first band, dB-Hz.
  func carrierToNoise(along sight: LineOfSight) -> Double {
    Equipment.carrierToNoise(sineOfElevation: sight.sineOfElevation) - loss
  }
}
