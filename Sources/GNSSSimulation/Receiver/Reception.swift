internal import GNSSBasics
internal import Mathematics

/// What all satellites have in common at one epoch of a receiver.
struct Reception: Sendable {
  /// The epoch, by the receiver's clock.
  let time: GPSTime
  /// Where the antenna is when it really receives.
  let antenna: Antenna
  /// Receiver clock less GPS time, seconds, and its drift, s/s.
  let clockOffset, clockDrift: Double
  /// Seconds since the last epoch.
  let interval: Double
  let step: CorrelatedErrors.Step
  /// Whether it is the receiver's first.
  let isFirst: Bool
  let effects: SkyEffects
  let ionosphere: Ionosphere
  let roughness: Double
  /// The troposphere's delay from straight above the antenna, metres.
  let zenithDelay: Double

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

  /// The mean carrier-to-noise ratio on the first band, dB-Hz: 32 at the horizon to 51 overhead.
  func carrierToNoise(along sight: LineOfSight) -> Double {
    32 + 19 * Math.power(max(sight.sineOfElevation, 0), 0.7)
  }
}
