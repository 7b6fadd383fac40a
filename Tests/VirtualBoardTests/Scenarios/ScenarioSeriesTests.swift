import BoardSimulation
import GNSSBasics
import Mathematics
import Testing

@testable import VirtualBoard

@Suite("Series and ways that a scenario names")
struct ScenarioSeriesTests {
  private static let table = """
    # of the station
    time,temperature,clouds,humidity
    0,20,10,
    3600,21.5,20,
    """

  private static let answer = """
    {"coord": {"lon": 9.2, "lat": 45.5}, "dt": 1780315200, "clouds": {"all": 40},
      "main": {"temp": 294.15, "humidity": 60, "grnd_level": 990}}
    """

  private static let files = [
    "t.csv": table, "w.json": answer, "dates.csv": "time;light\n2026-06-01T12:00:10Z;5",
    "empty.csv": "\u{FEFF}time,light\n", "odd.csv": "time,heat\n0,1", "timeless.csv": "light\n3",
    "late.csv": "time,light\n1,1\n0,1", "dark.csv": "time,light\n0,-1",
    "misty.csv": "time,clouds\n0,101", "same.csv": "time,light\n1,1\n1,2",
    "far.csv": "time,light\n2e9,1",
    "short.csv": "light,time\n3", "none.json": "{\"cod\": 401}",
    "list.json": "{\"list\": []}", "undated.json": "{\"main\": {}}",
    "mainless.json": "{\"list\": [{\"dt\": 1780315200}]}",
    "walk.csv": "latitude,longitude,height\n45,9\n45.001,9,100\n45.002,9",
    "walk.gpx": """
    <gpx><trkpt lat="45" lon="9"><time>2026-06-01T12:00:00Z</time></trkpt>
    <trkpt lat="45.001" lon="9"><time>2026-06-01T12:00:20Z</time></trkpt></gpx>
    """,
    "open.gpx": "<gpx>\n<trkpt lat=\"45\" lon=\"9\"/>\n<trkpt lat=\"46\" lon=\"9\"/></gpx>",
    "still.gpx": """
    <gpx><trkpt lat="45" lon="9"><time>2026-06-01T12:00:00Z</time></trkpt>
    <trkpt lat="46" lon="9"><time>2026-06-01T12:00:00Z</time></trkpt></gpx>
    """,
    "one.csv": "45,9", "nowhere.csv": "", "four.csv": "1,2\n\n1,2,3,4", "north.csv": "91,0",
    "east.csv": "0,181", "high.csv": "0,0,9001", "lone.csv": "45\n46",
  ]

  private static func scenario(_ members: String) throws -> Scenario {
    try FlowText.scenario(members, files: files)
  }

  @Test("a table gives courses of its columns, and what is written beside it comes before it")
  func tables() throws {
    let world = try Self.scenario("weather: {series: t.csv, humidity: 50, clouds: 5}").world
    let points = [WorldCourse.Point(0, 20), WorldCourse.Point(3600, 21.5)]
    #expect(world.courses == [.temperature: WorldCourse(points), .humidity: WorldCourse(50)])
    #expect(world.clouds == WorldCourse(5))
    let clouds = try Self.scenario("weather: {series: t.csv}").world.clouds
    #expect(clouds == WorldCourse([WorldCourse.Point(0, 10), WorldCourse.Point(3600, 20)]))
    for (start, seconds) in [("2026-06-01T12:00:00Z", 10.0), ("2026-06-01T12:00:15Z", -5)] {
      let dated = try Self.scenario("start: \(start), weather: {series: dates.csv}").world
      #expect(dated.courses == [.light: WorldCourse([WorldCourse.Point(seconds, 5)])])
    }
    let jump = [WorldCourse.Point(1, 1), WorldCourse.Point(1, 2)]
    let same = try Self.scenario("weather: {series: same.csv}").world
    #expect(same.courses == [.light: WorldCourse(jump)])
  }

  @Test("a service's answer gives the weather, and place and date where the scenario has none")
  func answers() throws {
    let hinted = try Self.scenario("weather: {series: w.json}")
    #expect(hinted.start == UnixTime(seconds: 1_780_315_200))
    #expect(hinted.world.place.latitude == 45.5 && hinted.world.place.longitude == 9.2)
    #expect(hinted.world.path == .standing)
    #expect(
      abs(hinted.world.courses[.temperature]!.value(at: .zero, date: hinted.start!) - 21) < 1e-9)
    #expect(hinted.world.courses[.humidity] == WorldCourse(60))
    #expect(hinted.world.clouds == WorldCourse(40))
    let start = "2026-06-01T11:59:50Z"
    let told = try Self.scenario(
      "start: \(start), place: {latitude: 1, longitude: 2}, weather: {series: w.json, units: standard}"
    )
    #expect(told.start == DateText.time(start))
    #expect(told.world.place.latitude == 1)
    #expect(told.world.courses[.humidity] == WorldCourse(60))
    let walk = try Self.scenario("track: {file: walk.csv}, weather: {series: w.json}").world
    #expect(walk.place.latitude == 45)
  }

  @Test(
    "what is no weather is told with what to do, and the file in which it is",
    arguments: [
      ("{humidity: {}}", "my.yaml: humidity has no course; write {ramp:"),
      ("{humidity: {ramp: [[0, 1]], daily: [[0, 1]]}}", "my.yaml: humidity has no course"),
      ("{humidity: {ramp: 3}}", "a course must be a list"),
      ("{humidity: {ramp: [3]}}", "a point of a course must be a list"),
      ("{humidity: {ramp: [[1, 2, 3]]}}", "a point of a course has a time and a value"),
      ("{humidity: {ramp: []}}", "humidity has no point; write {ramp:"),
      ("{humidity: {ramp: [[0, 101]]}}", "write one from 0 to 100"),
      ("{humidity: {ramp: [[-1, 10]]}}", "a time must be a time, not \"-1\""),
      (
        "{humidity: {daily: [[25, 40]]}}",
        "an hour must be a number, not \"25\"; write one from 0 to 24"
      ),
      ("{humidity: {daily: [[24:01, 40]]}}", "a day has 24 hours; write 00:00 to 24:00"),
      ("{clouds: 101}", "clouds must be a number, not \"101\"; write one from 0 to 100"),
      ("{pm25: 3, pm10: 4}", "pm25 and pm10 are one thing with several names; give one"),
      ("{pm1: 3, pm4: 4, pm05_number: 1}", "pm1 and pm4 and pm05_number are one thing"),
      ("{units: metric}", "\"units\" and \"align\" are those of a series; leave them out"),
      ("{align: start}", "\"units\" and \"align\" are those of a series; leave them out"),
      ("{series: w.json, align: noon}", "align is start or date; write align: start"),
      ("{series: t.csv, align: start}", "t.csv: a table has the units of the truth, and its own"),
      ("{series: t.csv, openweathermap: w.json}", "there are two series; give \"series\" or"),
      ("{openweathermap: t.csv}", "t.csv: this is no answer of OpenWeatherMap in JSON; save"),
      ("{rain: 501}", "rain must be a number, not \"501\"; write one from 0 to 500"),
      ("{series: w.json, units: inches}", "units are standard, metric or imperial; write units"),
      ("{series: t.csv, units: metric}", "t.csv: a table has the units of the truth"),
      ("{series: gone.csv}", "my.yaml: 'gone.csv' is not there; name another"),
      ("{series: []}", "series must be a text"),
      ("{series: none.json}", "none.json: this is the service's"),
      ("{series: empty.csv}", "empty.csv: the table has no rows; write a line of names"),
      ("{series: odd.csv}", "odd.csv: there is no quantity \"heat\"; "),
      ("{series: timeless.csv}", "timeless.csv: there is no column \"time\"; name one"),
      ("{series: late.csv}", "late.csv: it is earlier than the line before; sort"),
      ("{series: dark.csv}", "dark.csv: light must be a number, not \"-1\"; write one from 0 to"),
      ("{series: misty.csv}", "clouds must be a number, not \"101\"; write one from 0 to 100"),
      ("{series: far.csv}", "write one from -1000000000 to 1000000000"),
      ("{series: short.csv}", "short.csv: time must be a number, not \"\""),
    ])
  func refusesWeather(weather: String, words: String) {
    let refusal = FlowText.refusal("weather: \(weather)", files: Self.files)
    #expect(refusal.contains(words), "\(refusal)")
  }

  // MARK: Tracks

  private static func route(_ track: String) throws -> Route {
    let world = try scenario("track: \(track)").world
    guard case .route(let route) = world.path else { throw ScenarioError("no route", "\(track)") }
    #expect(world.place == route.stops[0].position)
    return route
  }

  @Test("a way has its points, its speed, its laps, and times where a file has them")
  func ways() throws {
    let way = try Self.route(
      "{points: [[45, 9, 100], [45.001, 9], [45.002, 9.5, 90]], speed: 2, laps: 3}")
    let places = [
      GeodeticPosition(latitude: 45, longitude: 9, height: 100),
      GeodeticPosition(latitude: 45.001, longitude: 9, height: 100),
      GeodeticPosition(latitude: 45.002, longitude: 9.5, height: 90),
    ]
    #expect(way == Route(places, speed: 2, laps: .count(3)))
    let flat = ["[45, 9]", "[45.001, 9]"].joined(separator: ", ")
    let level = [45, 45.001].map {
      GeodeticPosition(latitude: $0, longitude: 9, height: World.milan.height)
    }
    #expect(try Self.route("{points: [\(flat)]}") == Route(level, speed: 1.4))
    #expect(
      try Self.route("{points: [\(flat)], laps: endless}")
        == Route(level, speed: 1.4, laps: .endless))
    #expect(
      try Self.route("{points: [\(flat)], laps: 1000000}")
        == Route(level, speed: 1.4, laps: .count(1_000_000)))
    for (track, times) in [
      ("{file: walk.csv}", [0.0, 1, 2]), ("{file: walk.csv, interval: 5}", [0, 5, 10]),
      ("{file: walk.gpx}", [0, 20]),
    ] {
      #expect(try Self.route(track).stops.map(\.time) == times, "\(track)")
    }
    let walk = try Self.route("{file: walk.csv, speed: 3}")
    let heights = walk.stops.map(\.position.height)
    #expect(heights == [World.milan.height, 100, World.milan.height])
    #expect(walk == Route(walk.stops.map(\.position), speed: 3))
    #expect(try Self.route("{file: open.gpx, speed: 3}").stops.count == 2)
  }

  @Test(
    "what is no way is told with what to do, and the file in which it is",
    arguments: [
      ("{speed: 3}", "my.yaml: a track has either points or a file; write track:"),
      ("{points: [[45, 9], [46, 9]], file: x}", "a track has either points or a file"),
      ("{points: [[45, 9], [46, 9]], interval: 1}", "\"interval\" belongs to a file of positions"),
      ("{points: [[45, 9], [46, 9]], laps: 0}", "laps must be a whole number from 1 to 1000000"),
      ("{points: [[45, 9], [46, 9]], laps: 1000001}", "laps must be a whole number"),
      ("{points: [[45, 9], [46, 9]], laps: []}", "laps must be a whole number"),
      ("{points: [[45, 9], [46, 9]], speed: 0}", "write one from 0.001 to 1000"),
      ("{points: 3}", "points must be a list"), ("{points: [3]}", "a point must be a list"),
      ("{points: [[45]]}", "a point has two or three numbers; write [[45.478"),
      ("{points: [[1, 2, 3, 4]]}", "a point has two or three numbers"),
      ("{points: [[91, 0]]}", "a latitude must be a number, not \"91\"; write one from -90 to 90"),
      ("{points: [[0, 181]]}", "a longitude must be a number, not \"181\"; write one from -180 to"),
      ("{points: [[0, 0, 9001]]}", "a height must be a number, not \"9001\"; write one from -500"),
      ("{points: [[45, 9], [45, 9]]}", "a track needs two different points; give one more"),
      ("{points: []}", "a track needs two different points"),
      ("{file: []}", "file must be a text"),
      ("{file: gone.gpx}", "my.yaml: 'gone.gpx' is not there"),
      ("{file: walk.gpx, interval: 2}", "a GPX file has times of its own; leave \"interval\" out"),
      ("{file: walk.csv, interval: 0}", "write one from 0.001 to 1000000"),
      ("{file: open.gpx}", "open.gpx: the point has no time; give the track a speed"),
      ("{file: still.gpx}", "still.gpx: the point is not later than the one before; give"),
      ("{file: one.csv}", "one.csv: a track needs two points; give one more"),
      ("{file: nowhere.csv}", "nowhere.csv: there is no position; write LATITUDE,LONGITUDE"),
      ("{file: four.csv}", "four.csv: a position has two or three numbers; write LATITUDE"),
      ("{file: lone.csv}", "lone.csv: a position has two or three numbers"),
      ("{file: north.csv}", "a latitude must be a number, not \"91\"; write one from -90 to 90"),
      ("{file: east.csv}", "a longitude must be a number, not \"181\"; write one from -180 to 180"),
      ("{file: high.csv}", "a height must be a number, not \"9001\"; write one from -500 to 9000"),
    ])
  func refusesWay(track: String, words: String) {
    let refusal = FlowText.refusal("track: \(track)", files: Self.files)
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test("a track begins at its own point, and needs no place")
  func trackAndPlace() {
    let refusal = FlowText.refusal("place: {latitude: 1, longitude: 1}, track: milan")
    #expect(refusal.contains("a track begins at its own first point; leave \"place\" out"))
  }

  @Test("a table's rows have fields parted by commas, semicolons or tabs, and numbers of lines")
  func rows() {
    let table = TextTable(Array("\u{FEFF}a, b\r\n\n# no\n 1;2,5; \nx\ty z\t".utf8))
    #expect(table.rows.map(\.line) == [1, 4, 5])
    #expect(
      table.rows.map { $0.fields.map(String.init) } == [
        ["a", "b"], ["1", "2,5", ""], ["x", "y z"],
      ])
  }
}
