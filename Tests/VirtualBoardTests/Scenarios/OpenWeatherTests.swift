import BoardSimulation
import GNSSBasics
import Quantities
import Testing

@testable import VirtualBoard

@Suite("Answers of OpenWeatherMap")
struct OpenWeatherTests {
  private static let date = UnixTime(seconds: 1_780_315_200)

  private static func answer(_ text: String, _ units: UnitSystem? = nil) throws -> OpenWeather {
    try OpenWeather(FlowText.node(text), units: units)
  }

  private static func refusal(_ text: String, _ units: UnitSystem? = nil) -> String {
    do throws(ScenarioError) {
      _ = try OpenWeather(FlowText.node(text), units: units)
      return ""
    } catch { return "\(error)" }
  }

  /// Returns a forecast with a step each three hours.
  private static func forecast(_ steps: [String]) -> String {
    let list = steps.enumerated().map { "{dt: \(1_780_315_200 + 10_800 * $0), \($1)}" }
    return "{city: {coord: {lat: 46, lon: 8}}, list: [\(list.joined(separator: ", "))]}"
  }

  // MARK: Units

  @Test(
    "temperatures are in what the scenario says, else in the first unit that fits all of them",
    arguments: [
      ([293.15], nil, 20), ([173.15], nil, -100), ([20], nil, 20), ([70], nil, 70),
      ([70.5], nil, 21.3889), ([-40], nil, -40), ([20, 75], nil, -6.6667),
      ([20], .metric, 20), ([50], .imperial, 10), ([343.15], .standard, 70),
    ] as [([Double], UnitSystem?, Double)])
  func units(values: [Double], units: UnitSystem?, celsius: Double) throws {
    let steps = values.map { "main: {temp: \($0)}" }
    let answer = try Self.answer(Self.forecast(steps), units)
    #expect(abs(try #require(answer.steps[0].temperature) - celsius) < 1e-4)
  }

  @Test(
    "a temperature that no weather has is told with its place in the answer",
    arguments: [
      ([512], nil, "list[0].main.temp: 512 is no temperature in kelvin or degrees Celsius or deg"),
      (
        [293, 294, 20], nil, "list[2].main.temp: 20 is no temperature in kelvin; an answer has one"
      ),
      ([20, 293], nil, "list[1].main.temp: 293 is no temperature in degrees Celsius or degrees F"),
      ([100, -150], nil, "list[1].main.temp: -150 is no temperature in degrees Fahrenheit"),
      ([512], .standard, "list[0].main.temp: 512 is no temperature in kelvin; it is from 173.15"),
      ([293], .metric, "list[0].main.temp: 293 is no temperature in degrees Celsius; it is from"),
      ([293], .imperial, "list[0].main.temp: 293 is no temperature in degrees Fahrenheit; it is"),
    ] as [([Double], UnitSystem?, String)])
  func refusesTemperature(values: [Double], units: UnitSystem?, words: String) {
    let steps = values.map { "main: {temp: \(ScenarioNode.text($0))}" }
    let refusal = Self.refusal(Self.forecast(steps), units)
    #expect(refusal.contains(words), "\(refusal)")
  }

  // MARK: Values

  @Test("the pressure at the ground is taken as it is, one at sea level is brought to the place")
  func pressure() throws {
    let ground = try Self.answer(
      "{dt: 1780315200, main: {grnd_level: 990, sea_level: 1013, pressure: 1013}}")
    #expect(ground.weather(atHeight: 500, from: nil).courses[.pressure] == WorldCourse(99_000))
    let sea = try Self.answer("{dt: 1780315200, main: {pressure: 1013.25, grnd_level: null}}")
    // 1,000 m above sea level the standard atmosphere has 898.75 hPa (ICAO Doc 7488).
    let high = try #require(sea.weather(atHeight: 1047, from: nil).courses[.pressure])
    #expect(abs(high.value(at: .zero, date: Self.date) - 89_875) < 5)
  }

  @Test("a forecast goes straight from step to step, at its dates or from board time zero on")
  func forecast() throws {
    let answer = try Self.answer(
      Self.forecast([
        "main: {temp: 10, humidity: 40}, clouds: {all: 0}", "main: {temp: 20}",
        "main: {temp: 10, humidity: 80}, clouds: {all: 100}",
      ]))
    #expect(answer.start == Self.date && answer.steps.count == 3)
    #expect(answer.place?.latitude == 46 && answer.place?.longitude == 8)
    let dated = answer.weather(atHeight: 165, from: nil)
    let aligned = answer.weather(atHeight: 165, from: answer.start)
    for (second, temperature, humidity) in [
      (-3600.0, 10.0, 40.0), (0, 10, 40), (5400, 15, 50), (16_200, 15, 70), (99_999, 10, 80),
    ] {
      let time = Duration.seconds(second)
      let date = Self.date.advanced(by: time)
      let courses = try #require(dated.courses[.temperature])
      #expect(courses.value(at: .zero, date: date) == temperature)
      #expect(
        aligned.courses[.temperature]?.value(at: time, date: .init(seconds: 0)) == temperature)
      #expect(dated.courses[.humidity]?.value(at: .zero, date: date) == humidity)
      #expect(dated.clouds?.value(at: .zero, date: date) == (humidity - 40) / 0.4)
    }
    #expect(dated.courses[.pressure] == nil, "what the answer lacks is the world's own")
  }

  @Test("rain falls evenly in the hours before its step, and none where the answer has none")
  func rain() throws {
    let answer = try Self.answer(
      Self.forecast(["main: {}", "main: {}, rain: {3h: 6}", "main: {}", "main: {}, rain: {3h: 3}"]))
    let rain = try #require(answer.weather(atHeight: 0, from: answer.start).rain)
    for (hour, amount) in [(-1.0, 0.0), (0.5, 2), (2.9, 2), (4, 0), (7, 1), (8.9, 1), (10, 0)] {
      #expect(rain.value(at: .seconds(hour * 3600), date: Self.date) == amount, "\(hour)")
    }
    let now = try Self.answer("{dt: 1780315200, main: {}, rain: {1h: 1.5}}")
    #expect(now.weather(atHeight: 0, from: nil).rain == WorldCourse(1.5))
    #expect(
      try Self.answer("{dt: 1780315200, main: {}}").weather(atHeight: 0, from: nil).rain
        == WorldCourse(0))
  }

  @Test("the numbers of the service's own example are read with their units")
  func publishedExample() throws {
    // Values of the first step in the example at https://openweathermap.org/forecast5.
    let answer = try Self.answer(
      """
      {cod: "200", list: [{dt: 1661871600, clouds: {all: 100}, rain: {3h: 0.26}, main: {temp: 296.76,
        pressure: 1015, sea_level: 1015, grnd_level: 933, humidity: 69, temp_kf: -1.11}}]}
      """)
    let step = answer.steps[0]
    #expect(answer.start == DateText.time("2022-08-30T15:00:00Z"))
    #expect(abs(try #require(step.temperature) - 23.61) < 1e-9 && step.humidity == 69)
    #expect(step.groundPressure == 93_300 && step.clouds == 100)
    #expect(abs(step.rain * 3 - 0.26) < 1e-9)
  }

  @Test("a town has a longitude of 180 degrees at most", arguments: ["-180", "180"])
  func longitudes(edge: String) throws {
    func text(_ longitude: String) -> String {
      "{coord: {lat: 45.5, lon: \(longitude)}, dt: 1780315200, main: {temp: 21}}"
    }
    #expect(try Self.answer(text(edge)).place?.longitude == Double(edge))
    #expect(Self.refusal(text(edge + ".5")).contains("coord.lon: \(edge).5 is no longitude"))
  }

  // MARK: Errors

  @Test(
    "what is wrong in an answer is told with its member, its value and its range",
    arguments: [
      ("{dt: 3}", "neither \"main\" nor a \"list\"; save what"),
      ("{main: {}}", "dt: the weather has no date; save"),
      ("{main: {}, dt: 1}", "dt: 1 is no date in seconds since 1970; it is from 315964800"),
      ("{main: {}, dt: 1e300}", "dt: 1e300 is no date"),
      ("{main: {}, dt: []}", "dt: a list or a mapping is no date"),
      ("{list: [{dt: 1780315200}]}", "list[0].main: the weather has none"),
      ("{list: []}", "the forecast's \"list\" has no step"), ("{list: 3}", "list must be a list"),
      ("{main: {temp: nan}, dt: 1780315200}", "main.temp: nan is no temperature"),
      ("{main: {temp: 1e999}, dt: 1780315200}", "main.temp: 1e999 is no temperature"),
      ("{main: {humidity: 101}, dt: 1780315200}", "main.humidity: 101 is no humidity in percent"),
      ("{main: {humidity: inf}, dt: 1780315200}", "main.humidity: inf is no humidity"),
      ("{main: {grnd_level: 299}, dt: 1780315200}", "it is from 300 to 1100"),
      ("{main: {pressure: 799}, dt: 1780315200}", "it is from 800 to 1100"),
      ("{main: {}, clouds: {all: 101}, dt: 1780315200}", "clouds.all: 101 is no cloud cover"),
      ("{main: {}, rain: {3h: -1}, dt: 1780315200}", "rain.3h: -1 is no rain in mm"),
      ("{main: {}, coord: {lat: 91, lon: 0}, dt: 1780315200}", "coord.lat: 91 is no latitude"),
      (
        "{cod: 401, message: Invalid API key.}",
        "the service's error \"401\": \"Invalid API key.\", and no weather; ask again with a valid key"
      ),
      (
        "{cod: \"404\", message: city not found}", "the service's error \"404\": \"city not found\""
      ),
    ])
  func refusesAnswer(text: String, words: String) {
    let refusal = Self.refusal(text)
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test("steps out of order, or twice, are told", arguments: [1_780_315_200, 1_780_315_199])
  func refusesOrder(second: Int) {
    let list = "[{dt: 1780315200, main: {}}, {dt: \(second), main: {}}]"
    #expect(
      Self.refusal("{list: \(list)}").contains("list[1].dt: it is not later than list[0].dt; keep"))
  }

  @Test("a file that is no JSON object is told by its first character, markup by name")
  func beginnings() {
    for (text, words) in [
      ("", "in JSON; save"), ("<?xml", "in JSON, but markup"), ("[", "in JSON;"),
    ] {
      let error = #expect(throws: ScenarioError.self) {
        try OpenWeather.checkBeginning(of: Array(text.utf8))
      }
      #expect(error?.description.contains(words) == true)
    }
    #expect(throws: Never.self) { try OpenWeather.checkBeginning(of: Array("\u{FEFF}\n {".utf8)) }
  }

  // MARK: Remarks

  @Test("weather of another place, or of other dates than the scenario's, is remarked")
  func notes() throws {
    let answer = try Self.answer(Self.forecast(["main: {}", "main: {}"]))
    // One degree of latitude is 111.1 km at 46° N (WGS 84).
    let south = GeodeticPosition(latitude: 45, longitude: 8, height: World.milan.height)
    #expect(
      answer.notes(forPlace: south, start: nil)
        == ["the weather is of a place 111 km from the board's"])
    let near = GeodeticPosition(latitude: 45.8, longitude: 8, height: 500)
    #expect(answer.notes(forPlace: near, start: Self.date).isEmpty)
    func note(_ seconds: Double) -> [String] {
      answer.notes(forPlace: nil, start: Self.date.advanced(by: .seconds(seconds)))
    }
    #expect(note(10_800).isEmpty)
    #expect(note(-1)[0].hasPrefix("the weather begins after the scenario's start"))
    #expect(note(10_801)[0].hasPrefix("the weather ends before the scenario's start"))
  }

  @Test("a scenario has the remarks with the file, and none when the series is moved to its start")
  func scenarioNotes() throws {
    let files = ["f.json": Self.forecast(["main: {temp: 10}", "main: {temp: 20}"])]
    func scenario(_ members: String) throws -> Scenario {
      try FlowText.scenario(
        "start: 2026-07-01, weather: {openweathermap: f.json\(members)}", files: files)
    }
    #expect(
      try scenario("").notes.map { String($0.prefix(30)) } == ["f.json: the weather ends befor"])
    let moved = try scenario(", align: start")
    #expect(moved.notes.isEmpty && moved.start == DateText.time("2026-07-01"))
    let course = try #require(moved.world.courses[.temperature])
    #expect(course.value(at: .seconds(5400), date: Self.date) == 15)
    #expect(try scenario(", align: date").notes.count == 1)
  }
}
