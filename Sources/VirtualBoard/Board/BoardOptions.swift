public import BoardSimulation
public import GNSSBasics
internal import Mathematics
public import NtripProtocol

/// The options that a board is made from.
public struct BoardOptions: Sendable {
  /// The scenario: the world around the board, and the events that strike it.
  ///
  /// Its date and seed do not count here: ``follow(_:)`` takes them over.
  public var scenario = Scenario.milanWalk
  /// The start of the track.
  public var origin = Origin.scenario
  /// The run's seed, of the weather too; the same seed and inputs give the same bytes.
  public var seed: UInt64 = 1
  /// The number of the board among the boards of one world, from 0: each begins 50 m after the one before it
  /// on the track, and its parts have chance of their own.
  public var number = 0
  /// The date of boot, Unix time in nanoseconds.
  public var bootDate = World.defaultBootDate
  /// The interval of samples; as the card remembers, or every 2 s, when `nil`.
  public var sampleInterval: Duration?
  /// The board's light sensor.
  public var light = LightSensor.bh1750
  /// The deviation of its parts from ideal ones.
  public var realism = PartRealism.real
  /// Whether its receiver measures the satellites' signals, or only knows where they are.
  public var sky = SkyMode.on
  /// The clock of its bus.
  public var busClock = I2CClock.standard
  /// Whether its parts tell what a driver does that silicon punishes.
  public var isStrict = false
  /// Positions a second that the receiver is set up for: 1, 2, 4, 5, 8 or 10.
  public var gnssRate = 1
  /// The log that stands in for the receiver's model; `nil` for none.
  public var receiverLog: ReceiverLog?
  /// The further events, with their times; board time zero where no time is given.
  public var events: [BoardEvent] = []
  /// The faults of the board's own caster, by board time.
  public var casterFaults: [CasterFault] = []
  /// The start of a track.
  public enum Origin: Hashable, Sendable {
    /// The start that the scenario names.
    case scenario
    /// A kilometre north of the first reference station in the corrections.
    case base
    /// At a given place.
    case at(GeodeticPosition)
  }

  /// Creates the options of a walk in Milan.
  public init() {}

  /// Takes a scenario, with its date and seed where it has them.
  public mutating func follow(_ scenario: Scenario) {
    self.scenario = scenario
    if let start = scenario.start { bootDate = start }
    if let seed = scenario.seed { self.seed = seed }
  }

  /// The seed of the chance of this board's parts.
  var boardSeed: UInt64 {
    guard number != 0 else { return seed }
    var mixer = Xoshiro256(
      seed: seed ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15, part: "board")
    return mixer.next()
  }

  /// The distance along the track at which this board begins, metres.
  var head: Double { 50 * Double(number) }
}
