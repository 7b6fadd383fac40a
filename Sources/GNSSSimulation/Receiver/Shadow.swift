internal import Mathematics

/// The shadow of passing obstacles on a satellite's direct path: trees, signs, corners of houses.
///
/// The loss is log-normal, as in models of land mobile satellite channels, and lasts for seconds. Its depth is a model's,
/// chosen together with that of ``CorrelatedErrors``.
struct Shadow: Sendable {
  /// The level of the process, with a standard deviation of one; positive is a loss.
  private var level = 0.0

  /// The correlation time, seconds, and the standard deviation where all of the sky is hidden, dB.
  private static let (time, depth) = (4.0, 15.0)

  /// Advances by some seconds, and returns the loss, dB; without obstacles no random number is drawn.
  mutating func advance(
    by seconds: Double, hiddenShare: Double, _ generator: inout Xoshiro256
  ) -> Double {
    guard hiddenShare > 0 else { return 0 }
    let kept = Math.exponential(-seconds / Self.time)
    level = kept * level + (1 - kept * kept).squareRoot() * generator.normal()
    return Self.depth * hiddenShare * max(level, 0)
  }
}
