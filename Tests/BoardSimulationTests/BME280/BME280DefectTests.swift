import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("BME280 model: power and defects, through its driver")
struct BME280DefectTests {
  private let part = BME280Model(world: World(fixed: WorldState()), seed: 1, realism: .ideal)
  private let clock = SimulatedClock()
  private let bus: SimulatedI2CBus

  init() {
    bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280, named: "bme280")
  }

  private func start(
    _ configuration: BME280Configuration = BME280Configuration()
  ) throws -> BME280<SimulatedI2CBus> {
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(configuration: configuration, delay: &delay)
    return driver
  }

  /// Returns the error of a measurement; `nil` for success.
  private func failure(of driver: inout BME280<SimulatedI2CBus>) -> BME280Error? {
    var delay = clock
    do throws(BME280Error) {
      _ = try driver.measure(delay: &delay)
      return nil
    } catch { return error }
  }

  private static let modes: [BME280Configuration.Mode] = [
    .forced, .normal(standby: .milliseconds0_5), .normal(standby: .milliseconds1000),
  ]

  @Test(
    "a brown-out in operation is found with the next sample, and a start heals it", arguments: modes
  )
  func brownOut(mode: BME280Configuration.Mode) throws {
    var driver = try start(BME280Configuration(filter: .x4, mode: mode))
    clock.pause(for: .seconds(1))
    #expect(failure(of: &driver) == nil)
    part.brownOut(at: clock.now)
    clock.pause(for: .milliseconds(100))
    #expect(failure(of: &driver) == .configurationLost(.humidityControl, expected: 1, actual: 0))
    driver = try start(BME280Configuration(mode: mode))
    #expect(failure(of: &driver) == nil)
  }

  @Test("after a brown-out calibration is there by half until a soft reset")
  func halfCopiedCalibration() throws {
    var driver = try start()
    #expect(failure(of: &driver) == nil)
    part.brownOut(at: clock.now)
    clock.pause(for: .milliseconds(3))
    let bench = bus
    func read(_ count: Int, from register: UInt8) throws -> [UInt8] {
      bench.transfer(with: .bme280, [.write([register]), .read(count)]).readBytes
    }
    let low = try read(26, from: 0x88)
    #expect(low == Array(BME280Trimming.standard.low.prefix(12)) + [UInt8](repeating: 0, count: 14))
    #expect(try read(8, from: 0xE1) == [UInt8](repeating: 0, count: 8))
    _ = bench.transfer(with: .bme280, [.write([0xE0, 0xB6])])
    clock.pause(for: .milliseconds(2))
    #expect(try read(26, from: 0x88) == BME280Trimming.standard.low)
  }

  @Test("the chip ID of another part is found at the start")
  func wrongID() {
    part.defects.flags = .wrongID
    #expect(throws: BME280Error.unexpectedChipID(0x58, at: .bme280)) { _ = try start() }
  }

  @Test("a bit of the calibration that has turned over is found at the start")
  func spoiltMemory() {
    part.defects.flags = .crc
    let error = #expect(throws: BME280Error.self) { _ = try start() }
    guard case .calibrationChecksum(expected: 0xD0, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a conversion that never ends is found, and ends with the fault", arguments: modes)
  func neverReady(mode: BME280Configuration.Mode) throws {
    var driver = try start(BME280Configuration(mode: mode))
    #expect(failure(of: &driver) == nil)
    _ = bus.add(BoardFault(.notReady, from: clock.now, to: clock.now + .seconds(5)))
    clock.pause(for: .seconds(2))
    #expect(failure(of: &driver) == .stuck(.status))
    clock.advance(to: clock.now + .seconds(5))
    #expect(failure(of: &driver) == nil)
  }

  @Test("the end of the converter is no value")
  func saturated() throws {
    var driver = try start()
    part.defects.flags = .saturated
    #expect(failure(of: &driver) == .exhausted(.temperature))
    part.defects.flags = []
    #expect(failure(of: &driver) == nil)
  }

  @Test("a drift multiplies the truth, more and more")
  func drifts() throws {
    var driver = try start()
    var delay = clock
    _ = bus.add(BoardFault(.drift, from: clock.now, [.rate: 0.1]))
    clock.pause(for: .seconds(1800))
    let reading = try driver.measure(delay: &delay)
    #expect(abs(reading.temperatureCelsius - 21 * 1.05) < 0.011)
    #expect(abs(try #require(reading.humidityPercent) - 45 * 1.05) < 0.03)
    #expect(abs(try #require(reading.pressurePascals) - 99_930 * 1.05) < 4)
  }

  @Test(
    "what is read by half is no value, but for the very last byte of the data", arguments: 0..<7)
  func shortReads(bytes: Int) throws {
    var driver = try start()
    _ = bus.add(BoardFault(.shortRead, from: clock.now, [.bytes: Double(bytes)]))
    #expect(failure(of: &driver) != nil)
  }
}
