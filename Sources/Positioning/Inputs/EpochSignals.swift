internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// A carrier of a satellite: what an integer ambiguity belongs to.
struct CarrierID: Hashable, Sendable, Comparable {
  let satellite: SatelliteID
  /// The band in RINEX, `1...9`.
  let band: UInt8

  static func < (a: CarrierID, b: CarrierID) -> Bool {
    a.satellite == b.satellite ? a.band < b.band : a.satellite < b.satellite
  }
}

/// A satellite's observations at an epoch, with its place and clock when it sent the signals.
struct SatelliteSignals: Sendable {
  let satellite: SatelliteID
  let broadcast: Broadcast
  /// The position at transmission, in the Earth-fixed frame of that instant, metres.
  let position: SIMD3<Double>
  /// The velocity in that frame, m/s.
  let velocity: SIMD3<Double>
  /// The satellite's clock less GPS time, metres, and its rate, m/s.
  let clock, clockRate: Double
  /// The observations with a code, in the epoch's order.
  let signals: [SignalObservation]
}

/// An epoch by satellites, without those that cannot be used.
struct EpochSignals: Sendable {
  let time: GPSTime
  /// The satellites with an orbit, sorted.
  private(set) var satellites: [SatelliteSignals] = []
  /// The satellites without a usable orbit, with the reason.
  private(set) var leftOut: [LeftOut] = []

  /// Sorts an epoch by satellites.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - orbits: The orbits.
  ///   - systems: The systems to use.
  ///   - chosen: Sets that have to be used for their satellites, so that both receivers take the same.
  init(
    _ epoch: ObservationEpoch, orbits: BroadcastOrbits, systems: Set<Constellation>,
    preferring chosen: [SatelliteID: Broadcast] = [:]
  ) {
    time = epoch.time
    var bySatellite: [SatelliteID: [SignalObservation]] = [:]
    for observation in epoch.observations
    where systems.contains(observation.constellation) && observation.isPlausible {
      bySatellite[observation.satellite, default: []].append(observation)
    }
    for satellite in bySatellite.keys.sorted() {
      guard let signals = bySatellite[satellite],
        let range = signals.lazy.compactMap(\.pseudorange).first
      else { continue }
      let result = chosen[satellite].map(Result.success) ?? orbits.set(of: satellite, at: time)
      switch result {
      case .success(let broadcast):
        satellites.append(
          SatelliteSignals(satellite, broadcast, signals, range: range, receivedAt: time))
      case .failure(let lack): leftOut.append(LeftOut(satellite, lack))
      }
    }
  }
}

extension SatelliteSignals {
  /// Finds the place of a satellite from the time of reception and a pseudorange, which together give the
  /// time of transmission by the satellite's clock, whatever the receiver's clock says.
  fileprivate init(
    _ satellite: SatelliteID, _ broadcast: Broadcast, _ signals: [SignalObservation],
    range: Double, receivedAt time: GPSTime
  ) {
    let state = broadcast.orbit.state(at: time, minus: range / GPSConstants.speedOfLight)
    self.satellite = satellite
    self.broadcast = broadcast
    // By GPS time the satellite sent earlier by the error of its clock, a millisecond at most, in which it
    // moves straight on.
    position = state.position - state.clockOffset * state.velocity
    velocity = state.velocity
    clock = state.clockOffset * GPSConstants.speedOfLight
    clockRate = state.clockRate * GPSConstants.speedOfLight
    self.signals = signals
  }
}

extension SignalObservation {
  /// Whether the observation has a code, a frequency, and ranges that a receiver on Earth can measure.
  ///
  /// A receiver's clock may be off by a second.
  fileprivate var isPlausible: Bool {
    guard code != nil, let carrierFrequency, carrierFrequency > 0 else { return false }
    guard let pseudorange, (pseudorange - 3e7).magnitude < 4e8 else { return false }
    return (phaserange ?? 0).isFinite && (phaserangeRate ?? 0).isFinite
  }
}
