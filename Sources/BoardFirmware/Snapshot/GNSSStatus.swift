public import GNSSBasics

/// The last report of the GNSS receiver.
public struct GNSSStatus: Hashable, Sendable {
  /// The quality of the last epoch's position.
  public var fix = GNSSFix.none
  /// The reason for the fix, in the receiver's words or else the firmware's.
  public var reason: String?
  /// The last position, with the board time of its epoch.
  public var position: Timed<GeodeticPosition>?
  /// The height above mean sea level at that epoch, metres.
  public var meanSeaLevelHeight: Double?
  /// The estimated horizontal accuracy at that epoch, metres.
  public var horizontalAccuracy: Double?
  /// The estimated vertical accuracy at that epoch, metres.
  public var verticalAccuracy: Double?
  /// The number of satellites used in the last epoch.
  public var satellites: Int?
  /// The board time at which the receiver last used an observation message of its corrections.
  public var correctionsUsed: Duration?
  /// The reference station ID of the corrections used last.
  public var stationID: UInt16?
  /// The distance to the reference station, metres.
  public var baseline: Double?
  /// The heading of a receiver with two antennas, with the board time of its epoch; `nil` without one.
  public var heading: Timed<Heading>?
  /// The model that the receiver reports; `nil` before it does.
  public var model: String?
  /// The details of a computed solution; `nil` for a receiver that computes none.
  ///
  /// No message of a receiver has them: whoever simulates the receiver adds them.
  public var solution: Details?

  /// The details of a computed solution.
  public struct Details: Hashable, Sendable {
    /// The ratio of the last search for integer ambiguities; 0 before the first one.
    public var ratio: Double
    /// The names of the satellites that the position is computed from.
    public var used: [String]
    /// The satellites and signals that were left out, with their reasons.
    public var leftOut: [String]

    /// Creates the details of a solution.
    public init(ratio: Double, used: [String], leftOut: [String]) {
      (self.ratio, self.used, self.leftOut) = (ratio, used, leftOut)
    }
  }

  /// The direction from the second antenna to the first one.
  public struct Heading: Hashable, Sendable {
    /// The direction, degrees from north, `0..<360`.
    public var degrees: Double
    /// The estimated accuracy, degrees.
    public var accuracy: Double
    /// The distance between the antennas, metres.
    public var distance: Double

    /// Creates a heading with its accuracy and the distance between the antennas.
    public init(degrees: Double, accuracy: Double, distance: Double) {
      (self.degrees, self.accuracy, self.distance) = (degrees, accuracy, distance)
    }
  }

  /// Creates the status of a receiver before its first message.
  public init() {}

  /// Returns the age of the corrections in use; `nil` when no corrections were ever used.
  public func correctionAge(at now: Duration) -> Duration? {
    correctionsUsed.map { max(now - $0, .zero) }
  }
}
