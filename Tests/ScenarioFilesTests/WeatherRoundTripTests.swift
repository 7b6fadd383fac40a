import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import OpenData
import Quantities
import Testing

@testable import VirtualBoard

@Suite("Weather that is served, saved, and given to a scenario")
struct WeatherRoundTripTests {
  /// 2026-01-14T06:20:00Z, in another season than the default date.
  private static let now = UnixTime(seconds: 1_768_371_600)

  private static func served(_ target: String) -> String {
    let world = World(scenario: .standing, bootDate: now, seed: 5)
    let server = OpenDataServer(world: world, bootDate: now)
    let request = HTTPRequest(.get, "/data/2.5/\(target)&appid=any")
    return String(decoding: server.answer(request, at: now).response.body, as: UTF8.self)
  }

  private static func world(_ lines: String, _ text: String) throws -> World {
    let scenario = try ScenarioTextTests.scenario(lines, files: ["w.json": text])
    var options = BoardOptions()
    options.follow(scenario)
    #expect(options.bootDate == scenario.start)
    return World(options, station: nil)
  }

  @Test(
    "a forecast gives the same air at its steps in each system of units",
    arguments: UnitSystem.allCases)
  func forecast(units: UnitSystem) throws {
    let text = Self.served("forecast?q=Milan&units=\(units.rawValue)")
    let copy = try Self.world(
      "weather: {openweathermap: w.json, units: \(units.rawValue)}", text)
    let original = World(scenario: .standing, bootDate: Self.now, seed: 5)
    // The next multiple of three hours is 09:00, two hours and forty minutes later.
    let first = Duration.seconds(9600)
    // Half of the last digit, 0.01 of a degree, 1 %, 1 hPa.
    let degree = units == .imperial ? 0.005 / 1.8 : 0.005
    for step in 0..<40 {
      let time = Duration.seconds(10_800 * step)
      let state = copy.state(at: time)
      let real = original.air(at: state.position, time: first + time)
      #expect(abs(state.temperature - real.temperature) <= degree + 1e-9)
      #expect(abs(state.humidity - real.humidity) <= 0.5 + 1e-9)
      #expect(abs(state.pressure - real.pressure) <= 50 + 1e-6)
      #expect(abs(state.clouds - real.clouds) <= 0.5 + 1e-9)
    }
  }

  @Test("the present weather of coordinates is the same at the scenario's place, for ever")
  func present() throws {
    let now = try Self.world(
      "weather: {openweathermap: w.json}", Self.served("weather?lat=45.6&lon=9.3"))
    let original = World(scenario: .standing, bootDate: Self.now, seed: 5)
    let state = now.state(at: .seconds(3600))
    let place = GeodeticPosition(latitude: 45.6, longitude: 9.3, height: 181 + 47)
    #expect(state.position.latitude == 45.6 && state.position.longitude == 9.3)
    #expect(abs(state.temperature - original.air(at: place, time: .zero).temperature) < 0.006)
  }

  @Test(
    "its steps stay at their dates when the run has another one, unless the scenario moves them")
  func dates() throws {
    let text = Self.served("forecast?q=Milan")
    func state(_ align: String) throws -> WorldState {
      let scenario = try ScenarioTextTests.scenario(
        "weather: {openweathermap: w.json, align: \(align)}", files: ["w.json": text])
      var options = BoardOptions()
      options.follow(scenario)
      options.bootDate = options.bootDate.advanced(by: .seconds(10_800))
      return World(options, station: nil).state(at: .zero)
    }
    let steps = try Self.world("weather: {openweathermap: w.json}", text)
    #expect(try state("date").temperature == steps.state(at: .seconds(10_800)).temperature)
    #expect(try state("start").temperature == steps.state(at: .zero).temperature)
    #expect(try state("date").temperature != state("start").temperature)
  }

  @Test("a file that is cut anywhere is an error, and never anything worse")
  func prefixes() throws {
    let bytes = Array(Self.served("forecast?q=Milan&cnt=2").utf8)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      ScenarioTextTests.refusal("weather: {openweathermap: w.json}", files: ["w.json": text])
        .isEmpty)
    for count in bytes.indices {
      let cut = String(decoding: bytes[..<count], as: UTF8.self)
      let refusal = ScenarioTextTests.refusal(
        "weather: {openweathermap: w.json}", files: ["w.json": cut])
      #expect(refusal.hasPrefix("w.json:"), "\(count): \(refusal)")
    }
  }

  @Test("the server's own refusal, saved as a file, is told as what it is")
  func refusals() {
    let text = Self.served("weather?q=Atlantis")
    let refusal = ScenarioTextTests.refusal(
      "weather: {openweathermap: w.json}", files: ["w.json": text])
    #expect(refusal.hasPrefix(#"w.json:1:1: this is the service's error "404": "city not found""#))
  }
}
