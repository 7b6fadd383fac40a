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

  private var parts: SimulatedParts
  private var currentWorld: World
  private let seed: UInt64
  private let bootDate: UnixTime
  /// When the parts were switched on.
  private var birth = Duration.zero
  /// How often they were.
  private var births: UInt64 = 1

  /// Creates a board at the moment its power comes on.
  ///
  /// - Parameters:
  ///   - world: What is around it.
  ///   - seed: The run's seed: the same one gives the same bytes.
  ///   - bootDate: The date of board time zero.
  public init(world: World, seed: UInt64, bootDate: UnixTime = World.defaultBootDate) {
    currentWorld = world
    self.seed = seed
    self.bootDate = bootDate
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock)
    parts = SimulatedParts(world: world, seed: seed, bootDate: bootDate)
    attach()
  }

  /// What is around the board; what was due before a change still measures the old world.
  public var world: World {
    get { currentWorld }
    set {
      bus.advanceDevices()
      currentWorld = newValue
      let seen = newValue.since(birth)
      for (part, _) in parts.all { part.world = seen }
    }
  }

  /// Takes the power away from all parts at a board time, now or later: no address is acknowledged
  /// from then on.
  public func cutPower(at time: Duration) { bus.powerCut = time }

  /// Gives the power back now, to parts that remember nothing.
  ///
  /// Each of them begins anew, at the beginning of a time of its own, and with chance of its own: what
  /// it draws is not what it drew the last time.
  public func restorePower() {
    bus.powerCut = nil
    birth = clock.now
    let seed = seed &+ births &* 0x9E37_79B9_7F4A_7C15
    births += 1
    parts = SimulatedParts(
      world: currentWorld.since(birth), seed: seed, bootDate: bootDate.advanced(by: birth))
    attach()
  }

  private func attach() {
    for (part, address) in parts.all { bus.attach(part, at: address, since: birth) }
  }
}
