/// The quality of a receiver's position, in ascending order.
public enum GNSSFix: UInt8, CaseIterable, Comparable, Hashable, Sendable {
  /// No position.
  case none
  /// A position from satellites alone.
  case threeD
  /// Code corrections are applied.
  case dgnss
  /// Carrier phases are used, their ambiguities are not yet integers.
  case rtkFloat
  /// Carrier phase ambiguities are resolved.
  case rtkFixed

  /// The word for it in JSON, on the card and in expectations, such as `rtk-fixed`.
  public var name: String {
    switch self {
    case .none: "none"
    case .threeD: "3d"
    case .dgnss: "dgnss"
    case .rtkFloat: "rtk-float"
    case .rtkFixed: "rtk-fixed"
    }
  }

  /// The fix that a word names; `nil` for another word.
  public init?(name: String) {
    guard let fix = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = fix
  }

  /// Whether `a` is a worse fix than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
