/// What happens around the board, and where it goes.
public enum Scenario: String, Hashable, Sendable, CaseIterable {
  /// A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.
  case milanWalk = "milan-walk"
  /// The same place and weather, not moving.
  case standing
}
