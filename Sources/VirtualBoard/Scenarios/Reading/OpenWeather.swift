internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import Quantities

/// An answer of OpenWeatherMap: the present weather (`/data/2.5/weather`), or the next five days in
/// steps of three hours (`/data/2.5/forecast`).
///
/// Source: https://openweathermap.org/current and https://openweathermap.org/forecast5.
struct OpenWeather {
  /// The steps, the earliest first; the present weather is one step.
  let steps: [OpenWeatherStep]
  /// The position of the answer's town; `nil` where the answer has none.
  let place: GeodeticPosition?

  /// The date of the first step.
  var start: UnixTime { steps[0].date }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - root: The answer's nodes.
  ///   - units: The units of the answer; when `nil`, those that fit the temperatures.
  /// - Throws: ``ScenarioError`` for a text that is not such an answer.
  init(_ root: ScenarioNode, units: UnitSystem?) throws(ScenarioError) {
    try Self.refuseFailure(root)
    let found = try Self.steps(of: root)
    let system = if let units { units } else { try Self.system(of: found) }
    var steps: [OpenWeatherStep] = []
    for (index, member) in found.enumerated() {
      let step = try OpenWeatherStep(member, in: system)
      if let last = steps.last, step.date <= last.date {
        try member.fail(
          "dt", "it is not later than \(found[index - 1].path("dt"))",
          "keep the steps in the service's order")
      }
      steps.append(step)
    }
    self.steps = steps
    let city = AnswerMember(root)
    place = try Self.place(city["coord"] ?? city["city"]?["coord"])
  }

  /// Throws an error unless a file may be such an answer by its first character.
  static func checkBeginning(of bytes: [UInt8]) throws(ScenarioError) {
    let first = bytes.first { !$0.isBlank }
    guard first != UInt8(ascii: "{") else { return }
    let isMarkup = first == UInt8(ascii: "<")
    throw ScenarioError(
      line: 1, "this is no answer of OpenWeatherMap in JSON" + (isMarkup ? ", but markup" : ""),
      "save what /data/2.5/weather or /data/2.5/forecast answers, without \"mode\"")
  }

  /// Throws an error when the answer is itself an error, such as `{"cod":401,"message":"…"}`.
  private static func refuseFailure(_ root: ScenarioNode) throws(ScenarioError) {
    guard let code = root.member("cod")?.scalar, code != "200" else { return }
    let message = root.member("message")?.scalar.map { ": " + ScenarioError.quoted($0) } ?? ""
    try root.fail(
      "this is the service's error \(ScenarioError.quoted(code))\(message), and no weather",
      code == "401" ? "ask again with a valid key, appid=KEY" : "ask again, and save the new answer"
    )
  }

  private static func steps(of root: ScenarioNode) throws(ScenarioError) -> [AnswerMember] {
    guard let list = root.member("list") else {
      guard root.member("main") != nil else {
        try root.fail(
          "this is no weather of OpenWeatherMap: it has neither \"main\" nor a \"list\"",
          "save what /data/2.5/weather or /data/2.5/forecast answers")
      }
      return [AnswerMember(root)]
    }
    let steps = try list.list("list", "the answer as the service sent it")
    guard !steps.isEmpty else {
      try list.fail("the forecast's \"list\" has no step", "ask for cnt=40 steps, or without cnt")
    }
    return steps.enumerated().map { AnswerMember($1, path: "list[\($0)]") }
  }

  /// Returns the first system that all temperatures fit.
  private static func system(of steps: [AnswerMember]) throws(ScenarioError) -> UnitSystem {
    var systems = UnitSystem.allCases
    for step in steps {
      guard let temperature = step["main"]?["temp"] else { continue }
      let fitting = systems.filter { temperature.isNumber(in: $0.weatherTemperatures) }
      guard !fitting.isEmpty else {
        let units = systems.map(\.temperatureUnit).joined(separator: " or ")
        try temperature.fail(
          "\(temperature.shown) is no temperature in \(units)",
          "an answer has one unit; correct the number, or write \"units\" in the scenario")
      }
      systems = fitting
    }
    return systems[0]
  }

  private static func place(_ node: AnswerMember?) throws(ScenarioError) -> GeodeticPosition? {
    guard let latitude = node?["lat"], let longitude = node?["lon"] else { return nil }
    return GeodeticPosition(
      latitude: try latitude.number("latitude", in: -90...90),
      longitude: try longitude.number("longitude", in: -180...180), height: World.milan.height)
  }
}

// MARK: The courses

extension OpenWeather {
  /// Returns the answer's weather.
  ///
  /// - Parameters:
  ///   - height: The ellipsoidal height to which pressure at sea level is brought, metres.
  ///   - zero: The date that is board time zero; `nil` lets the weather follow the run's date.
  /// - Returns: The courses of what the answer tells.
  func weather(atHeight height: Double, from zero: UnixTime?) -> ScenarioWeather {
    var courses: [WorldQuantity: WorldCourse] = [:]
    courses[.temperature] = course(from: zero) { $0.temperature }
    courses[.humidity] = course(from: zero) { $0.humidity }
    courses[.pressure] = course(from: zero) { step in
      step.groundPressure
        ?? step.seaLevelPressure.map { World.pressure(seaLevel: $0, atHeight: height) }
    }
    return ScenarioWeather(
      courses: courses, clouds: course(from: zero) { $0.clouds }, rain: rain(from: zero))
  }

  private func course(
    from zero: UnixTime?, _ value: (OpenWeatherStep) -> Double?
  ) -> WorldCourse? {
    let points = steps.compactMap { step in value(step).map { (step.date, $0) } }
    return Self.course(points, from: zero)
  }

  /// Returns the course of the rain: each step's rain falls evenly since the step before.
  private func rain(from zero: UnixTime?) -> WorldCourse? {
    guard steps.count > 1 else { return Self.course([(start, steps[0].rain)], from: zero) }
    var begin = start.advanced(by: .seconds(-10_800))
    var points: [(UnixTime, Double)] = [(begin, 0)]
    for step in steps {
      points += [(begin, step.rain), (step.date, step.rain)]
      begin = step.date
    }
    return Self.course(points + [(begin, 0)], from: zero)
  }

  private static func course(
    _ points: [(date: UnixTime, value: Double)], from zero: UnixTime?
  ) -> WorldCourse? {
    guard !points.isEmpty else { return nil }
    if points.count == 1 { return WorldCourse(points[0].value) }
    guard let zero else {
      return WorldCourse(dated: points.map { WorldCourse.Point($0.date.seconds, $0.value) })
    }
    return WorldCourse(
      points.map { WorldCourse.Point($0.date.duration(since: zero).inSeconds, $0.value) })
  }
}

extension UnixTime {
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}

// MARK: Remarks

extension OpenWeather {
  /// The distance from which on the answer is taken for another place's, kilometres.
  private static let nearby = 30.0

  /// Returns remarks about a scenario with another place, or with a date outside the steps.
  ///
  /// - Parameters:
  ///   - board: The scenario's place; `nil` if the answer's applies.
  ///   - start: The scenario's date of board time zero; `nil` if the answer's applies.
  /// - Returns: The remarks, each a sentence; empty if nothing is odd.
  func notes(forPlace board: GeodeticPosition?, start: UnixTime?) -> [String] {
    var notes: [String] = []
    if let board, let place, case let distance = Self.kilometres(board, place),
      distance > Self.nearby
    {
      notes.append(
        "the weather is of a place \(ScenarioNode.text(distance.rounded())) km from the board's")
    }
    if let start, steps.count > 1, !(self.start...steps[steps.count - 1].date).contains(start) {
      let edge =
        start < self.start
        ? "after the scenario's start; until then its first"
        : "before the scenario's start; its last"
      let word = start < self.start ? "begins" : "ends"
      notes.append("the weather \(word) \(edge) values apply; \"align: start\" moves it")
    }
    return notes
  }

  private static func kilometres(_ a: GeodeticPosition, _ b: GeodeticPosition) -> Double {
    ECEFPosition(a).distance(to: ECEFPosition(b)) / 1000
  }
}
