package import SensorDrivers

/// A sensor that a board can have: its factory, address and quantities.
package struct SensorRow: Sendable {
  /// The sensor's name in status and faults.
  package var name: String
  /// The sensor's address on the bus.
  package var address: I2CAddress
  /// Whether the sensor is a light sensor, of which a board has at most one, chosen by ``LightSensor``.
  package var isChosenForLight = false
  /// The time after which an ideal sensor shows the truth to within a step.
  package var settlingTime: Duration
  /// The quantities that the sensor measures.
  package var measures: [MeasuredQuantity]
  /// Creates the sensor's model.
  let make: @Sendable (_ world: World, _ seed: UInt64, _ realism: PartRealism) -> any SimulatedPart
}

/// A quantity that a sensor measures, with its range and resolution.
package struct MeasuredQuantity: Sendable {
  /// The quantity of the world.
  package var quantity: WorldQuantity
  /// The range of values that the sensor can show.
  package var range: ClosedRange<Double>
  /// Returns the resolution (step) of the sensor's value at a true value.
  package var step: @Sendable (Double) -> Double

  init(
    _ quantity: WorldQuantity, _ range: ClosedRange<Double>,
    step: @escaping @Sendable (Double) -> Double
  ) {
    self.quantity = quantity
    self.range = range
    self.step = step
  }

  init(_ quantity: WorldQuantity, _ range: ClosedRange<Double>, step: Double) {
    self.init(quantity, range) { _ in step }
  }
}

/// The sensor table, with one row for each sensor.
///
/// A new sensor needs one new row; all code that iterates over sensors uses the table.
extension SensorRow {
  /// All sensors, in the order of their readings.
  package static let all = [bme280, ccs811, sps30, bh1750, veml7700]

  /// Returns the sensors of a board with a given light sensor.
  static func rows(light: LightSensor) -> [SensorRow] {
    all.filter { !$0.isChosenForLight || $0.name == light.rawValue }
  }

  private static let bme280 = SensorRow(
    name: "bme280", address: .bme280, settlingTime: .seconds(4),
    measures: [
      MeasuredQuantity(.temperature, -40...85, step: 0.01),
      MeasuredQuantity(.humidity, 0...100, step: 0.02),
      MeasuredQuantity(.pressure, 30_000...110_000, step: 3),
    ]
  ) { BME280Model(world: $0, seed: $1, realism: $2) }

  private static let ccs811 = SensorRow(
    name: "ccs811", address: .ccs811, settlingTime: .seconds(2_400),
    measures: [
      MeasuredQuantity(.eco2, 400...8_192, step: 1), MeasuredQuantity(.tvocs, 0...1_187, step: 1),
    ]
  ) { CCS811Model(world: $0, seed: $1, realism: $2) }

  private static let sps30 = SensorRow(
    name: "sps30", address: .sps30, settlingTime: .seconds(60),
    measures: [
      MeasuredQuantity(.pm1, 0...450, step: floats), MeasuredQuantity(.pm25, 0...500, step: floats),
      MeasuredQuantity(.pm4, 0...500, step: floats), MeasuredQuantity(.pm10, 0...500, step: floats),
      MeasuredQuantity(.pm05Number, 0...1_000, step: floats),
    ]
  ) { SPS30Model(world: $0, seed: $1, realism: $2) }

  private static let bh1750 = SensorRow(
    name: "bh1750", address: .bh1750, isChosenForLight: true, settlingTime: .seconds(4),
    measures: [
      MeasuredQuantity(.light, 0...120_000) { $0 < 40_000 ? 1 / 1.2 : 69 / 31 / 1.2 }
    ]
  ) { BH1750Model(world: $0, seed: $1, realism: $2) }

  private static let veml7700 = SensorRow(
    name: "veml7700", address: .veml7700, isChosenForLight: true, settlingTime: .seconds(4),
    measures: [MeasuredQuantity(.light, 0...140_000, step: stepOfVEML7700)]
  ) { VEML7700Model(world: $0, seed: $1, realism: $2) }

  /// Returns the step at an illuminance, lx.
  ///
  /// The driver chooses a range for at least 2,500 steps, where one exists. The part's curve bends at high
  /// light, so a step there covers more light.
  private static let stepOfVEML7700: @Sendable (Double) -> Double = { lux in
    let shown = VEML7700Model.bent(lux)
    return max(0.0042, min(shown / 2_500, 2.1504)) * VEML7700Bend.slope(shown: shown)
  }

  /// Returns the step of a value that is stored as a 32-bit float.
  private static let floats: @Sendable (Double) -> Double = { 1e-3 + $0 * 1e-6 }
}
