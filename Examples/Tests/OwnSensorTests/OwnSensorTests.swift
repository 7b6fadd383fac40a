import BoardFirmware
import BoardSimulation
import SensorDrivers
import Testing

@Suite("A part of one's own on the board")
struct OwnSensorTests {
  /// The firmware with the sensor, on a simulated board that has one.
  private struct Bench: ~Copyable {
    let board: SimulatedBoard
    let model: TMP117Model
    var firmware: Firmware<MyParts<SimulatedI2CBus>, SimulatedClock, NoCorrectionLink, NoCard>

    init(temperature: Double) {
      var world = World(scenario: .standing)
      world.hold(.temperature, at: temperature)
      board = SimulatedBoard(world: world, seed: 1)
      model = TMP117Model(on: board)
      firmware = Firmware(
        MyParts<SimulatedI2CBus>.self, bus: board.bus, clock: board.clock, link: NoCorrectionLink(),
        card: NoCard(), configuration: FirmwareConfiguration(bootDate: World.defaultBootDate))
    }

    /// What the data port answers after ten seconds.
    mutating func answer(at path: String) -> String {
      _ = firmware.run(until: .seconds(10))
      var page = LegacyPage()
      let answer = DataServer.answer(
        to: HTTPRequest(.get, path), from: firmware.snapshot, at: board.clock.now,
        configuration: DataServerConfiguration(), legacyPage: &page)
      return String(decoding: answer.body, as: UTF8.self)
    }
  }

  @Test("is measured with every sample, within a step", arguments: [-39.5, 0, 21.37, 84])
  func measures(temperature: Double) throws {
    var bench = Bench(temperature: temperature)
    let text = bench.answer(at: "/api/v1/measurement")
    let value = try #require(bench.firmware.snapshot.measurement[.temperature]).value
    #expect(abs(value - temperature) <= 0.5 / 128)
    #expect(text.contains(#""name":"temperature","value":\#(Int(value))."#) || value < 0)
    #expect(bench.firmware.snapshot.measurement[.pressure] != nil)
    #expect(bench.answer(at: "/metrics").contains("\nboardsim_temperature_celsius "))
  }

  @Test("has a place in the status, and says there why it has no value")
  func status() throws {
    var bench = Bench(temperature: 150.5)
    #expect(bench.answer(at: "/api/v1/status").contains(#""tmp117":{"state":"failed""#))
    let status = try #require(bench.firmware.snapshot.sensors["tmp117"])
    #expect(status.error?.contains("beyond its range") == true)
    #expect(bench.firmware.snapshot.sensors.keys.last == "ublox")
    #expect(bench.firmware.snapshot.sensors["sps30"]?.state == .ok)
  }

  @Test("that is missing is tried again, and found when it comes")
  func comesLate() {
    var bench = Bench(temperature: 21)
    bench.board.bus.detach(at: TMP117<SimulatedI2CBus>.address)
    _ = bench.firmware.run(until: .seconds(5))
    #expect(bench.firmware.snapshot.sensors["tmp117"]?.state == .failed)
    bench.board.bus.attach(bench.model, at: TMP117<SimulatedI2CBus>.address)
    _ = bench.firmware.run(until: .seconds(15))
    #expect(bench.firmware.snapshot.sensors["tmp117"]?.state == .ok)
  }
}
