internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// A carrier of a satellite: what an integer ambiguity belongs to.
struct CarrierID: Hashable, Sendable, Comparable {
  let satellite: SatelliteID
  /// The band in RINEX, `1...9`.
  let band: UInt8

  func hash(into hasher: inout Hasher) {
    // One word instead of three is hashed in a third of the time.
    hasher.combine(satellite.number << 16 | Int(satellite.constellation.rawValue) << 8 | Int(band))
  }

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
  let signals: ArraySlice<SignalObservation>
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
  ///   - base: The base, so that both receivers take the same orbits.
  init(
    _ epoch: ObservationEpoch, orbits: BroadcastOrbits, systems: Set<Constellation>,
    base: BaseEpoch? = nil
  ) {
    time = epoch.time
    // Of each satellite the observations stay in the epoch's order.
    let observations = epoch.observations
    var order: [Int] = []
    order.reserveCapacity(observations.count)
    for (index, observation) in observations.enumerated()
    where systems.contains(observation.constellation) {
      if observation.isPlausible {
        order.append(index)
      } else {
        leftOut.append(LeftOut(observation.satellite, band: observation.code?.band, .implausible))
      }
    }
    order.sort { a, b in
      let (first, second) = (observations[a].satellite, observations[b].satellite)
      return first == second ? a < b : first < second
    }
    let isSorted = order.count == observations.count && order.indices.allSatisfy { order[$0] == $0 }
    let sorted = isSorted ? observations : order.map { observations[$0] }
    satellites.reserveCapacity(64)
    var begin = 0
    while begin < sorted.count {
      let satellite = sorted[begin].satellite
      var end = begin + 1
      while end < sorted.count, sorted[end].satellite == satellite { end += 1 }
      if let range = Self.range(of: sorted[begin..<end]) {
        let result = base?.satellite(satellite).map {
          Result<Broadcast, OrbitLack>.success($0.broadcast)
        }
        switch result ?? orbits.set(of: satellite, at: time) {
        case .success(let broadcast):
          satellites.append(
            SatelliteSignals(
              satellite, broadcast, sorted[begin..<end], range: range, receivedAt: time))
        case .failure(let lack): leftOut.append(LeftOut(satellite, lack))
        }
      }
      begin = end
    }
  }
}

extension EpochSignals {
  /// The difference of two codes of a satellite from which one of them is wrong, metres.
  private static var greatestDifference: Double { 300 }

  /// Returns a pseudorange that another code of the satellite confirms, or else the first one.
  private static func range(of observations: ArraySlice<SignalObservation>) -> Double? {
    for (index, observation) in zip(observations.indices, observations) {
      guard let range = observation.pseudorange else { continue }
      for other in observations.indices where other != index {
        if let its = observations[other].pseudorange, (its - range).magnitude < greatestDifference {
          return range
        }
      }
    }
    return observations.lazy.compactMap(\.pseudorange).first
  }
}

extension SatelliteSignals {
  /// Finds the place of a satellite from the time of reception and a pseudorange, which together give the
  /// time of transmission by the satellite's clock, whatever the receiver's clock says.
  fileprivate init(
    _ satellite: SatelliteID, _ broadcast: Broadcast, _ signals: ArraySlice<SignalObservation>,
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
  /// Whether the observation has a code, a frequency of a navigation system, and ranges that a receiver on Earth
  /// can measure.
  ///
  /// A receiver's clock may be off by a second.
  fileprivate var isPlausible: Bool {
    guard code != nil, let carrierFrequency, (1e9...3e9).contains(carrierFrequency)
    else { return false }
    guard let pseudorange, (pseudorange - 3e7).magnitude < 4e8 else { return false }
    // RINEX has ten digits for cycles, which a receiver may count from anywhere.
    return (phaserange ?? 0).magnitude < 1e10 && (phaserangeRate ?? 0).isFinite
  }
}
