import SensorDrivers

/// A part that senses the world.
package protocol SimulatedPart: SimulatedI2CDevice {
  /// The world around the parts.
  var world: World { get set }
}

extension BME280Model: SimulatedPart {}
extension CCS811Model: SimulatedPart {}
extension SPS30Model: SimulatedPart {}
extension BH1750Model: SimulatedPart {}
extension VEML7700Model: SimulatedPart {}
extension UBloxReceiverModel: SimulatedPart {}
extension RecordedReceiverModel: SimulatedPart {}

/// The light sensor of a board.
public enum LightSensor: String, Hashable, Sendable, CaseIterable {
  /// A BH1750 at 0x23.
  case bh1750
  /// A VEML7700 at 0x10.
  case veml7700
  /// None: there is no illuminance.
  case none
}

/// The parts of a board.
struct SimulatedParts {
  let receiver: UBloxReceiverModel
  /// A recorded receiver, on the bus in place of the model.
  let recordedReceiver: RecordedReceiverModel?
  /// Each of them with its address and its name in status and faults.
  let all: [(model: any SimulatedPart, address: I2CAddress, name: String)]

  /// Makes parts; board time begins at `bootDate`.
  init(
    world: World, seed: UInt64, bootDate: UnixTime, light: LightSensor, realism: PartRealism,
    sky: SkyMode, receiverLog: ReceiverLog? = nil
  ) {
    receiver = UBloxReceiverModel(
      world: world, seed: seed, bootDate: bootDate, realism: realism, sky: sky)
    recordedReceiver = receiverLog.map { RecordedReceiverModel($0, world: world) }
    let sensors = SensorRow.rows(light: light).map { row in
      (row.make(world, seed, realism), row.address, row.name)
    }
    all = sensors + [(recordedReceiver ?? receiver, .ublox, "ublox")]
  }

  /// The part of a kind; a board without it has none.
  func model<Model: SimulatedPart>(_: Model.Type = Model.self) -> Model? {
    all.lazy.compactMap { $0.model as? Model }.first
  }
}
