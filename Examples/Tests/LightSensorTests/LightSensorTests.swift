import BoardFirmware
import BoardSimulation
import SensorDrivers
import Testing

@Suite("A part of one's own on the board")
struct LightSensorTests {
  /// The firmware with the light sensor, on a simulated board that has one.
  private struct Bench: ~Copyable {
    let board: SimulatedBoard
    let model: BH1750Model
    var firmware: Firmware<MyParts<SimulatedI2CBus>, SimulatedClock, NoCorrectionLink, NoCard>

    init(light: Double) {
      var world = World(scenario: .standing)
      world.hold(.light, at: light)
      board = SimulatedBoard(world: world, seed: 1)
      model = BH1750Model(on: board)
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

  @Test("is measured with every sample, beside the others", arguments: [0, 0.9, 812, 54_000])
  func measures(light: Double) throws {
    var bench = Bench(light: light)
    let text = bench.answer(at: "/api/v1/measurement")
    let value = try #require(bench.firmware.snapshot.measurement[.light]).value
    #expect(abs(value - light) <= 1 / 1.2)
    #expect(text.contains(#""name":"light","value":\#(Int(value))."#))
    #expect(bench.firmware.snapshot.measurement[.temperature] != nil)
    #expect(bench.answer(at: "/metrics").contains("\nboardsim_illuminance_lux \(Int(value))."))
  }

  @Test("has a place in the status, and says there why it has no value")
  func status() throws {
    var bench = Bench(light: 100_000)
    #expect(bench.answer(at: "/api/v1/status").contains(#""bh1750":{"state":"failed""#))
    let status = try #require(bench.firmware.snapshot.sensors["bh1750"])
    #expect(status.error?.contains("more light than") == true)
    #expect(bench.firmware.snapshot.sensors.keys.last == "ublox")
    #expect(bench.firmware.snapshot.sensors["sps30"]?.state == .ok)
  }

  @Test("that is missing is tried again, and found when it comes")
  func comesLate() {
    var bench = Bench(light: 812)
    bench.board.bus.detach(at: BH1750<SimulatedI2CBus>.address)
    _ = bench.firmware.run(until: .seconds(5))
    #expect(bench.firmware.snapshot.sensors["bh1750"]?.state == .failed)
    bench.board.bus.attach(bench.model, at: BH1750<SimulatedI2CBus>.address)
    _ = bench.firmware.run(until: .seconds(15))
    #expect(bench.firmware.snapshot.sensors["bh1750"]?.state == .ok)
    #expect(bench.firmware.snapshot.measurement[.light] != nil)
  }
}
