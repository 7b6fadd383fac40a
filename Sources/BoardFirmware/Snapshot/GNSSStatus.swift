public import Mathematics

/// What the GNSS receiver last said.
public struct GNSSStatus: Hashable, Sendable {
  /// How good the position is, in ascending order.
  public enum Fix: UInt8, CaseIterable, Comparable, Hashable, Sendable {
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

    /// The word for it in JSON and on the card.
    public var name: String {
      switch self {
      case .none: "none"
      case .threeD: "3d"
      case .dgnss: "dgnss"
      case .rtkFloat: "rtk-float"
      case .rtkFixed: "rtk-fixed"
      }
    }

    /// Whether `a` is a worse fix than `b`.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// How good the last epoch's position is.
  public var fix = Fix.none
  /// Why the fix is what it is, in the receiver's words.
  public var reason: String?
  /// The last position, with the board time of its epoch.
  public var position: Timed<GeodeticPosition>?
  /// Height above mean sea level at that epoch, metres.
  public var meanSeaLevelHeight: Double?
  /// Estimated horizontal accuracy at that epoch, metres.
  public var horizontalAccuracy: Double?
  /// Estimated vertical accuracy at that epoch, metres.
  public var verticalAccuracy: Double?
  /// Satellites used in the last epoch.
  public var satellites: Int?
  /// When the receiver last used an observation message of its corrections.
  public var correctionsUsed: Duration?
  /// The reference station of the corrections that it used last.
  public var stationID: UInt16?
  /// Distance to the reference station, metres.
  public var baseline: Double?
  /// What the receiver says it is.
  public var model: String?

  /// Creates the status of a receiver that has said nothing yet.
  public init() {}

  /// How old the corrections in use are; `nil` when none were ever used.
  public func correctionAge(at now: Duration) -> Duration? {
    correctionsUsed.map { max(now - $0, .zero) }
  }
}
