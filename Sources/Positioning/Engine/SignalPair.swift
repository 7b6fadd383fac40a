internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// A carrier that rover and base both observe: the difference of the two, without what positions explain.
struct SignalPair: Sendable {
  let id: CarrierID
  /// The signals whose biases and clocks are the same.
  let group: Group
  /// The number of the group in its epoch.
  var clock = 0
  let frequency, wavelength: Double
  let sight: Sight
  /// The differences of code and phase, metres, from which the rover's position at ``sight``, the base and the
  /// models have been taken off.
  let code, phase: Double?
  /// Their variances, square metres.
  let codeVariance, phaseVariance: Double
  /// The lock times at rover and base, milliseconds.
  let lock: (rover: Int?, base: Int?)
  /// Whether one of both phases may be off by half a cycle.
  let mayBeHalf: Bool

  /// The signals of a system whose difference has one clock: those with the same codes at both receivers.
  struct Group: Hashable, Sendable {
    let system: Constellation
    let rover, base: RINEXSignalCode
  }
}

extension SignalPair {
  /// Returns the pairs of an epoch.
  ///
  /// - Parameters:
  ///   - rover: The rover's epoch.
  ///   - base: The base's epoch.
  ///   - place: The place from which the rover's ranges are computed.
  ///   - mask: The sine of the least elevation.
  ///   - noise: The model of the noise.
  ///   - ionosphere: The parameters of the ionosphere.
  ///   - leftOut: Takes the satellites without a pair.
  /// - Returns: The pairs in the order of their satellites and bands.
  static func pairs(
    of rover: EpochSignals, with base: BaseEpoch, from place: ReceiverPlace, mask: Double,
    noise: SignalNoise, ionosphere: KlobucharParameters, leftOut: inout [LeftOut]
  ) -> [SignalPair] {
    var pairs: [SignalPair] = []
    let age = rover.time.seconds(since: base.time)
    // The change of the atmosphere and of the satellites' clocks, a centimetre in 20 s by then.
    let ageVariance = 0.0005 * age * 0.0005 * age
    for satellite in rover.satellites {
      guard let atBase = base.satellite(satellite.satellite) else {
        leftOut.append(LeftOut(satellite.satellite, .notAtBase))
        continue
      }
      let sight = place.sight(
        of: satellite, through: ionosphere, at: rover.time,
        ionosphereFrom: place.isNearPole ? base.place : nil)
      guard sight.sineOfElevation >= mask else {
        leftOut.append(LeftOut(satellite.satellite, .low))
        continue
      }
      for band in SignalPreference.bands(of: satellite.satellite.constellation) {
        guard let (own, other) = best(satellite.signals, atBase.signals, band: band),
          let pair = SignalPair(
            satellite, own, other, sight: sight, noise: noise, more: ageVariance)
        else { continue }
        pairs.append(pair)
      }
    }
    return pairs
  }

  /// Returns the best signals of a band, of one code at both receivers where there is one.
  private static func best(
    _ own: ArraySlice<SignalObservation>, _ others: [BaseEpoch.BaseSignal], band: UInt8
  ) -> (SignalObservation, BaseEpoch.BaseSignal)? {
    var best: (own: SignalObservation, other: BaseEpoch.BaseSignal, rank: Int)?
    for signal in own where signal.code?.band == band {
      for other in others where other.observation.code?.band == band {
        let isSame = signal.code == other.observation.code
        let lacksPhase = signal.phaserange == nil || other.phase == nil
        let rank =
          SignalPreference.rank(of: signal.code)
          + SignalPreference.rank(of: other.observation.code) + (isSame ? 0 : 100)
          + (lacksPhase ? 1000 : 0)
        if best.map({ rank < $0.rank }) ?? true { best = (signal, other, rank) }
      }
    }
    return best.map { ($0.own, $0.other) }
  }

  private init?(
    _ satellite: SatelliteSignals, _ own: SignalObservation, _ other: BaseEpoch.BaseSignal,
    sight: Sight, noise: SignalNoise, more: Double
  ) {
    guard let code = own.code, let baseCode = other.observation.code,
      let frequency = own.carrierFrequency, other.observation.carrierFrequency == frequency
    else { return nil }
    id = CarrierID(satellite: satellite.satellite, band: code.band)
    group = Group(system: satellite.satellite.constellation, rover: code, base: baseCode)
    self.frequency = frequency
    wavelength = GPSConstants.speedOfLight / frequency
    self.sight = sight
    let modelled = (
      code: sight.code(clock: satellite.clock, frequency: frequency),
      phase: sight.phase(clock: satellite.clock, frequency: frequency)
    )
    self.code = own.pseudorange.flatMap { own in other.code.map { own - modelled.code - $0 } }
    phase = own.phaserange.flatMap { own in other.phase.map { own - modelled.phase - $0 } }
    let sine = sight.sineOfElevation
    func variance(_ one: (Double, Double?) -> Double) -> Double {
      one(sine, own.cnr) + one(sine, other.observation.cnr) + more
    }
    codeVariance = variance(noise.codeVariance)
    phaseVariance = variance(noise.phaseVariance)
    lock = (own.minimumLockTimeMilliseconds, other.observation.minimumLockTimeMilliseconds)
    mayBeHalf = own.hasHalfCycleAmbiguity || other.observation.hasHalfCycleAmbiguity
  }
}
