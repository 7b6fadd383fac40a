import SensorDrivers

/// A simulated part that measures the world.
package protocol SimulatedPart: SimulatedI2CDevice {
  /// The world around the part.
  var world: World { get set }
}

extension BME280Model: SimulatedPart {}
extension CCS811Model: SimulatedPart {}
extension SPS30Model: SimulatedPart {}
extension BH1750Model: SimulatedPart {}
extension VEML7700Model: SimulatedPart {}
extension UBloxReceiverModel: SimulatedPart {}
extension RecordedReceiverModel: SimulatedPart {}
extension OutsidePartModel: SimulatedPart {}

/// The kind of light sensor on a board.
public enum LightSensor: String, Hashable, Sendable, CaseIterable {
  /// A BH1750 at address 0x23.
  case bh1750
  /// A VEML7700 at address 0x10.
  case veml7700
  /// No light sensor, so there is no illuminance.
  case none
}

/// The parts of a board.
struct SimulatedParts {
  let receiver: UBloxReceiverModel
  /// The recorded receiver, on the bus in place of the model; `nil` without a log.
  let recordedReceiver: RecordedReceiverModel?
  /// All parts on the bus, each with its address and its name in status and faults.
  let all: [(model: any SimulatedPart, address: I2CAddress, name: String)]

  /// Creates the parts of a board whose time zero is `bootDate`.
  init(
    world: World, seed: UInt64, bootDate: UnixTime, light: LightSensor, realism: PartRealism,
    sky: SkyMode, positions: PositionSource, headingBaseline: Double? = nil,
    receiverLog: ReceiverLog? = nil, outside: [OutsidePart] = []
  ) {
    receiver = UBloxReceiverModel(
      world: world, seed: seed, bootDate: bootDate, realism: realism, sky: sky,
      positions: positions, headingBaseline: headingBaseline)
    recordedReceiver = receiverLog.map { RecordedReceiverModel($0, world: world) }
    let sensors = SensorRow.rows(light: light).map { row in
      (row.make(world, seed, realism), row.address, row.name)
    }
    let others = outside.map { part in
      (OutsidePartModel(part, world: world, seed: seed), part.address, part.name)
    }
    all = sensors + [(recordedReceiver ?? receiver, .ublox, "ublox")] + others
  }

  /// Returns the part of a model type; `nil` if the board has none.
  func model<Model: SimulatedPart>(_: Model.Type = Model.self) -> Model? {
    all.lazy.compactMap { $0.model as? Model }.first
  }
}
