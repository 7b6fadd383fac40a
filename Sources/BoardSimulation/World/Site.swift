/// The kind of spot at which a board stands, overriding the map's.
public enum Site: String, Hashable, Sendable, CaseIterable {
  /// The kerb of a street with heavy traffic and houses on both sides.
  case street
  /// A park, a hundred metres from the next car.
  case park
  /// A roof, with the air of the quarter rather than of its streets.
  case roof
  /// A heated flat with people who cook, and with outdoor air that comes in through window gaps.
  case indoors

  /// Returns the traffic, relative to an ordinary block of Milan.
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

  /// The coarse dust that stays in the air, relative to an ordinary block.
  var dust: Double {
    switch self {
    case .street: 1.3
    case .park: 0.9
    case .roof: 0.7
    case .indoors: 1
    }
  }
}
