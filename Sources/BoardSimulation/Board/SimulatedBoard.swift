internal import SensorDrivers

/// A board: its clock, its I2C bus, the parts on it, and the world around it.
///
/// Parts are at the addresses that their drivers expect. Nothing is shared between boards, so many live in one process.
public final class SimulatedBoard {
  /// Time since power came on.
  public let clock: SimulatedClock
  /// The bus that all parts are on.
  public let bus: SimulatedI2CBus
  /// Temperature, humidity and pressure.
  public var bme280: BME280Model { parts.bme280 }
  /// Gases.
  public var ccs811: CCS811Model { parts.ccs811 }
  /// Particles.
  public var sps30: SPS30Model { parts.sps30 }
  /// Position and time, with corrections.
  public var receiver: UBloxReceiverModel { parts.receiver }

  private let parts: SimulatedParts
  private var currentWorld: World

  /// Creates a board at the moment its power comes on.
  ///
  /// - Parameters:
  ///   - world: What is around it.
  ///   - seed: The run's seed: the same one gives the same bytes.
  ///   - bootDate: The date of board time zero.
  ///   - realism: How far its parts are from ideal ones.
  public init(
    world: World, seed: UInt64, bootDate: UnixTime = World.defaultBootDate,
    realism: PartRealism = .real
  ) {
    currentWorld = world
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock, seed: seed)
    parts = SimulatedParts(world: world, seed: seed, bootDate: bootDate)
    for part in parts.all { bus.attach(part.model, at: part.address, named: part.name) }
  }

  /// What is around the board; what was due before a change still measures the old world.
  public var world: World {
    get { currentWorld }
    set {
      bus.advanceDevices()
      currentWorld = newValue
      for part in parts.all { part.model.world = newValue }
    }
  }

  /// Takes the power away from all parts at a board time, now or later: no address is acknowledged
  /// from then on.
  public func cutPower(at time: Duration) { bus.cutPower(at: time) }

  /// Gives the power back now, to parts that remember no more than a real one does.
  ///
  /// Their chance goes on: what they draw is not what they drew the last time.
  public func restorePower() { bus.restorePower() }
}
