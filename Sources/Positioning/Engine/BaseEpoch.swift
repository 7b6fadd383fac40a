internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// The base's observations of an epoch, with what its known position explains taken off.
struct BaseEpoch: Sendable {
  let time: GPSTime
  let place: ReceiverPlace
  /// The satellites, sorted.
  let satellites: [BaseSatellite]

  /// Returns a satellite; `nil` for one that is not observed.
  func satellite(_ satellite: SatelliteID) -> BaseSatellite? {
    var (low, high) = (0, satellites.count)
    while low < high {
      let middle = (low + high) / 2
      if satellites[middle].satellite < satellite { low = middle + 1 } else { high = middle }
    }
    return low < satellites.count && satellites[low].satellite == satellite ? satellites[low] : nil
  }

  /// A satellite's signals at the base.
  struct BaseSatellite: Sendable {
    let satellite: SatelliteID
    let broadcast: Broadcast
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
    (time, self.place) = (epoch.time, place)
    var satellites: [BaseSatellite] = []
    satellites.reserveCapacity(epoch.satellites.count)
    for satellite in epoch.satellites {
      let sight = place.sight(of: satellite, through: ionosphere, at: epoch.time)
      // What a base sees far below its horizon is another satellite, or the base is elsewhere.
      guard sight.sineOfElevation > -0.05 else { continue }
      let isGLONASS = satellite.satellite.constellation == .glonass
      satellites.append(
        BaseSatellite(
          satellite: satellite.satellite, broadcast: satellite.broadcast,
          signals: satellite.signals.map {
            BaseSignal($0, sight, clock: satellite.clock, phases: isGLONASS ? phases : nil)
          }))
    }
    self.satellites = satellites
  }
}

extension BaseEpoch.BaseSignal {
  fileprivate init(
    _ observation: SignalObservation, _ sight: Sight, clock: Double, phases: GLONASSPhases?
  ) {
    self.observation = observation
    let frequency = observation.carrierFrequency ?? GPSConstants.l1Frequency
    let bias = observation.code.flatMap { phases?.correction(of: $0) } ?? 0
    let (code, phase) = (
      sight.code(clock: clock, frequency: frequency),
      sight.phase(clock: clock, frequency: frequency)
    )
    self.code = observation.pseudorange.map { $0 - code }
    self.phase = observation.phaserange.map { $0 + bias - phase }
  }
}
