internal import Mathematics

/// The time-correlated errors of a signal: ten seconds for the code, a minute for reflections, seconds between houses.
///
/// Sizes and times are those of the double differences of two receivers a metre apart (`MatRTKLIB`'s
/// static data). The code has 0.12 to 0.64 m, of which 0.04 to 0.2 m come from second to second. The
/// phase has 1.0 mm above 44 dB-Hz and 3 mm below 38 dB-Hz.
///
/// Between houses reflections are larger. Their size is a model's, chosen so that the receiver has as many fixes as a
/// real one that was driven about (`docs/receiver-model.md`).
struct CorrelatedErrors: Sendable {
  private var code = 0.0
  private var reflectedCode = 0.0
  private var reflectedPhase = 0.0
  private var isBegun = false
  /// The factor of the present signal's noise, relative to a signal of 45 dB-Hz.
  private var noisiness = 1.0

  /// The weights of an interval: the share of old errors that is left, and the gain of new errors.
  struct Step: Sendable {
    let (code, codeGain): (Double, Double)
    let (reflection, reflectionGain): (Double, Double)

    /// Creates the weights of an interval in seconds, where obstacles hide a share of the sky.
    init(_ seconds: Double, hiddenShare: Double = 0) {
      code = Math.exponential(-seconds / 10)
      codeGain = (1 - code * code).squareRoot()
      reflection = Math.exponential(
        -seconds / 60 * (1 + CorrelatedErrors.reflectionHaste * hiddenShare * hiddenShare))
      reflectionGain = (1 - reflection * reflection).squareRoot()
    }
  }

  /// The growth of reflections where all of the sky is hidden, and of the rate at which they change.
  private static let (reflectionGrowth, reflectionHaste) = (25.0, 20.0)

  /// Advances the errors to the next epoch.
  mutating func advance(
    _ step: Step, _ conditions: SignalConditions, _ generator: inout Xoshiro256
  ) {
    noisiness =
      conditions.roughness * Math.exponential((45 - conditions.carrierToNoise) * 0.115_129_254_6)
    let share = conditions.hiddenShare
    let reflected =
      conditions.roughness * conditions.cosineOfElevation
      * (1 + Self.reflectionGrowth * share * share)
    guard isBegun else {
      code = 0.1 * noisiness * generator.normal()
      reflectedCode = 0.1 * reflected * generator.normal()
      reflectedPhase = 0.001 * reflected * generator.normal()
      isBegun = true
      return
    }
    code = step.code * code + step.codeGain * 0.1 * noisiness * generator.normal()
    reflectedCode =
      step.reflection * reflectedCode + step.reflectionGain * 0.1 * reflected * generator.normal()
    reflectedPhase =
      step.reflection * reflectedPhase
      + step.reflectionGain * 0.001 * reflected * generator.normal()
  }

  /// The number of normal random draws for the white noise of one epoch.
  static var drawsOfNoise: Int { 3 }

  /// Adds the correlated errors and the white noise of the epoch.
  func add(to errors: inout SignalChannel.Errors, _ generator: inout Xoshiro256) {
    errors.code += code + reflectedCode + 0.03 * noisiness * generator.normal()
    errors.phase += reflectedPhase + 0.0005 * noisiness * generator.normal()
    errors.rate += 0.01 * noisiness * generator.normal()
  }
}
