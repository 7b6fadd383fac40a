internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// A response of OpenWeatherMap: the present weather (`/data/2.5/weather`), or the next five days in
/// steps of three hours (`/data/2.5/forecast`).
///
/// Source: https://openweathermap.org/current and https://openweathermap.org/forecast5.
struct OpenWeather {
  /// The weather in the response.
  var weather = ScenarioWeather()
  /// The date of the weather, or of its first step.
  let start: UnixTime
  /// The position of the response's town; `nil` where the response has none.
  let place: GeodeticPosition?

  /// Reads a response.
  ///
  /// - Parameters:
  ///   - root: The response's nodes.
  ///   - start: The date of board time zero; the response's own date when `nil`.
  ///   - place: The place to whose height sea-level pressure is converted; the town when `nil`.
  ///   - units: The units of the temperatures; when `nil`, guessed from the temperatures.
  /// - Throws: ``ScenarioError`` for a text that is not such a response.
  init(
    _ root: ScenarioNode, from start: UnixTime?, at place: GeodeticPosition?,
    units: WeatherUnits.Scale?
  ) throws(ScenarioError) {
    let steps = root.member("list")?.elements ?? [root]
    guard let first = steps.first, root.member("list") != nil || root.member("main") != nil else {
      try root.fail(
        "this is no weather of OpenWeatherMap: it has neither \"main\" nor a \"list\"",
        "save what /data/2.5/weather or /data/2.5/forecast answers")
    }
    self.place = try Self.place(root.member("coord") ?? root.member("city")?.member("coord"))
    let date = try Self.date(of: first)
    self.start = date
    let zero = start ?? date
    let height = (place ?? self.place ?? World.milan).height
    var courses: [WorldQuantity: [WorldCourse.Point]] = [:]
    var clouds: [WorldCourse.Point] = []
    for step in steps {
      let time = try Self.date(of: step).duration(since: zero).inSeconds
      for (quantity, value) in try Self.values(of: step, height, units) {
        courses[quantity, default: []].append(WorldCourse.Point(time, value))
      }
      if let cover = step.member("clouds")?.member("all") {
        clouds.append(WorldCourse.Point(time, try cover.number("clouds.all", in: 0...100)))
      }
    }
    weather.courses = courses.mapValues { WorldCourse($0) }
    weather.clouds = clouds.isEmpty ? nil : WorldCourse(clouds)
  }

  private static func date(of step: ScenarioNode) throws(ScenarioError) -> UnixTime {
    guard let node = step.member("dt") else {
      try step.fail("the weather has no date \"dt\"", "save the service's answer as it is")
    }
    return UnixTime(seconds: Int64(try node.number("dt", in: 315_964_800...7_258_118_400)))
  }

  private static func place(_ node: ScenarioNode?) throws(ScenarioError) -> GeodeticPosition? {
    guard let node, let latitude = node.member("lat"), let longitude = node.member("lon") else {
      return nil
    }
    return GeodeticPosition(
      latitude: try latitude.number("lat", in: -90...90),
      longitude: try longitude.number("lon", in: -180...180), height: World.milan.height)
  }

  private static func values(
    of step: ScenarioNode, _ height: Double, _ units: WeatherUnits.Scale?
  ) throws(ScenarioError) -> [(WorldQuantity, Double)] {
    guard let main = step.member("main") else {
      try step.fail("the weather has no \"main\"", "save the service's answer as it is")
    }
    var values: [(WorldQuantity, Double)] = []
    if let node = main.member("temp") {
      values.append((.temperature, celsius(try node.number("temp", in: -150...350), units)))
    }
    if let node = main.member("humidity") {
      values.append((.humidity, try node.number("humidity", in: 0...100)))
    }
    if let node = main.member("grnd_level") {
      values.append((.pressure, 100 * (try node.number("grnd_level", in: 300...1100))))
    } else if let node = main.member("sea_level") ?? main.member("pressure") {
      let seaLevel = 100 * (try node.number("pressure", in: 800...1100))
      values.append((.pressure, World.pressure(seaLevel: seaLevel, atHeight: height)))
    }
    return values
  }

  /// Returns a temperature in degrees Celsius.
  ///
  /// Without units, values above 150 are kelvin and others degrees Celsius: no town has 150 °C, or
  /// 150 K.
  private static func celsius(_ value: Double, _ units: WeatherUnits.Scale?) -> Double {
    switch units ?? (value > 150 ? .standard : .metric) {
    case .standard: (value - 273.15).limited(to: -100...150)
    case .metric: value.limited(to: -100...150)
    case .imperial: ((value - 32) / 1.8).limited(to: -100...150)
    }
  }
}

extension Double {
  fileprivate func limited(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
