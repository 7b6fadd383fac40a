import SensorDrivers

/// A part that senses the world.
protocol SimulatedPart: SimulatedI2CDevice {
  /// What is around it.
  var world: World { get set }
}

extension BME280Model: SimulatedPart {}
extension CCS811Model: SimulatedPart {}
extension SPS30Model: SimulatedPart {}
extension UBloxReceiverModel: SimulatedPart {}

/// The parts of a board.
struct SimulatedParts {
  let bme280: BME280Model
  let ccs811: CCS811Model
  let sps30: SPS30Model
  let receiver: UBloxReceiverModel
  /// Each of them with its address and its name in status and faults.
  let all: [(model: any SimulatedPart, address: I2CAddress, name: String)]

  /// Makes parts; board time begins at `bootDate`.
  init(world: World, seed: UInt64, bootDate: UnixTime) {
    bme280 = BME280Model(world: world, seed: seed)
    ccs811 = CCS811Model(world: world, seed: seed)
    sps30 = SPS30Model(world: world, seed: seed)
    receiver = UBloxReceiverModel(world: world, seed: seed, bootDate: bootDate)
    all = [
      (bme280, .bme280, "bme280"), (ccs811, .ccs811, "ccs811"), (sps30, .sps30, "sps30"),
      (receiver, .ublox, "ublox"),
    ]
  }
}
