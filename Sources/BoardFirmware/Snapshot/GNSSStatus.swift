public import GNSSBasics

/// The last report of the GNSS receiver.
public struct GNSSStatus: Hashable, Sendable {
  /// The quality of the last epoch's position.
  public var fix = GNSSFix.none
  /// The reason for the fix, in the receiver's words.
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
  /// The receiver's name for itself.
  public var model: String?

  /// Creates the status of a receiver that has said nothing yet.
  public init() {}

  /// Returns the age of the corrections in use; `nil` when none were ever used.
  public func correctionAge(at now: Duration) -> Duration? {
    correctionsUsed.map { max(now - $0, .zero) }
  }
}
