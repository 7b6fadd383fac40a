/// The delays before retries after failures.
///
/// Temporary failures are retried after 1 s, 2 s, 4 s… up to 30 s. Failures that only a person can
/// resolve are retried after 1 min, 2 min… up to 15 min, because casters ban clients that retry
/// more often. A ban is never retried. All delays have jitter, so that a caster's readers do not
/// return at the same moment. After a refusal, jitter only lengthens the delay.
public struct RetryPolicy: Hashable, Sendable {
  /// The first delay after a temporary failure.
  public var firstDelay = Duration.seconds(1)
  /// The longest delay after temporary failures.
  public var longestDelay = Duration.seconds(30)
  /// The first delay after a refusal.
  public var firstLateDelay = Duration.seconds(60)
  /// The longest delay after refusals.
  public var longestLateDelay = Duration.seconds(900)
  /// The jitter as a share of the delay, 0...1, to both sides; after a refusal, only lengthening.
  public var jitter = 0.25
  /// The duration of a stream after which the next failure counts as the first one.
  public var goodSession = Duration.seconds(60)

  /// Creates the default policy.
  public init() {}

  /// Returns the delay before the next attempt.
  ///
  /// - Parameters:
  ///   - failures: The number of consecutive failed attempts with the same urgency, from 1.
  ///   - cause: The cause of the last failure. A delay that the caster asked for is respected, up
  ///     to one hour.
  ///   - generator: The random generator for the jitter; each call draws once.
  /// - Returns: `nil` when no further attempt is to be made.
  public func delay(
    afterFailures failures: Int, cause: NtripFailure.Cause,
    using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    let share = Double(generator.next() >> 11) * 0x1p-53
    let scatter = 1 + jitter * (2 * share - 1)
    switch cause.urgency {
    case .never: return nil
    case .late: return delay(failures, firstLateDelay, longestLateDelay, 1 + jitter * share)
    case .soon:
      let delay = delay(failures, firstDelay, longestDelay, scatter)
      guard case .unavailable(_, let wish?) = cause else { return delay }
      return max(delay, min(wish, .seconds(3600)))
    }
  }

  private func delay(
    _ failures: Int, _ first: Duration, _ longest: Duration, _ scatter: Double
  ) -> Duration {
    let doublings = min(max(failures - 1, 0), 20)
    let milliseconds = Double(min(first * (1 << doublings), longest).milliseconds) * scatter
    return .milliseconds(Int64(max(milliseconds, 0)))
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
