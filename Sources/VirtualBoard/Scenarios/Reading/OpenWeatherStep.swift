internal import GNSSBasics
internal import Quantities

/// The weather of one time in an answer of OpenWeatherMap, in the units of the world.
///
/// A member that the answer lacks, or that is null, is `nil`; without a member for rain there is none.
struct OpenWeatherStep: Hashable {
  /// The date of the step.
  let date: UnixTime
  /// The air temperature, °C.
  let temperature: Double?
  /// The relative humidity, percent.
  let humidity: Double?
  /// The pressure at the ground, Pa.
  let groundPressure: Double?
  /// The pressure at sea level, Pa.
  let seaLevelPressure: Double?
  /// The cloud cover, percent.
  let clouds: Double?
  /// The rain, mm/h.
  let rain: Double

  /// Reads a step.
  ///
  /// - Throws: ``ScenarioError`` that names the member and its value.
  init(_ step: AnswerMember, in units: UnitSystem) throws(ScenarioError) {
    guard let date = step["dt"] else {
      try step.fail("dt", "the weather has no date", "save the service's answer as it is")
    }
    guard let main = step["main"] else {
      try step.fail("main", "the weather has none", "save the service's answer as it is")
    }
    // The dates of GPS time, from 1980 to 2200.
    self.date = UnixTime(
      seconds: Int64(try date.number("date in seconds since 1970", in: 315_964_800...7_258_118_400))
    )
    temperature = try main["temp"]?.number(
      "temperature in \(units.temperatureUnit)", in: units.weatherTemperatures
    ).mapped(units.celsius)
    humidity = try main["humidity"]?.number("humidity in percent", in: 0...100)
    groundPressure = try main["grnd_level"]?.number("pressure in hPa", in: 300...1100)
      .mapped { $0 * 100 }
    seaLevelPressure = try (main["sea_level"] ?? main["pressure"])?
      .number("pressure at sea level in hPa", in: 800...1100).mapped { $0 * 100 }
    clouds = try step["clouds"]?["all"]?.number("cloud cover in percent", in: 0...100)
    rain = try Self.rain(step["rain"])
  }

  /// Returns the rain in mm/h, of the volume of the last hour or the last three.
  private static func rain(_ rain: AnswerMember?) throws(ScenarioError) -> Double {
    if let hour = rain?["1h"] { return try hour.number("rain in mm", in: 0...500) }
    return try (rain?["3h"]?.number("rain in mm", in: 0...1500) ?? 0) / 3
  }
}

extension Double {
  fileprivate func mapped(_ convert: (Double) -> Double) -> Double { convert(self) }
}

/// A member of an answer in JSON, with its path for errors: `list[3].main.temp`.
struct AnswerMember {
  let node: ScenarioNode
  private let path: String

  init(_ node: ScenarioNode, path: String = "") {
    self.node = node
    self.path = path
  }

  /// Returns a member; `nil` when it is missing or null.
  subscript(name: String) -> AnswerMember? {
    guard let member = node.member(name), !member.isNull else { return nil }
    return AnswerMember(member, path: path(name))
  }

  /// Returns the path of a member.
  func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Whether the member is a number in a range.
  func isNumber(in range: ClosedRange<Double>) -> Bool { number.map(range.contains) ?? false }

  private var number: Double? { node.scalar.flatMap { Double($0) } }

  /// The member's value as errors show it: a number as it is, a text in quotes.
  var shown: String {
    guard let text = node.scalar else { return "a list or a mapping" }
    return number == nil || text.count > 40 ? ScenarioError.quoted(text) : text
  }

  /// Returns the number; throws unless it is in the range.
  ///
  /// - Parameters:
  ///   - meaning: The meaning with its unit, for the error: "temperature in kelvin".
  ///   - range: The possible values.
  /// - Returns: The number.
  /// - Throws: ``ScenarioError`` that names the member and its value.
  func number(
    _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> Double {
    guard let number, range.contains(number) else {
      try fail(
        "\(shown) is no \(meaning)",
        "it is from \(ScenarioNode.text(range.lowerBound)) to \(ScenarioNode.text(range.upperBound))"
      )
    }
    return number
  }

  /// Throws an error about this member.
  func fail(_ problem: String, _ remedy: String) throws(ScenarioError) -> Never {
    try node.fail("\(path): \(problem)", remedy)
  }

  /// Throws an error about a member of this one, at its place if it is there.
  func fail(_ name: String, _ problem: String, _ remedy: String) throws(ScenarioError) -> Never {
    try (node.member(name) ?? node).fail("\(path(name)): \(problem)", remedy)
  }
}
