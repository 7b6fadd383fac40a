internal import SensorDrivers

/// A simulated board: its clock, its I2C bus, the parts on the bus, and the world around the board.
///
/// Parts are at the addresses that their drivers expect. Boards share nothing, so one process can run many of
/// them.
public final class SimulatedBoard {
  /// The board's clock: time since power-on.
  public let clock: SimulatedClock
  /// The I2C bus with all parts.
  public let bus: SimulatedI2CBus
  /// The sensor of temperature, humidity and pressure.
  public let bme280: BME280Model
  /// The gas sensor (eCO2 and TVOC).
  public let ccs811: CCS811Model
  /// The particle sensor.
  public let sps30: SPS30Model
  /// The BH1750 light sensor; `nil` if the board has another light sensor or none.
  public var bh1750: BH1750Model? { parts.model() }
  /// The VEML7700 light sensor; `nil` if the board has another light sensor or none.
  public var veml7700: VEML7700Model? { parts.model() }
  /// The GNSS receiver, which takes corrections; a recorded log replaces it on the bus.
  public var receiver: UBloxReceiverModel { parts.receiver }
  /// The number of correction bytes written to the receiver on the bus.
  public var receiverCorrectionBytes: Int {
    parts.recordedReceiver?.correctionBytes ?? parts.receiver.correctionBytes
  }
  /// Returns the satellites that the receiver reports, beside those that truly are above the board.
  ///
  /// - Parameter isPowered: Whether the receiver has power. A recorded log reports no satellites here.
  /// - Returns: The satellites, sorted by name; each once.
  public func sky(isPowered: Bool) -> [SkySatellite] {
    receiver.sky(at: clock.now, isReporting: isPowered && parts.recordedReceiver == nil)
  }

  /// The reason why the receiver's log ended, as a sentence; `nil` while it runs or without a log.
  public var receiverLogEnd: String? { parts.recordedReceiver?.end(at: clock.now) }

  /// The board time at which every part has started after power-on.
  public static let startUpTime =
    [
      BME280Model.startUpTime, CCS811Model.startUpTime, SPS30Model.startUpTime,
      UBloxReceiverModel.startUpTime,
    ].max() ?? .zero

  private let parts: SimulatedParts
  private var currentWorld: World

  /// Creates a board at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world around the board.
  ///   - seed: The run's seed; the same seed gives the same bytes.
  ///   - bootDate: The date of board time zero.
  ///   - light: The board's light sensor.
  ///   - realism: The deviation of the parts from ideal parts.
  ///   - sky: The mode of the receiver's satellite signals.
  ///   - positions: The source of the receiver's positions; without measured signals it is the statistical model.
  ///   - headingBaseline: The distance of the receiver's second antenna behind the first one, metres; `nil` for one antenna.
  ///   - receiverLog: The recorded log that replaces the receiver's model on the bus; `nil` for the model.
  ///   - outside: Further parts, whose models are other programs; each has a name and an address of its own.
  public init(
    world: World, seed: UInt64, bootDate: UnixTime = World.defaultBootDate,
    light: LightSensor = .bh1750, realism: PartRealism = .real, sky: SkyMode = .on,
    positions: PositionSource = .rtk, headingBaseline: Double? = nil,
    receiverLog: ReceiverLog? = nil, outside: [OutsidePart] = []
  ) {
    currentWorld = world
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock, seed: seed)
    parts = SimulatedParts(
      world: world, seed: seed, bootDate: bootDate, light: light, realism: realism,
      sky: sky, positions: positions, headingBaseline: headingBaseline, receiverLog: receiverLog,
      outside: outside)
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

  /// Cuts the power of all parts at a board time, now or later; from then on no address is acknowledged.
  public func cutPower(at time: Duration) { bus.cutPower(at: time) }

  /// Restores the power of all parts now; volatile memory is lost as in real parts.
  ///
  /// The parts' random number generators continue, so draws after the restart differ from those before.
  public func restorePower() { bus.restorePower() }
}
