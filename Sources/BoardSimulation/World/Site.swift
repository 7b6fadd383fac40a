/// The kind of spot a board stands at, in place of the map's.
public enum Site: String, Hashable, Sendable, CaseIterable {
  /// The kerb of a street with heavy traffic, houses on both sides.
  case street
  /// A park, a hundred metres from the next car.
  case park
  /// A roof: the air of the quarter rather than that of its streets.
  case roof
  /// A flat: heated, with people who cook, and the air outdoors coming in through window gaps.
  case indoors

  /// Returns the traffic, as a share of that around an ordinary block of Milan.
  func traffic(onMap traffic: Double) -> Double {
    switch self {
    case .street: 1.6
    case .park: 0.5
    case .roof: 0.3 + 0.4 * traffic
    case .indoors: traffic
    }
  }

  /// The share of the sky's light that falls on a level surface.
  var light: Double {
    switch self {
    case .street: 0.55
    case .park: 0.7
    case .roof: 1
    case .indoors: 0.02  // the daylight factor of a furnished room
    }
  }

  /// The coarse dust that stays in the air, as a share of that beside an ordinary block.
  var dust: Double {
    switch self {
    case .street: 1.3
    case .park: 0.9
    case .roof: 0.7
    case .indoors: 1
    }
  }
}
