public import GNSSBasics

/// A position at an epoch, as a line of RTKLIB's position files has it.
public struct PositionRecord: Hashable, Sendable {
  /// The time of the epoch.
  public var time: GPSTime
  /// The quality of the position.
  public var quality: SolutionQuality
  /// The position, with its height above the ellipsoid.
  public var position: GeodeticPosition
  /// The number of satellites used.
  public var satelliteCount: Int
  /// The estimated deviations of the position; zeros for unknown ones.
  public var deviations: PositionDeviations
  /// The age of the corrections, seconds; 0 without corrections.
  public var age: Double
  /// The ratio of the second-best to the best set of ambiguities; 0 without a search.
  public var ratio: Double
  /// The velocity; `nil` for an unknown one.
  public var velocity: PositionVelocity?

  /// Creates a record.
  public init(
    time: GPSTime, quality: SolutionQuality, position: GeodeticPosition, satelliteCount: Int = 0,
    deviations: PositionDeviations = PositionDeviations(), age: Double = 0, ratio: Double = 0,
    velocity: PositionVelocity? = nil
  ) {
    self.time = time
    self.quality = quality
    self.position = position
    self.satelliteCount = satelliteCount
    self.deviations = deviations
    self.age = age
    self.ratio = ratio
    self.velocity = velocity
  }
}

/// A velocity in the local frame of a position, m/s.
public struct PositionVelocity: Hashable, Sendable {
  /// The velocity to the north, m/s.
  public var north: Double
  /// The velocity to the east, m/s.
  public var east: Double
  /// The velocity upwards, m/s.
  public var up: Double

  /// Creates a velocity from its components in m/s.
  public init(north: Double, east: Double, up: Double) {
    (self.north, self.east, self.up) = (north, east, up)
  }
}
