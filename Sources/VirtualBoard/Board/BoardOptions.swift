public import BoardSimulation
public import GNSSBasics

/// What a board is made from.
public struct BoardOptions: Sendable {
  /// What the world does.
  public var scenario = Scenario.milanWalk
  /// Where the track starts.
  public var origin = Origin.scenario
  /// The run's seed; the same seed and inputs give the same bytes.
  public var seed: UInt64 = 1
  /// The date of boot, Unix time in nanoseconds.
  public var bootDate = World.defaultBootDate
  /// How often the sensors are sampled.
  public var sampleInterval = Duration.seconds(2)
  /// What is done to the board, and when; board time zero where no time is given.
  public var events: [BoardEvent] = []
  /// Where a track starts.
  public enum Origin: Hashable, Sendable {
    /// Where the scenario says.
    case scenario
    /// A kilometre north of the first reference station in the corrections.
    case base
    /// At a given place.
    case at(GeodeticPosition)
  }

  /// Creates the options of a walk in Milan.
  public init() {}
}
