internal import Mathematics

/// The errors of a signal that last: of the code for ten seconds, and by reflections for a minute.
///
/// Sizes and times are those of a pair of receivers of a metre's distance, by their double differences
/// (`MatRTKLIB`'s static data): of the code 0.12 to 0.64 m, of which 0.04 to 0.2 m come from second to second; of the
/// phase 1.0 mm above 44 dB-Hz, 3 mm below 38.
struct CorrelatedErrors: Sendable {
  private var code = 0.0
  private var reflectedCode = 0.0
  private var reflectedPhase = 0.0
  private var isBegun = false
  /// Of the signal as it is now: what multiplies the noise of one of 45 dB-Hz.
  private var noisiness = 1.0

  /// The part of errors that is left after an interval, and the part that is new.
  struct Step: Sendable {
    let (code, codeGain): (Double, Double)
    let (reflection, reflectionGain): (Double, Double)

    /// The step of an interval in seconds.
    init(_ seconds: Double) {
      code = Math.exponential(-seconds / 10)
      codeGain = (1 - code * code).squareRoot()
      reflection = Math.exponential(-seconds / 60)
      reflectionGain = (1 - reflection * reflection).squareRoot()
    }
  }

  /// Goes on to the next epoch.
  mutating func advance(
    _ step: Step, _ conditions: SignalConditions, _ generator: inout Xoshiro256
  ) {
    noisiness =
      conditions.roughness * Math.exponential((45 - conditions.carrierToNoise) * 0.115_129_254_6)
    let reflected = conditions.roughness * conditions.cosineOfElevation
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

  /// The number of draws from the normal distribution for the noise of the moment.
  static var drawsOfNoise: Int { 3 }

  /// Adds these, and the noise of the moment.
  func add(to errors: inout SignalChannel.Errors, _ generator: inout Xoshiro256) {
    errors.code += code + reflectedCode + 0.03 * noisiness * generator.normal()
    errors.phase += reflectedPhase + 0.0005 * noisiness * generator.normal()
    errors.rate += 0.01 * noisiness * generator.normal()
  }
}
