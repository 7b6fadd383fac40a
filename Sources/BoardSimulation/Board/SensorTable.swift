package import SensorDrivers

/// A sensor that a board can have: how it is made, where it is, and what it measures.
package struct SensorRow: Sendable {
  /// Its name in status and faults.
  package var name: String
  /// The sensor's address on the bus.
  package var address: I2CAddress
  /// Whether it is one of those of which a board has one at most, by ``LightSensor``.
  package var isChosenForLight = false
  /// The time an ideal sensor takes until it shows the truth within a step.
  package var settlingTime: Duration
  /// The sensor's quantities.
  package var measures: [MeasuredQuantity]
  /// Makes one.
  let make: @Sendable (_ world: World, _ seed: UInt64, _ realism: PartRealism) -> any SimulatedPart
}

/// A sensor's quantity of the world, with its range and resolution.
package struct MeasuredQuantity: Sendable {
  /// The quantity.
  package var quantity: WorldQuantity
  /// From where to where.
  package var range: ClosedRange<Double>
  /// The step of what is shown at a value.
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

/// The table of sensors, a row for each: whoever adds a part adds its row, and everything that asks
/// every part asks it too.
extension SensorRow {
  /// All of them, in the order of their readings.
  package static let all = [bme280, ccs811, sps30, bh1750, veml7700]

  /// Returns the sensors of a board.
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

  /// The step at an illuminance: ranges are chosen for 2,500 steps and more, as long as there are such, and a
  /// step of what the part shows is the more light the more it bends.
  private static let stepOfVEML7700: @Sendable (Double) -> Double = { lux in
    let shown = VEML7700Model.bent(lux)
    return max(0.0042, min(shown / 2_500, 2.1504)) * VEML7700Bend.slope(shown: shown)
  }

  /// The step of a number that is kept in 32 bits.
  private static let floats: @Sendable (Double) -> Double = { 1e-3 + $0 * 1e-6 }
}
