public import BoardSimulation
public import GNSSBasics
internal import Mathematics
public import NtripProtocol

/// The properties of a board.
public struct BoardOptions: Sendable {
  /// The scenario: the world around the board, and the board's events.
  ///
  /// The scenario's own date and seed have no effect here; ``follow(_:)`` copies them into these options.
  public var scenario = Scenario.milanWalk
  /// The start of the track.
  public var origin = Origin.scenario
  /// The seed of the run, and of the weather unless the scenario has a weather seed; the same seed
  /// and inputs give the same bytes.
  public var seed: UInt64 = 1
  /// The board's number among the boards of one world, from 0.
  ///
  /// Each board begins 50 m further along the track than the board before it, and its parts have
  /// random numbers of their own.
  public var number = 0
  /// The date of board time zero, Unix time in nanoseconds.
  public var bootDate = World.defaultBootDate
  /// The interval between samples; when `nil`, the card's saved interval or else 2 s.
  public var sampleInterval: Duration?
  /// The board's light sensor.
  public var light = LightSensor.bh1750
  /// The deviation of the board's parts from ideal parts.
  public var realism = PartRealism.real
  /// Whether the receiver measures the satellites' signals, or only knows the satellites' positions.
  public var sky = SkyMode.on
  /// The source of the receiver's positions; without measured signals it is the statistical model.
  public var positions = PositionSource.rtk
  /// The distance of the receiver's second antenna behind the first one, metres; `nil` for one antenna.
  public var headingBaseline: Double?
  /// The clock rate of the I2C bus.
  public var busClock = I2CClock.standard
  /// Whether the parts report driver mistakes that real silicon would punish.
  public var isStrict = false
  /// The receiver's navigation rate in positions per second: 1, 2, 4, 5, 8 or 10.
  public var gnssRate = 1
  /// Whether the receiver is alone: no firmware reads the parts, and another program is at the receiver's serial port.
  package var isReceiverAlone = false
  /// The receiver log that replaces the receiver's model; `nil` for none.
  public var receiverLog: ReceiverLog?
  /// Further parts on the bus, whose models are other programs; each has a name and an address of its own.
  public var outsideParts: [OutsidePart] = []
  /// Further events; an event without a time is at board time zero.
  public var events: [BoardEvent] = []
  /// The faults of the board's own caster, in board time.
  public var casterFaults: [CasterFault] = []
  /// The hardware between the board and its network.
  public var profile = BoardProfile.direct
  /// The faults of the modem alone, timed from the power-on, in a profile that has one.
  public var modemFaults: [ModemFault] = []

  /// The start of a track.
  public enum Origin: Hashable, Sendable {
    /// The start that the scenario gives.
    case scenario
    /// A kilometre north of the first reference station in the corrections.
    case base
    /// A start at a given position, whatever the scenario.
    case at(GeodeticPosition)
  }

  /// Creates the default options: a walk in Milan.
  public init() {}

  /// Replaces the scenario, and takes its date and seed where it has them.
  public mutating func follow(_ scenario: Scenario) {
    self.scenario = scenario
    if let start = scenario.start { bootDate = start }
    if let seed = scenario.seed { self.seed = seed }
  }

  /// The random seed of this board's parts, made from the run's seed and the board's number.
  var boardSeed: UInt64 {
    guard number != 0 else { return seed }
    var mixer = Xoshiro256(
      seed: seed ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15, part: "board")
    return mixer.next()
  }

  /// The distance along the track at which this board begins, metres.
  var head: Double { 50 * Double(number) }
}
