public import SensorDrivers

/// A board: its clock, its I2C bus, the parts on it, and the world around it.
///
/// Nothing is shared between boards, so many live in one process.
public final class SimulatedBoard {
  /// Time since power came on.
  public let clock: SimulatedClock
  /// The bus that all parts are on.
  public let bus: SimulatedI2CBus
  /// Temperature, humidity and pressure, at ``bme280Address``.
  public let bme280: BME280Model
  /// Gases, at ``ccs811Address``.
  public let ccs811: CCS811Model
  /// Particles, at ``sps30Address``.
  public let sps30: SPS30Model
  /// Position and time, with corrections, at ``receiverAddress``.
  public let receiver: UBloxReceiverModel

  private var currentWorld: World

  /// Where the BME280 is on the bus.
  public static let bme280Address = I2CAddress(rawValue: 0x77)
  /// Where the CCS811 is on the bus.
  public static let ccs811Address = I2CAddress(rawValue: 0x5B)
  /// Where the SPS30 is on the bus.
  public static let sps30Address = I2CAddress(rawValue: 0x69)
  /// Where the GNSS receiver is on the bus.
  public static let receiverAddress = I2CAddress(rawValue: 0x42)

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
    bus.attach(bme280, at: Self.bme280Address)
    bus.attach(ccs811, at: Self.ccs811Address)
    bus.attach(sps30, at: Self.sps30Address)
    bus.attach(receiver, at: Self.receiverAddress)
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
