package import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// A signal of a satellite in a receiver: its errors, and the whole cycles of its phase.
struct SignalChannel: Sendable {
  /// The signal.
  let code: RINEXSignalCode
  /// Hz.
  let frequency: Double
  /// ID in the signal mask.
  let signalID: UInt8?
  private var correlated = CorrelatedErrors()
  /// Whole cycles on the phase, and since when; `nil` while it is not tracked.
  private var arc: Arc?
  /// The tracking at the last epoch; `nil` unless the signal was tracked.
  private var latest: Latest?

  /// The tracking of the signal at an epoch.
  private struct Latest: Sendable {
    /// Carrier-to-noise ratio, dB-Hz.
    var cnr: Double
    /// The generator of the noise of the moment; `nil` where there is none.
    var noise: Xoshiro256?
  }

  /// A stretch of uninterrupted tracking.
  private struct Arc: Sendable {
    var start: GPSTime
    var cycles: Double
    /// Until when half a cycle may be missing, and whether it is.
    var resolved: GPSTime
    var lacksHalf = false
  }

  /// The errors of a code and a phase beside geometry.
  struct Errors: Sendable {
    /// On the pseudorange, metres.
    var code = 0.0
    /// On the phaserange, metres, whole and half cycles included.
    var phase = 0.0
    /// On the phaserange rate, m/s.
    var rate = 0.0
    /// Carrier-to-noise ratio, dB-Hz.
    var cnr = 0.0
    var hasHalfCycleAmbiguity = false
    /// For how long the phase has been followed, milliseconds.
    var lockTime = 0
  }

  init(_ satellite: SatelliteID, _ code: RINEXSignalCode, channel: Int?) {
    self.code = code
    frequency =
      satellite.constellation.carrierFrequency(ofBand: code.band, glonassFrequencyChannel: channel)
      ?? GPSConstants.l1Frequency
    signalID = satellite.constellation.signalID(of: code)
  }

  /// Whether its data modulation hides half cycles until they are decoded.
  private var hasData: Bool {
    // Pilots have none, and of the signals here those of these letters are pilots.
    code.attribute != UInt8(ascii: "Q") && code.attribute != UInt8(ascii: "L")
  }

  /// By how much it is weaker than the satellite's signal on L1, E1 or B1, dB.
  var bandLoss: Double { frequency > 1.5e9 ? 0 : 3 }

  /// Loses the phase.
  mutating func lose() { (arc, latest) = (nil, nil) }
}

extension SignalChannel {
  /// Goes on to an epoch.
  ///
  /// - Parameters:
  ///   - conditions: How the signal arrives.
  ///   - step: Seconds since the last epoch.
  ///   - time: The epoch.
  ///   - effects: What there is of noise and slips.
  ///   - generator: Where chance comes from.
  /// - Returns: The signal as it is then.
  mutating func track(
    _ conditions: SignalConditions, step: CorrelatedErrors.Step, at time: GPSTime,
    _ effects: SkyEffects,
    _ generator: inout Xoshiro256
  ) -> TrackedSignal {
    var cnr = conditions.carrierToNoise
    var noise: Xoshiro256?
    if effects.contains(.noise) {
      cnr += 0.5 * generator.normal()
      correlated.advance(step, conditions, &generator)
      noise = generator
      generator.skipNormals(CorrelatedErrors.drawsOfNoise)
    }
    if effects.contains(.slips) { slip(conditions, at: time, &generator) }
    let arc = arc ?? newArc(at: time, conditions, effects, &generator)
    self.arc = arc
    latest = Latest(cnr: cnr, noise: noise)
    return TrackedSignal(code: code, cnr: cnr, hasHalfCycleAmbiguity: time < arc.resolved)
  }

  /// Returns the errors of code and phase at the last tracked epoch; `nil` when the signal was not tracked
  /// then.
  func errors(at time: GPSTime) -> Errors? {
    guard let latest, let arc else { return nil }
    var errors = Errors(cnr: latest.cnr)
    if var noise = latest.noise { correlated.add(to: &errors, &noise) }
    errors.hasHalfCycleAmbiguity = time < arc.resolved
    let isHalfOff = errors.hasHalfCycleAmbiguity && arc.lacksHalf
    errors.phase += (arc.cycles + (isHalfOff ? 0.5 : 0)) * (WGS84.speedOfLight / frequency)
    errors.lockTime = Int((time.nanoseconds - arc.start.nanoseconds) / 1_000_000)
    return errors
  }

  /// Begins an arc with some hundred metres of whole cycles: MSM leaves room for 1,171 m between
  /// phase and code.
  private func newArc(
    at time: GPSTime, _ conditions: SignalConditions, _ effects: SkyEffects,
    _ generator: inout Xoshiro256
  ) -> Arc {
    let cycles = Double(generator.next() % 1025) - 512
    // One that was followed before the stream began has been so for minutes.
    if conditions.isFollowedBefore {
      let age = Int64(60 + generator.next() % 3000)
      return Arc(
        start: time.advanced(byNanoseconds: -age * 1_000_000_000), cycles: cycles, resolved: time)
    }
    guard hasData, effects.contains(.slips) else {
      return Arc(start: time, cycles: cycles, resolved: time)
    }
    // A preamble comes every six seconds.
    let wait = Int64(generator.uniform() * 6e9)
    return Arc(
      start: time, cycles: cycles, resolved: time.advanced(byNanoseconds: wait),
      lacksHalf: generator.next() % 2 == 0)
  }

  /// Now and then whole cycles are lost: of weak signals sooner, and one time in ten without notice.
  private mutating func slip(
    _ conditions: SignalConditions, at time: GPSTime, _ generator: inout Xoshiro256
  ) {
    guard var slipped = arc, generator.uniform() < conditions.slipProbability else { return }
    slipped.cycles += Double(1 + generator.next() % 20) * (generator.next() % 2 == 0 ? 1 : -1)
    if generator.next() % 10 > 0 { slipped.start = time }
    arc = slipped
  }
}

/// A signal that a receiver tracks.
package struct TrackedSignal: Hashable, Sendable {
  /// The signal's code.
  package let code: RINEXSignalCode
  /// Carrier-to-noise ratio, dB-Hz.
  package let cnr: Double
  /// Whether half a cycle of its phase is still open.
  package let hasHalfCycleAmbiguity: Bool
}

/// The conditions of a signal's reception.
struct SignalConditions: Sendable {
  /// dB-Hz, its mean.
  var carrierToNoise: Double
  /// Cosine of the elevation: what comes from below is reflected more.
  var cosineOfElevation: Double
  /// The factor of the antenna's noise and reflections.
  var roughness: Double
  /// Whether it was followed before the stream began.
  var isFollowedBefore: Bool
  /// Seconds since the last epoch.
  var interval: Double

  /// The probability of a slip since the last epoch: hardly any above 34 dB-Hz.
  var slipProbability: Double {
    let weakness = max(34 - carrierToNoise, 0)
    return min(interval * (5e-7 + 1e-4 * weakness * weakness), 0.5)
  }
}
