internal import Mathematics

/// When the original firmware's loop gets round to a client: once a lap, and a lap takes 4.5 to 10 s.
///
/// A model: a lap first goes to the caster, for anything up to five and a half seconds, drawn by seed; it then
/// waits half a second, serves one client at most, waits 2 s, closes the connection and waits 1.5 s more.
public struct LegacyLoop: Sendable {
  /// The time a connection stays open after its answer.
  public static let closingTime = Duration.seconds(2)

  private static let servingTime = Duration.milliseconds(500)
  private static let restTime = Duration.milliseconds(4000)
  private static let longestCall = 5500.0

  private var chance: Xoshiro256
  /// When the next lap that is free serves.
  private var nextServing: Duration

  /// Creates the loop of a board that was switched on at a board time.
  public init(seed: UInt64, since start: Duration = .zero) {
    chance = Xoshiro256(seed: seed, part: "legacy loop")
    nextServing = start
    lap(after: start - Self.restTime)
  }

  /// When a client who asks at a board time, not before one who asked earlier, is served.
  public mutating func serve(askedAt now: Duration) -> Duration {
    while nextServing < now { lap(after: nextServing) }
    defer { lap(after: nextServing) }
    return nextServing
  }

  private mutating func lap(after serving: Duration) {
    let call = Duration.milliseconds(Int64(chance.uniform() * Self.longestCall))
    nextServing = serving + Self.restTime + call + Self.servingTime
  }
}
