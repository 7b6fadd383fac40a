internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// The weather in the scenario's `weather:`.
struct ScenarioWeather {
  var courses: [WorldQuantity: WorldCourse] = [:]
  var clouds: WorldCourse?
}

extension ScenarioReader {
  private static let weatherKeys =
    WorldQuantity.allCases.map(\.name) + ["clouds", "series", "units"]

  /// Reads `weather:`; a value written there has precedence over the series.
  mutating func weather(
    _ node: ScenarioNode, from start: UnixTime?, at place: GeodeticPosition?
  ) throws(ScenarioError) -> ScenarioWeather {
    let fields = try node.fields(of: "weather", Self.weatherKeys)
    var weather = ScenarioWeather()
    if let series = fields["series"] {
      let units = try WeatherUnits(fields["units"])
      weather = try self.series(series, from: start, at: place, in: units)
    } else if let units = fields["units"] {
      try units.fail("\"units\" are those of a series", "leave them out")
    }
    for quantity in WorldQuantity.allCases {
      guard let value = fields[quantity.name] else { continue }
      weather.courses[quantity] = try Self.course(value, quantity.name, in: quantity.range)
    }
    if let clouds = fields["clouds"] {
      weather.clouds = try Self.course(clouds, "clouds", in: 0...100)
    }
    let particulates = [WorldQuantity.pm1, .pm25, .pm4, .pm10, .pm05Number]
      .filter { weather.courses[$0] != nil }
    guard particulates.count <= 1 else {
      try node.fail(
        "\(particulates.map(\.name).joined(separator: " and ")) are one thing with several names",
        "give one of them; the others follow from it")
    }
    return weather
  }

  /// Reads a quantity's course: a number, a ramp or a daily course.
  private static func course(
    _ node: ScenarioNode, _ name: String, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> WorldCourse {
    if node.scalar != nil { return WorldCourse(try node.number(name, in: range)) }
    let example = "{ramp: [[0, 40], [3600, 70]]} or {daily: [[0, 8], [8, 30]]}"
    let fields = try node.fields(of: name, ["ramp", "daily"])
    guard fields["ramp"] == nil || fields["daily"] == nil,
      let value = fields["ramp"] ?? fields["daily"]
    else { try node.fail("\(name) has no course", "write \(example)") }
    let isDaily = fields["daily"] != nil
    var points: [WorldCourse.Point] = []
    for pair in try value.list("a course", example) {
      let parts = try pair.list("a point of a course", example)
      guard parts.count == 2 else {
        try pair.fail("a point of a course has a time and a value", "write \(example)")
      }
      let time = isDaily ? try hour(parts[0]) : try parts[0].time("a time").inSeconds
      points.append(WorldCourse.Point(time, try parts[1].number(name, in: range)))
    }
    guard !points.isEmpty else { try value.fail("\(name) has no point", "write \(example)") }
    return isDaily ? WorldCourse(daily: points) : WorldCourse(points)
  }

  /// Returns seconds after midnight, from a number of hours or from `HH:MM`.
  private static func hour(_ node: ScenarioNode) throws(ScenarioError) -> Double {
    if let text = node.scalar, text.contains(":") {
      let time = try node.time("an hour").inSeconds
      guard time <= 86_400 else { try node.fail("a day has 24 hours", "write 00:00 to 24:00") }
      return time
    }
    return try node.number("an hour", in: 0...24) * 3600
  }

  // MARK: Series

  private mutating func series(
    _ node: ScenarioNode, from start: UnixTime?, at place: GeodeticPosition?,
    in units: WeatherUnits?
  ) throws(ScenarioError) -> ScenarioWeather {
    let path = try node.text("series")
    let bytes = try file(path, at: node)
    do throws(ScenarioError) {
      guard bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else {
        if let units { try units.node.fail("a table has the units of the truth", "leave them out") }
        let table = try WeatherTable(bytes, from: start ?? World.defaultBootDate)
        return ScenarioWeather(courses: table.courses, clouds: table.clouds)
      }
      let root = try sources.nodes(bytes, path).get()
      let forecast = try OpenWeather(
        root, from: start, at: place, units: units?.scale)
      (hintedStart, hintedPlace) = (forecast.start, forecast.place)
      return forecast.weather
    } catch {
      throw error.of(path)
    }
  }

  /// Returns the bytes of a file that the scenario names.
  func file(_ path: String, at node: ScenarioNode) throws(ScenarioError) -> [UInt8] {
    switch sources.bytes(path) {
    case .success(let bytes): return bytes
    case .failure(let error):
      try node.fail(error.problem, error.remedy)
    }
  }
}

/// The units of a weather service's temperatures.
struct WeatherUnits {
  enum Scale: String, CaseIterable {
    /// Kelvin, the service's default.
    case standard
    /// Degrees Celsius, `metric` in the service's interface.
    case metric
    /// Degrees Fahrenheit, `imperial` in the service's interface.
    case imperial
  }

  let node: ScenarioNode
  let scale: Scale

  init?(_ node: ScenarioNode?) throws(ScenarioError) {
    guard let node else { return nil }
    guard let scale = node.scalar.flatMap(Scale.init) else {
      try node.fail("units are standard, metric or imperial", "write units: metric")
    }
    (self.node, self.scale) = (node, scale)
  }
}

extension UInt8 {
  /// A space, a tab, a line's end, or a byte of a byte order mark.
  var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
