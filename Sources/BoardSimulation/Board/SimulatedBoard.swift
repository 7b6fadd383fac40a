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
  public let bme280: BME280Model
  /// Gases.
  public let ccs811: CCS811Model
  /// Particles.
  public let sps30: SPS30Model
  /// Position and time, with corrections.
  public let receiver: UBloxReceiverModel

  private var currentWorld: World

  /// Creates a board at the moment its power comes on.
  ///
  /// - Parameters:
  ///   - world: What is around it.
  ///   - seed: The run's seed: the same one gives the same bytes.
  ///   - bootDate: The date of board time zero, nanoseconds since 1970.
  public init(world: World, seed: UInt64, bootDate: Int64 = World.defaultBootDate) {
    currentWorld = world
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock)
    bme280 = BME280Model(world: world, seed: seed)
    ccs811 = CCS811Model(world: world, seed: seed)
    sps30 = SPS30Model(world: world, seed: seed)
    receiver = UBloxReceiverModel(world: world, seed: seed, bootDate: bootDate)
    bus.attach(bme280, at: .bme280)
    bus.attach(ccs811, at: .ccs811)
    bus.attach(sps30, at: .sps30)
    bus.attach(receiver, at: .ublox)
  }

  /// What is around the board; what was due before a change still measures the old world.
  public var world: World {
    get { currentWorld }
    set {
      bus.advanceDevices()
      currentWorld = newValue
      bme280.world = newValue
      ccs811.world = newValue
      sps30.world = newValue
      receiver.world = newValue
    }
  }
}
