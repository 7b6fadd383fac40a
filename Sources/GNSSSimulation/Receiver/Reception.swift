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
  /// How much later GLONASS codes are than phases, metres.
  let glonassBias: Double

  /// The way of a signal of an orbit.
  func sight(of orbit: SatelliteOrbit) -> LineOfSight {
    LineOfSight(
      from: orbit, to: antenna, receivedAt: time, minus: clockOffset,
      earthTurns: effects.contains(.earthRotation))
  }

  /// What the atmosphere adds to a range: the troposphere, and the ionosphere at L1, metres.
  func atmosphere(along sight: LineOfSight) -> (troposphere: Double, ionosphere: Double) {
    (
      effects.contains(.troposphere)
        ? Troposphere.delay(at: antenna.geodetic, sineOfElevation: sight.sineOfElevation) : 0,
      effects.contains(.ionosphere)
        ? ionosphere.delay(to: antenna, from: sight.direction, at: time) : 0
    )
  }

  /// The mean carrier-to-noise ratio, dB-Hz: 32 at the horizon to 51 overhead on the first band, 3 less on others.
  func carrierToNoise(_ signal: SignalChannel, _ sight: LineOfSight) -> Double {
    let onFirst = 32 + 19 * Math.power(max(sight.sineOfElevation, 0), 0.7)
    return signal.isOnFirstBand ? onFirst : onFirst - 3
  }

  /// The code-phase bias of a signal, metres.
  func bias(of signal: SignalChannel, _ satellite: SatelliteID) -> Double {
    satellite.constellation == .glonass ? glonassBias : 0
  }
}
