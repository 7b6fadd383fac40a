/// The quality of a receiver's position, in ascending order.
public enum GNSSFix: UInt8, CaseIterable, Comparable, Hashable, Sendable {
  /// No position.
  case none
  /// A position from satellites alone, without corrections.
  case threeD
  /// A position with code corrections.
  case dgnss
  /// A position from carrier phases whose ambiguities are not yet integers.
  case rtkFloat
  /// A position from carrier phases with integer ambiguities.
  case rtkFixed

  /// The name of the fix in JSON, on the card and in expectations, such as `rtk-fixed`.
  public var name: String {
    switch self {
    case .none: "none"
    case .threeD: "3d"
    case .dgnss: "dgnss"
    case .rtkFloat: "rtk-float"
    case .rtkFixed: "rtk-fixed"
    }
  }

  /// Creates the fix of a name; the result is `nil` for any other text.
  public init?(name: String) {
    guard let fix = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = fix
  }

  /// Whether `a` is a worse fix than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
