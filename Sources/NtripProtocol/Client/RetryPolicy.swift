/// When a client tries again after a failure.
///
/// What passes by itself is retried after 1 s, 2 s, 4 s… up to 30 s. What only a person can change is
/// retried after 1 min, 2 min… up to 15 min, because casters ban those who knock more often. A ban
/// is never retried. All delays are scattered, so that a caster's readers do not return as one; those after a
/// refusal only get longer.
public struct RetryPolicy: Hashable, Sendable {
  /// The first delay after a failure that passes by itself.
  public var firstDelay = Duration.seconds(1)
  /// The longest such delay.
  public var longestDelay = Duration.seconds(30)
  /// The first delay after a refusal.
  public var firstLateDelay = Duration.seconds(60)
  /// The longest such delay.
  public var longestLateDelay = Duration.seconds(900)
  /// By how much of itself a delay is scattered to either side, 0...1; after a refusal, to one side.
  public var jitter = 0.25
  /// A stream of this length makes the next failure count as the first one.
  public var goodSession = Duration.seconds(60)

  /// Creates the usual policy.
  public init() {}

  /// The delay before the next attempt.
  ///
  /// - Parameters:
  ///   - failures: How many attempts have failed in a row with that urgency, from 1.
  ///   - cause: Why the last one did. A caster's own wish is met.
  ///   - generator: Where the scatter comes from: one draw each time.
  /// - Returns: `nil` when there shall be no other attempt.
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
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
