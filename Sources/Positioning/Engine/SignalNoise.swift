internal import Mathematics

/// The statistical model of a receiver's noise and multipath.
///
/// The form in the sine of the elevation is that of RTKLIB's manual (2.4.2, E.6.2); the growth below 40 dB-Hz is
/// from differences of real receivers.
struct SignalNoise: Hashable, Sendable {
  /// The standard deviation of a phase at the zenith, metres.
  var phase = 0.003
  /// The standard deviation of a code by that of a phase.
  var codeByPhase = 100.0

  /// Returns the variance of a phase, square metres.
  func phaseVariance(sineOfElevation: Double, cnr: Double?) -> Double {
    let sine = max(sineOfElevation, 0.05)
    let weakness = cnr.map { $0 < 40 ? Math.power(10, (40 - max($0, 20)) / 10) : 1 } ?? 1
    return phase * phase * (0.5 + 0.5 / (sine * sine)) * weakness
  }

  /// Returns the variance of a code, square metres.
  func codeVariance(sineOfElevation: Double, cnr: Double?) -> Double {
    phaseVariance(sineOfElevation: sineOfElevation, cnr: cnr) * codeByPhase * codeByPhase
  }
}
