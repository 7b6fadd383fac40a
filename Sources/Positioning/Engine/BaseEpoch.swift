internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// The base's observations of an epoch, with what its known position explains taken off.
struct BaseEpoch: Sendable {
  let time: GPSTime
  /// The satellites by ID.
  let satellites: [SatelliteID: BaseSatellite]

  /// A satellite's signals at the base.
  struct BaseSatellite: Sendable {
    let broadcast: Broadcast
    let sineOfElevation: Double
    let signals: [BaseSignal]
  }

  /// A signal at the base.
  struct BaseSignal: Sendable {
    let observation: SignalObservation
    /// The rest of the code and of the phase beside the model, metres; the base's clock is in both.
    let code, phase: Double?
  }

  /// Reduces an epoch by the position of the base, and aligns its phases of GLONASS.
  init(
    _ epoch: EpochSignals, at place: ReceiverPlace, ionosphere: KlobucharParameters,
    phases: GLONASSPhases
  ) {
    time = epoch.time
    var satellites: [SatelliteID: BaseSatellite] = [:]
    for satellite in epoch.satellites {
      let sight = place.sight(of: satellite, through: ionosphere, at: epoch.time)
      // What a base sees far below its horizon is another satellite, or the base is elsewhere.
      guard sight.sineOfElevation > -0.05 else { continue }
      satellites[satellite.satellite] = BaseSatellite(
        broadcast: satellite.broadcast, sineOfElevation: sight.sineOfElevation,
        signals: satellite.signals.map { observation in
          let frequency = observation.carrierFrequency ?? GPSConstants.l1Frequency
          let (code, phase) = (
            sight.code(clock: satellite.clock, frequency: frequency),
            sight.phase(clock: satellite.clock, frequency: frequency)
          )
          let isGLONASS = satellite.satellite.constellation == .glonass
          let bias = isGLONASS ? observation.code.map(phases.correction) ?? 0 : 0
          return BaseSignal(
            observation: observation, code: observation.pseudorange.map { $0 - code },
            phase: observation.phaserange.map { $0 + bias - phase })
        })
    }
    self.satellites = satellites
  }
}
