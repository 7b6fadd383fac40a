import BoardSimulation
import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("Files beside a scenario")
struct ScenarioSeriesTests {
  private func world(_ lines: String, _ name: String, _ text: String) throws -> World {
    let scenario = try ScenarioTextTests.scenario(lines, files: [name: text])
    var options = BoardOptions()
    options.follow(scenario)
    return World(options, station: nil)
  }

  private func refusal(_ lines: String, _ name: String, _ text: String) -> String {
    ScenarioTextTests.refusal(lines, files: [name: text])
  }

  // MARK: Tracks

  private static let gpx = """
    <?xml version="1.0"?>
    <!-- <trkpt lat="0" lon="0"/> -->
    <gpx xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="1" lon="2"></wpt>
    <trk><trkseg>
      <trkpt lat="45.4529" lon='9.1963'><ele>120.5</ele><time>2020-06-10T11:25:16Z</time></trkpt>
      <trkpt lon="9.1965" lat="45.4530"><time>2020-06-10T11:25:26.500Z</time><ele>121</ele></trkpt>
    </trkseg></trk></gpx>
    """

  @Test("a GPX track is walked at its times from board time zero on")
  func gpx() throws {
    let world = try world("track: {file: walk.gpx}", "walk.gpx", Self.gpx)
    let (start, middle) = (
      world.state(at: .zero).position, world.state(at: .seconds(5.25)).position
    )
    #expect(start == GeodeticPosition(latitude: 45.4529, longitude: 9.1963, height: 120.5))
    #expect(abs(middle.latitude - 45.45295) < 1e-9 && abs(middle.height - 120.75) < 1e-9)
    #expect(world.state(at: .seconds(99)).position.latitude == 45.4530)
  }

  @Test("without times a GPX track needs a speed, which counts before times too")
  func gpxWithoutTimes() throws {
    let bare = Self.gpx.replacing("<time>2020-06-10T11:25:16Z</time>", with: "")
    #expect(
      refusal("track: {file: walk.gpx}", "walk.gpx", bare)
        == "walk.gpx:6: the point has no time; give the track a speed in the scenario")
    let world = try world("track: {file: walk.gpx, speed: 2, laps: endless}", "walk.gpx", bare)
    let velocity = world.state(at: .seconds(3)).velocity
    let speed = (velocity.east * velocity.east + velocity.north * velocity.north).squareRoot()
    #expect(abs(speed - 2) < 0.01)
  }

  @Test(
    "a track that is none is told with its line",
    arguments: [
      ("<gpx></gpx>", "walk.gpx:1: there is no trkpt, rtept or wpt in it"),
      ("<gpx>\n<trkpt lat=\"x\" lon=\"9\">", "walk.gpx:2: trkpt has no lat and lon"),
      ("<gpx>\n<trkpt lat=\"95\" lon=\"9\">", "walk.gpx:2: trkpt has no lat and lon"),
      ("<gpx>\n<trkpt lat=", "walk.gpx:2: this is no XML"),
      ("<wpt lat='1' lon='2'>\n<time>soon</time>", "walk.gpx:2: time is no date in UTC: \"soon\""),
      ("<wpt lat='1' lon='2'>\n<ele>high</ele>", "walk.gpx:2: ele is no height"),
      ("lat,lon\n45,x\n", "walk.gpx:2: a longitude must be a number, not \"x\""),
      ("45\n", "walk.gpx:1: a position has two or three numbers"),
      ("", "walk.gpx:1: there is no position"),
    ])
  func tracks(text: String, message: String) {
    let found = refusal("track: {file: walk.gpx}", "walk.gpx", text)
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test("positions of the reference simulator come one a second, or as the scenario says")
  func positions() throws {
    let text = "45.4737,9.2180\n45.4738,9.2190\n45.4738,9.2200\n"
    let each = try world("track: {file: p.csv}", "p.csv", text)
    #expect(each.state(at: .seconds(1)).position.longitude == 9.2190)
    let slow = try world(
      "track: {file: p.csv, interval: 10}", "p.csv", "lat;lon\n45.4737;9.2180\n45.4738;9.2190\n")
    #expect(slow.state(at: .seconds(10)).position.longitude == 9.2190)
    let steady = try world("track: {file: p.csv, speed: 1}", "p.csv", text)
    let velocity = steady.state(at: .seconds(5)).velocity
    #expect(abs(velocity.east - 0.99) < 0.02)
  }

  // MARK: Weather

  @Test(
    "a table has a column for each quantity, in board time or dates; what is written beside counts")
  func table() throws {
    let text = """
      # from a station
      time;temperature;clouds;light
      0;20;50;
      2026-06-01T13:00:00Z;30;50;
      7200;10;;
      """
    let world = try world("weather: {series: air.csv, clouds: 0}", "air.csv", text)
    let values = [0, 1800, 3600, 5400, 9000].map { world.state(at: .seconds($0)).temperature }
    #expect(values == [20, 25, 30, 20, 10])
    #expect(world.state(at: .zero).illuminance > 80_000)
  }

  @Test(
    "a table that is none is told with its line",
    arguments: [
      ("", "air.csv:1: the table has no rows"),
      ("time,temperature\n", "air.csv:1: the table has no rows"),
      ("time,temprature\n0,1\n", "air.csv:1: there is no quantity \"temprature\"; did you mean"),
      ("temperature\n1\n", "air.csv:1: there is no column \"time\""),
      ("time,humidity\n0,1\n5,nan\n", "air.csv:3: humidity must be a number, not \"nan\""),
      ("time,humidity\n0,1\nsoon,2\n", "air.csv:3: time must be a number, not \"soon\""),
      ("time,humidity\n5,1\n0,2\n", "air.csv:3: it is earlier than the line before"),
      ("time,humidity\n5,101\n", "air.csv:2: humidity must be a number, not \"101\""),
    ])
  func tables(text: String, message: String) {
    let found = refusal("weather: {series: air.csv}", "air.csv", text)
    #expect(found.hasPrefix(message), "\(found)")
  }

  private static let current = """
    {"coord":{"lon":9.1895,"lat":45.4643},"weather":[{"id":803,"description":"nubi sparse"}],
    "main":{"temp":295.15,"feels_like":295,"pressure":1015,"humidity":41},"clouds":{"all":100},
    "dt":1780315200,"name":"Milan"}
    """

  @Test(
    "OpenWeatherMap's weather of now: its date, place, and values brought to the board's height")
  func openWeather() throws {
    let scenario = try ScenarioTextTests.scenario(
      "weather: {series: now.json}", files: ["now.json": Self.current])
    #expect(scenario.start == UnixTime(seconds: 1_780_315_200))
    #expect(scenario.world.place.latitude == 45.4643)
    let world = try world("weather: {series: now.json}", "now.json", Self.current)
    let state = world.state(at: .seconds(5000))
    #expect(abs(state.temperature - 22) < 1e-9 && state.humidity == 41)
    // The station is 118 m above the geoid, where the pressure is 13 hPa or so lower.
    #expect(abs(state.pressure - 100_080) < 60)
    let elsewhere = try ScenarioTextTests.scenario(
      "place: {latitude: 1, longitude: 2}\nstart: 2026-06-02\nweather: {series: now.json}",
      files: ["now.json": Self.current])
    #expect(elsewhere.world.place.latitude == 1 && elsewhere.start != scenario.start)
  }

  @Test("OpenWeatherMap's forecast goes from step to step; units are told or told from the numbers")
  func forecast() throws {
    let text = """
      {"cod":"200","list":[
      {"dt":1780315200,"main":{"temp":20,"grnd_level":1000,"humidity":50},"clouds":{"all":0}},
      {"dt":1780326000,"main":{"temp":26,"grnd_level":990,"humidity":40},"clouds":{"all":80}}],
      "city":{"coord":{"lat":45.46,"lon":9.19}}}
      """
    let world = try world("weather: {series: f.json}", "f.json", text)
    let state = world.state(at: .seconds(5400))
    #expect(abs(state.temperature - 23) < 1e-9 && state.humidity == 45 && state.pressure == 99_500)
    let warm = try self.world("weather: {series: f.json, units: imperial}", "f.json", text)
    #expect(abs(warm.state(at: .zero).temperature + 6.6667) < 0.001)
  }

  @Test(
    "an answer that is no weather is told with its place",
    arguments: [
      (
        #"{"cod":401,"message":"Invalid API key."}"#,
        #"n.json:1:1: this is the service's error "401": "Invalid API key.", and no weather"#
      ),
      (#"{"list":[]}"#, "n.json:1:9: the forecast's \"list\" has no step"),
      (#"{"main":{"temp":20}}"#, "n.json:1:1: dt: the weather has no date"),
      (#"{"dt":1780315200,"main":{"temp":"warm"}}"#, "n.json:1:33: main.temp: \"warm\" is no"),
      (#"{"list":[{"dt":1,"main":{"temp":512}}]}"#, "n.json:1:33: list[0].main.temp: 512 is no"),
      ("{", "n.json:2:1: this is no YAML"),
    ])
  func answers(text: String, message: String) {
    let found = refusal("weather: {series: n.json}", "n.json", text)
    #expect(found.hasPrefix(message), "\(found)")
  }
}
