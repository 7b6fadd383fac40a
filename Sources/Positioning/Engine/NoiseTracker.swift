internal import Mathematics

/// The noise of a pair of receivers by that of the model, learnt from how well each epoch's ranges agree.
///
/// A cheap antenna's codes are noisier by a factor of three. Who takes them for better finds integers that are
/// wrong.
struct NoiseTracker: Hashable, Sendable {
  /// The variances by those of the model.
  private(set) var code = 1.0
  private(set) var phase = 1.0
  private var hasCodes = false

  /// The time constant, seconds.
  private static var memory: Double { 60 }

  /// Returns the model with the noise learnt.
  func scaled(_ model: SignalNoise) -> SignalNoise {
    var scaled = model
    scaled.phase *= phase.squareRoot()
    scaled.codeByPhase *= (code / phase).squareRoot()
    return scaled
  }

  /// Learns from a fit to the codes of an epoch, whose rows had the noise learnt so far.
  mutating func learnCodes(_ fit: RangeFit, elapsed: Double) {
    guard fit.misfit.freedom >= 4 else { return }
    let found = code * fit.deviation * fit.deviation
    // The first epoch is all that there is, and may have been a good one.
    if !hasCodes { code = max(found * 1.5, 1) }
    hasCodes = true
    Self.learn(&code, found, elapsed, 0.5...50)
  }

  /// Learns from a fit to the phases of an epoch, whose rows had the noise learnt so far.
  mutating func learnPhases(_ fit: RangeFit, elapsed: Double) {
    guard fit.misfit.freedom >= 4 else { return }
    Self.learn(&phase, phase * fit.deviation * fit.deviation, elapsed, 0.5...10)
  }

  private static func learn(
    _ value: inout Double, _ found: Double, _ elapsed: Double, _ range: ClosedRange<Double>
  ) {
    guard found.isFinite else { return }
    let share = 1 - Math.exponential(-min(elapsed, memory) / memory)
    value = min(max(value + share * (found - value), range.lowerBound), range.upperBound)
  }
}
