import BoardFirmware
import SensorDrivers
import Testing

/// The error of a scripted part.
struct ScriptedFailure: Error, CustomStringConvertible {
  var description: String { "the script says so" }
}

/// A part that delivers light: a hundred times the temperature measured before it.
struct LightPart: ~Copyable, SensorPart {
  static var name: String { "Light" }
  static var key: String { "light_part" }
  static var address: I2CAddress { I2CAddress(rawValue: 0x23) }
  private var bus: FakeBus

  init(on bus: FakeBus, at address: I2CAddress) { self.bus = bus }

  mutating func setUp(delay: inout some Delay & ~Copyable) throws(ScriptedFailure) {
    delay.pause(for: .milliseconds(10))
  }

  mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(ScriptedFailure) -> SensorReading? {
    delay.pause(for: .milliseconds(5))
    if bus.dead.contains(Self.address) { throw ScriptedFailure() }
    return [.light: earlier[.temperature].map { $0 * 100 }]
  }
}

@Suite("Parts of one's own beside the board's")
struct PartListTests {
  typealias Parts = PartPair<AirParts<FakeBus>, PartSlot<LightPart>>

  private static func firmware(
    on board: FakeBoard
  ) -> Firmware<Parts, FakeClock, FakeLink, FakeCard> {
    Firmware(
      Parts.self, bus: board.bus, clock: board.clock, link: board.link, card: board.card,
      configuration: FirmwareConfiguration(bootDate: Samples.bootDate))
  }

  @Test("deliver in their order, each after those that it depends on, with times of their own")
  func order() throws {
    let board = FakeBoard()
    var firmware = Self.firmware(on: board)
    _ = firmware.run(until: .seconds(5))
    let measurement = firmware.snapshot.measurement
    let (temperature, light) = (
      try #require(measurement[.temperature]), try #require(measurement[.light])
    )
    #expect(light.value == temperature.value * 100)
    #expect(light.time > temperature.time + .milliseconds(4))
    #expect(board.card.lines(of: "20260601.CSV").last?.contains(",2508.00,3d,") == true)
  }

  @Test("stand in the status before the receiver")
  func keys() {
    var firmware = Self.firmware(on: FakeBoard())
    #expect(Parts.keys == ["bme280", "ccs811", "sps30", "light_part"])
    #expect(firmware.snapshot.sensors.keys == Parts.keys + ["ublox"])
    _ = firmware.run(until: .seconds(5))
    for (name, status) in firmware.snapshot.sensors.byName {
      #expect(status.state == .ok && status.starts == 1, "\(name)")
    }
    #expect(firmware.snapshot.sensors["nothing"] == nil)
  }

  @Test("that depend on a part without values have none, and say so after ten seconds")
  func dependence() {
    let board = FakeBoard()
    board.bus.dead = [FakeBoard.addresses.bme280]
    var firmware = Self.firmware(on: board)
    _ = firmware.run(until: .milliseconds(9900))
    #expect(firmware.snapshot.measurement[.light] == nil)
    #expect(firmware.snapshot.measurement[.eco2] != nil)
    #expect(firmware.snapshot.sensors["light_part"]?.state == .starting)
    _ = firmware.run(until: .milliseconds(12_100))
    #expect(
      firmware.snapshot.sensors["light_part"]?.error?.hasPrefix("Light: it answers, but") == true)
  }

  @Test("that fail three times in a row are set up again, and nobody else")
  func failing() {
    let board = FakeBoard()
    var firmware = Self.firmware(on: board)
    _ = firmware.run(until: .seconds(5))
    board.bus.dead = [LightPart.address]
    _ = firmware.run(until: .milliseconds(9900))
    #expect(firmware.snapshot.sensors["light_part"]?.error == "the script says so")
    #expect(firmware.snapshot.sensors["light_part"]?.starts == 1)
    board.bus.dead = []
    _ = firmware.run(until: .milliseconds(11_900))
    #expect(firmware.snapshot.sensors["light_part"]?.state == .ok)
    board.bus.dead = [LightPart.address]
    _ = firmware.run(until: .milliseconds(16_900))
    #expect(firmware.snapshot.sensors["light_part"]?.starts == 2)
    #expect(firmware.snapshot.sensors.byName.map(\.status.starts) == [1, 1, 1, 2, 1])
  }
}

@Suite("What a part delivers at once")
struct SensorReadingTests {
  @Test("holds the values there are")
  func values() {
    let reading: SensorReading = [.temperature: 21.5, .humidity: nil, .pressure: 0]
    #expect(reading[.temperature] == 21.5 && reading[.pressure] == 0)
    #expect(reading[.humidity] == nil && reading[.light] == nil)
  }

  @Test("replaces what it has and leaves the rest, in a measurement")
  func taken() {
    var measurement = Measurement()
    measurement.record([.temperature: 20, .humidity: 50], at: .seconds(1))
    measurement.record([.temperature: 21, .humidity: nil, .light: 5], at: .seconds(2))
    #expect(measurement[.temperature] == Timed(21, at: .seconds(2)))
    #expect(measurement[.humidity] == Timed(50, at: .seconds(1)))
    #expect(measurement[.light] == Timed(5, at: .seconds(2)))
    #expect(measurement[.pressure] == nil)
  }

  @Test("brings what a BME280 converted, which stays until there is a newer one")
  func conversion() {
    let calibration = BME280Calibration(
      low: [UInt8](repeating: 1, count: 26).span, high: [UInt8](repeating: 1, count: 7).span)
    let conversion = BME280Conversion(sample: .unconverted, calibration: calibration)
    var measurement = Measurement()
    var reading: SensorReading = [.temperature: 20]
    reading.conversion = conversion
    measurement.record(reading, at: .seconds(1))
    #expect(measurement.conversion == conversion)
    measurement.record([.light: 5], at: .seconds(2))
    #expect(measurement.conversion == conversion)
  }
}
