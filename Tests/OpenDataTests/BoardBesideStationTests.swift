import BoardSimulation
import GNSSBasics
import SensorDrivers
import Testing

@testable import OpenData

/// A board at a station, its parts read by their drivers, compared with the station's values.
@Suite("A board beside a station")
struct BoardBesideStationTests {
  private static let pascal = OpenDataStation.air.first { $0.id == 705 }
  private static let juvara = OpenDataStation.weather.first { $0.name == "Milano v.Juvara" }
  /// Local midnight of 2 June 2026, which is 23:00 UTC on 1 June.
  private static let bootDate = UnixTime(seconds: 1_780_354_800)

  private func value(_ sensor: Int, _ dataSet: String, _ time: String, in world: World) throws
    -> Double
  {
    let portal = Portal(
      server: OpenDataServer(world: world, bootDate: Self.bootDate),
      now: Self.bootDate.advanced(by: .seconds(3 * 86_400)))
    let rows = try portal.rows(
      dataSet, where: "idsensore = '\(sensor)' AND data = '\(time)' AND stato = 'VA'")
    return try #require(Double(rows.first?["valore"] ?? ""))
  }

  @Test(
    "temperature and humidity agree within the tolerances of both",
    arguments: [600, 36_000, 86_400])
  func weather(second: Int) throws {
    let station = try #require(Self.juvara)
    let world = World(scenario: .standing, origin: station.position, bootDate: Self.bootDate)
    let board = SimulatedBoard(world: world, seed: 7)
    var delay = board.clock
    var bme280 = BME280(on: board.bus)
    board.clock.pause(for: .milliseconds(100))
    try bme280.start(
      configuration: BME280Configuration(mode: .normal(standby: .milliseconds10)), delay: &delay)
    board.clock.advance(to: .seconds(second))
    let air = try bme280.measure(delay: &delay)

    var time: [UInt8] = []
    SoQLLiteral.append(
      timestamp: (LocalTime.seconds(Self.bootDate) + Int64(second)) * 1000, to: &time)
    let text = String(decoding: time, as: UTF8.self)
    // The part is accurate to 1 °C and 3 %; the station rounds to 0.1.
    let temperature = try value(5909, "647i-nhxk", text, in: world)
    #expect(abs(air.temperatureCelsius - temperature) < 1 + 0.05)
    let humidity = try #require(station.sensors.first { $0.quantity == .humidity })
    let percent = try value(humidity.id, "647i-nhxk", text, in: world)
    #expect(abs(try #require(air.humidity1024ths.map { Double($0) }) / 1024 - percent) < 3 + 0.05)
  }

  @Test("a day of particles agrees with the station's mean within the tolerances of both")
  func particles() throws {
    let station = try #require(Self.pascal)
    let world = World(scenario: .standing, origin: station.position, bootDate: Self.bootDate)
    let board = SimulatedBoard(world: world, seed: 7)
    var delay = board.clock
    board.sps30.realism = .ideal  // a real one hardly sees coarse dust
    var sps30 = SPS30(on: board.bus)
    board.clock.pause(for: .milliseconds(100))
    try sps30.start(delay: &delay)
    var (pm25, pm10) = ([Double](), [Double]())
    for number in 0..<48 {
      board.clock.advance(to: .seconds(900 + 1800 * number))
      guard let sample = try sps30.readSample(delay: &delay) else { continue }
      pm25.append(Double(sample.massPM25))
      pm10.append(Double(sample.massPM10))
    }
    try #require(pm10.count == 48)
    // The part is accurate to 10 µg/m³ for PM2.5 and 25 µg/m³ for PM10; in air this clean, its error is far
    // smaller.
    for (values, sensor) in [(pm25, 10283), (pm10, 10273)] {
      let mean = values.reduce(0, +) / Double(values.count)
      let told = try value(sensor, "nicp-bhqi", "2026-06-02T00:00:00", in: world)
      #expect(abs(mean - told) < 0.1 * told + 0.05, "\(mean), \(told)")
    }
  }
}
