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
  /// Illuminance; `nil` where the light sensor is another one, or there is none.
  public var bh1750: BH1750Model? { parts.model() }
  /// Illuminance; `nil` where the light sensor is another one, or there is none.
  public var veml7700: VEML7700Model? { parts.model() }
  /// Position and time, with corrections; not on the bus where a recorded log stands in for it.
  public var receiver: UBloxReceiverModel { parts.receiver }
  /// Bytes of corrections that were written to the receiver on the bus.
  public var receiverCorrectionBytes: Int {
    parts.recordedReceiver?.correctionBytes ?? parts.receiver.correctionBytes
  }
  /// The end of the receiver's log, in a sentence; `nil` while it has not ended, or where there is none.
  public var receiverLogEnd: String? { parts.recordedReceiver?.end(at: clock.now) }

  private let parts: SimulatedParts
  private var currentWorld: World

  /// Creates a board at the moment its power comes on.
  ///
  /// - Parameters:
  ///   - world: What is around it.
  ///   - seed: The run's seed: the same one gives the same bytes.
  ///   - bootDate: The date of board time zero.
  ///   - light: Which light sensor it has.
  ///   - realism: How far its parts are from ideal ones.
  ///   - sky: Whether its receiver measures signals.
  ///   - receiverLog: What stands in for the receiver's model on the bus; `nil` for nothing.
  public init(
    world: World, seed: UInt64, bootDate: UnixTime = World.defaultBootDate,
    light: LightSensor = .bh1750, realism: PartRealism = .real, sky: SkyMode = .on,
    receiverLog: ReceiverLog? = nil
  ) {
    currentWorld = world
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock, seed: seed)
    parts = SimulatedParts(
      world: world, seed: seed, bootDate: bootDate, light: light, realism: realism,
      sky: sky, receiverLog: receiverLog)
    guard let bme280: BME280Model = parts.model(), let ccs811: CCS811Model = parts.model(),
      let sps30: SPS30Model = parts.model()
    else { preconditionFailure("the table of sensors lacks one of those that every board has") }
    (self.bme280, self.ccs811, self.sps30) = (bme280, ccs811, sps30)
    for part in parts.all { bus.attach(part.model, at: part.address, named: part.name) }
  }

  /// The world around the board; conversions due before a change still measure the old world.
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
