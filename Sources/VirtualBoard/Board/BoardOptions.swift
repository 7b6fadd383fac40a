public import BoardSimulation
public import GNSSBasics
internal import Mathematics
public import NtripProtocol

/// What a board is made from.
public struct BoardOptions: Sendable {
  /// What happens around the board, and what is done to it.
  ///
  /// Its date and seed do not count here: ``follow(_:)`` takes them over.
  public var scenario = Scenario.milanWalk
  /// Where the track starts.
  public var origin = Origin.scenario
  /// The run's seed, of the weather too; the same seed and inputs give the same bytes.
  public var seed: UInt64 = 1
  /// Which of the boards in one world it is, from 0: each begins 50 m after the one before it on the
  /// track, and its parts have chance of their own.
  public var number = 0
  /// The date of boot, Unix time in nanoseconds.
  public var bootDate = World.defaultBootDate
  /// How often the sensors are sampled; as the card remembers, or every 2 s, when `nil`.
  public var sampleInterval: Duration?
  /// Which light sensor the board has.
  public var light = LightSensor.bh1750
  /// How far its parts are from ideal ones.
  public var realism = PartRealism.real
  /// Whether its receiver measures the satellites' signals, or only knows where they are.
  public var sky = SkyMode.on
  /// How quick its bus is.
  public var busClock = I2CClock.standard
  /// Whether its parts tell what a driver does that silicon punishes.
  public var isStrict = false
  /// Positions a second that the receiver is set up for: 1, 2, 4, 5, 8 or 10.
  public var gnssRate = 1
  /// What stands in for the receiver's model; `nil` for nothing.
  public var receiverLog: ReceiverLog?
  /// What is done to the board besides, and when; board time zero where no time is given.
  public var events: [BoardEvent] = []
  /// What the board's own caster does wrong, by board time.
  public var casterFaults: [CasterFault] = []
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

  /// Takes a scenario, with its date and seed where it has them.
  public mutating func follow(_ scenario: Scenario) {
    self.scenario = scenario
    if let start = scenario.start { bootDate = start }
    if let seed = scenario.seed { self.seed = seed }
  }

  /// What the chance of this board's parts is seeded with.
  var boardSeed: UInt64 {
    guard number != 0 else { return seed }
    var mixer = Xoshiro256(
      seed: seed ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15, part: "board")
    return mixer.next()
  }

  /// How far along the track this board begins, metres.
  var head: Double { 50 * Double(number) }
}
