internal import Mathematics

/// A model of the original firmware's loop, which serves one client a lap; a lap takes 4.5 to 10 s.
///
/// A lap first calls the caster, for up to five and a half seconds, drawn from the seed. The lap then
/// waits half a second, serves at most one client, waits 2 s, closes the connection and waits 1.5 s more.
public struct LegacyLoop: Sendable {
  /// The time for which a connection stays open after its answer.
  public static let closingTime = Duration.seconds(2)

  private static let servingTime = Duration.milliseconds(500)
  private static let restTime = Duration.milliseconds(4000)
  private static let longestCall = 5500.0

  private var chance: Xoshiro256
  /// The board time at which the next free lap serves a client.
  private var nextServing: Duration

  /// Creates the loop of a board that was switched on at a board time.
  public init(seed: UInt64, since start: Duration = .zero) {
    chance = Xoshiro256(seed: seed, part: "legacy loop")
    nextServing = start
    lap(after: start - Self.restTime)
  }

  /// Returns the board time at which a client is served.
  ///
  /// Calls must be in the order of `now`, the board time of each request.
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
