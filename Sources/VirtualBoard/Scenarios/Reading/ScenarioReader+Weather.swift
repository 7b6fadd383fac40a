internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import Quantities

/// The weather in the scenario's `weather:`.
struct ScenarioWeather {
  var courses: [WorldQuantity: WorldCourse] = [:]
  /// The cloud cover, percent.
  var clouds: WorldCourse?
  /// The rain, mm/h.
  var rain: WorldCourse?
}

extension ScenarioReader {
  private static let weatherKeys =
    WorldQuantity.allCases.map(\.name)
    + ["clouds", "rain", "series", "openweathermap", "units", "align"]

  /// Reads `weather:`; a value written there has precedence over the series.
  mutating func weather(
    _ node: ScenarioNode, from start: UnixTime?, at place: GeodeticPosition?
  ) throws(ScenarioError) -> ScenarioWeather {
    let fields = try node.fields(of: "weather", Self.weatherKeys)
    var weather = try file(of: fields, from: start, at: place)
    for quantity in WorldQuantity.allCases {
      guard let value = fields[quantity.name] else { continue }
      weather.courses[quantity] = try Self.course(value, quantity.name, in: quantity.range)
    }
    if let clouds = fields["clouds"] {
      weather.clouds = try Self.course(clouds, "clouds", in: 0...100)
    }
    if let rain = fields["rain"] { weather.rain = try Self.course(rain, "rain", in: 0...500) }
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

  /// Reads the weather of the file that `series` or `openweathermap` names; none without either.
  private mutating func file(
    of fields: ScenarioFields, from start: UnixTime?, at place: GeodeticPosition?
  ) throws(ScenarioError) -> ScenarioWeather {
    let form = try OpenWeatherForm(fields)
    guard let node = fields["openweathermap"] ?? fields["series"] else {
      try form.node?.fail("\"units\" and \"align\" are those of a series", "leave them out")
      return ScenarioWeather()
    }
    if let series = fields["series"], fields["openweathermap"] != nil {
      try series.fail("there are two series", "give \"series\" or \"openweathermap\"")
    }
    let path = try node.text(fields["series"] == nil ? "openweathermap" : "series")
    let bytes = try file(path, at: node)
    do throws(ScenarioError) {
      guard fields["series"] == nil || bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{")
      else { return try table(bytes, from: start, form) }
      return try answer(bytes, path, from: start, at: place, form)
    } catch {
      throw error.of(path)
    }
  }

  private func table(
    _ bytes: [UInt8], from start: UnixTime?, _ form: OpenWeatherForm
  ) throws(ScenarioError) -> ScenarioWeather {
    try form.node?.fail("a table has the units of the truth, and its own times", "leave them out")
    let table = try WeatherTable(bytes, from: start ?? World.defaultBootDate)
    return ScenarioWeather(courses: table.courses, clouds: table.clouds)
  }

  private mutating func answer(
    _ bytes: [UInt8], _ path: String, from start: UnixTime?, at place: GeodeticPosition?,
    _ form: OpenWeatherForm
  ) throws(ScenarioError) -> ScenarioWeather {
    try OpenWeather.checkBeginning(of: bytes)
    let answer = try OpenWeather(try sources.nodes(bytes, path).get(), units: form.units)
    (hintedStart, hintedPlace) = (answer.start, answer.place)
    scenario.notes += answer.notes(forPlace: place, start: form.isAligned ? nil : start).map {
      "\(path): \($0)"
    }
    let height = (place ?? answer.place ?? World.milan).height
    return answer.weather(atHeight: height, from: form.isAligned ? answer.start : nil)
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

/// The scenario's statements about an answer of OpenWeatherMap.
private struct OpenWeatherForm {
  /// The units of the answer; `nil` to tell them from the numbers.
  var units: UnitSystem?
  /// Whether the first step is at board time zero, and not at its date.
  var isAligned = false
  /// The place of a statement, for errors; `nil` without any.
  var node: ScenarioNode?

  init(_ fields: ScenarioFields) throws(ScenarioError) {
    node = fields["units"] ?? fields["align"]
    if let node = fields["units"] {
      guard let units = node.scalar.flatMap(UnitSystem.init) else {
        try node.fail("units are standard, metric or imperial", "write units: metric")
      }
      self.units = units
    }
    guard let node = fields["align"] else { return }
    guard let text = node.scalar, ["start", "date"].contains(text) else {
      try node.fail("align is start or date", "write align: start")
    }
    isAligned = text == "start"
  }
}

extension UInt8 {
  /// A space, a tab, a line's end, or a byte of a byte order mark.
  var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
