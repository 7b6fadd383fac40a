// usage: read-bme280
//
// Reads temperature, humidity and pressure with the driver, from a part on a simulated bus, once a
// minute of board time. On a board, give the driver that board's bus and delay instead.

import BoardSimulation
import SensorDrivers

let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 1)
var clock = board.clock
var sensor = BME280(on: board.bus)

do {
  try sensor.start(delay: &clock)
  for minute in 0..<5 {
    clock.advance(to: .seconds(60 * minute))
    let reading = try sensor.measure(delay: &clock)
    let truth = board.world.state(at: clock.now)
    print(
      "\(clock.now): \(reading.temperatureCelsius) °C, \(reading.humidityPercent ?? .nan) %RH, "
        + "\(reading.pressurePascals ?? .nan) Pa; the world has \(truth.temperature) °C")
  }
} catch {
  print("read-bme280: \(error)")
}
