package import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A receiver's channel for one signal of a satellite: its errors, and the whole cycles of its phase.
struct SignalChannel: Sendable {
  /// The RINEX code of the signal.
  let code: RINEXSignalCode
  /// The carrier frequency, Hz.
  let frequency: Double
  /// The signal's ID in the signal mask (MSM); `nil` for none.
  let signalID: UInt8?
  private var correlated = CorrelatedErrors()
  /// The present arc of uninterrupted tracking; `nil` while the signal is not tracked.
  private var arc: Arc?
  /// The tracking at the last epoch; `nil` unless the signal was tracked.
  private var latest: Latest?

  /// The result of tracking the signal at an epoch.
  private struct Latest: Sendable {
    /// The carrier-to-noise ratio, dB-Hz.
    var cnr: Double
    /// The generator of the epoch's white noise; `nil` without noise.
    var noise: Xoshiro256?
  }

  /// An arc of uninterrupted tracking.
  private struct Arc: Sendable {
    var start: GPSTime
    var cycles: Double
    /// The time until which half a cycle may be missing, and whether half a cycle is missing.
    var resolved: GPSTime
    var lacksHalf = false
  }

  /// The errors of code and phase, beside geometry.
  struct Errors: Sendable {
    /// The error of the pseudorange, metres.
    var code = 0.0
    /// The error of the phaserange, metres, whole and half cycles included.
    var phase = 0.0
    /// The error of the phaserange rate, m/s.
    var rate = 0.0
    /// The carrier-to-noise ratio, dB-Hz.
    var cnr = 0.0
    var hasHalfCycleAmbiguity = false
    /// The time for which the phase has been tracked, milliseconds.
    var lockTime = 0
  }

  init(_ satellite: SatelliteID, _ code: RINEXSignalCode, channel: Int?) {
    self.code = code
    frequency =
      satellite.constellation.carrierFrequency(ofBand: code.band, glonassFrequencyChannel: channel)
      ?? GPSConstants.l1Frequency
    signalID = satellite.constellation.signalID(of: code)
  }

  /// Whether the signal's data modulation hides half cycles until the data are decoded.
  private var hasData: Bool {
    // Pilots have no data; of the signals here, those with these letters are pilots.
    code.attribute != UInt8(ascii: "Q") && code.attribute != UInt8(ascii: "L")
  }

  /// The loss against the satellite's signal on L1, E1 or B1, dB.
  var bandLoss: Double { frequency > 1.5e9 ? 0 : 3 }

  /// Loses track of the signal.
  mutating func lose() { (arc, latest) = (nil, nil) }
}

extension SignalChannel {
  /// Tracks the signal at an epoch.
  ///
  /// - Parameters:
  ///   - conditions: The conditions of reception.
  ///   - step: The weights of the correlated errors for the time since the last epoch.
  ///   - time: The epoch.
  ///   - effects: The effects that are on, noise and slips among them.
  ///   - generator: The random numbers.
  /// - Returns: The tracked signal at the epoch.
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

  /// Returns the errors of code and phase at the last tracked epoch; `nil` when the signal was not
  /// tracked then.
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

  /// Returns a new arc with whole cycles of some hundred metres.
  ///
  /// MSM has room for 1,171 m between phase and code.
  private func newArc(
    at time: GPSTime, _ conditions: SignalConditions, _ effects: SkyEffects,
    _ generator: inout Xoshiro256
  ) -> Arc {
    let cycles = Double(generator.next() % 1025) - 512
    // A signal tracked before the stream began has been tracked for minutes.
    if conditions.isFollowedBefore {
      let age = Int64(60 + generator.next() % 3000)
      return Arc(
        start: time.advanced(byNanoseconds: -age * 1_000_000_000), cycles: cycles, resolved: time)
    }
    guard hasData, effects.contains(.slips) else {
      return Arc(start: time, cycles: cycles, resolved: time)
    }
    // A preamble arrives every six seconds.
    let wait = Int64(generator.uniform() * 6e9)
    return Arc(
      start: time, cycles: cycles, resolved: time.advanced(byNanoseconds: wait),
      lacksHalf: generator.next() % 2 == 0)
  }

  /// Slips the phase by whole cycles at random: weak signals more often, and one slip in ten without notice.
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
  /// The RINEX code of the signal.
  package let code: RINEXSignalCode
  /// The carrier-to-noise ratio, dB-Hz.
  package let cnr: Double
  /// Whether the phase may still lack half a cycle.
  package let hasHalfCycleAmbiguity: Bool
}

/// The conditions of a signal's reception.
struct SignalConditions: Sendable {
  /// The mean carrier-to-noise ratio, dB-Hz.
  var carrierToNoise: Double
  /// The cosine of the elevation: signals from low elevations are reflected more.
  var cosineOfElevation: Double
  /// The factor of the antenna's noise and reflections.
  var roughness: Double
  /// The share of the sky that obstacles hide.
  var hiddenShare: Double
  /// Whether the signal was tracked before the stream began.
  var isFollowedBefore: Bool
  /// The time since the last epoch, seconds.
  var interval: Double

  /// The probability of a slip since the last epoch, which is tiny above 34 dB-Hz.
  var slipProbability: Double {
    let weakness = max(34 - carrierToNoise, 0)
    return min(interval * (5e-7 + 1e-4 * weakness * weakness), 0.5)
  }
}
