public import BoardSimulation

/// The script of a run: the world around a board, the board's track and its events.
///
/// A scenario is a value, made in code or read from a file (`boardsim scenario --help`). The same
/// scenario, seed and inputs give the same bytes.
///
/// ```swift
/// var options = BoardOptions()
/// options.scenario = .standing
/// options.scenario.world.courses[.temperature] = WorldCourse(-10)
/// ```
public struct Scenario: Hashable, Sendable {
  /// The scenario's name, for reports.
  public var name: String
  /// The scenario's summary, in a sentence or two; may be empty.
  public var summary: String
  /// The date of board time zero; `nil` for the run's own date.
  public var start: UnixTime?
  /// The seed of the run; `nil` for the run's own seed.
  public var seed: UInt64?
  /// The seed of the weather; `nil` for the run's seed.
  public var weatherSeed: UInt64?
  /// The board's track, and the air along it.
  public var world: WorldScript
  /// The events of the board, in the order in which they are written.
  public var entries: [ScenarioEntry]
  /// The claims about a run of the scenario, in the form of `--expect`.
  public var expectations: [String]
  /// Remarks of the reader about something that may be unintended, each a sentence.
  public var notes: [String]

  /// Creates a scenario, by default of a standing board without events.
  public init(
    name: String, summary: String = "", start: UnixTime? = nil, seed: UInt64? = nil,
    weatherSeed: UInt64? = nil, world: WorldScript = .standing, entries: [ScenarioEntry] = [],
    expectations: [String] = [], notes: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.start = start
    self.seed = seed
    self.weatherSeed = weatherSeed
    self.world = world
    self.entries = entries
    self.expectations = expectations
    self.notes = notes
  }

  /// A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.
  public static let milanWalk = Scenario(
    name: "milan-walk",
    summary: "A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.",
    world: .milanWalk)
  /// The place and weather of the Milan walk, without movement.
  public static let standing = Scenario(
    name: "standing", summary: "The same place and weather as the walk's, not moving.",
    world: .standing)
}
