internal import HTTPMessages
internal import Quantities

/// A question for the weather: the subject, the place, and the form of the answer.
struct WeatherQuestion {
  /// The subject of a question, by the last part of its path.
  enum Subject: String, CaseIterable {
    /// The present weather.
    case present = "weather"
    /// The weather of the next five days.
    case forecast
  }

  /// The language of descriptions, by its code in requests.
  enum Language: String, CaseIterable {
    case english = "en"
    case italian = "it"
  }

  let subject: Subject
  let place: WeatherPlace
  private(set) var units = UnitSystem.standard
  private(set) var language = Language.english
  /// The number of steps of a forecast.
  private(set) var count = Self.mostSteps
  /// The findings about parameters whose values are ignored.
  private(set) var findings: [OpenDataFinding] = []

  /// The number of steps of a forecast, five days of three hours.
  static let mostSteps = 40

  /// Reads a request, with the checks in the order of the service.
  ///
  /// - Throws: ``WeatherRefusal`` with the service's status.
  init(_ request: HTTPRequest) throws(WeatherRefusal) {
    guard request.method == .get || request.method == .head else {
      throw WeatherRefusal(
        405, "\(request.method.name.quoted) changes nothing here; use GET",
        fields: [HTTPField("Allow", "GET, HEAD, OPTIONS")])
    }
    guard let key = request.parameter("appid") ?? request.parameter("APPID"), !key.isEmpty else {
      throw .withoutKey
    }
    subject = try Self.subject(request)
    place = try Self.place(request)
    try readForm(request)
  }

  private static func subject(_ request: HTTPRequest) throws(WeatherRefusal) -> Subject {
    let known = Subject.allCases.map { OpenDataServer.weatherPath + $0.rawValue }
    guard let index = known.firstIndex(of: request.path) else {
      throw WeatherRefusal(404, "nothing is here; there are \(known.joined(separator: " and "))")
    }
    return Subject.allCases[index]
  }

  private static func place(_ request: HTTPRequest) throws(WeatherRefusal) -> WeatherPlace {
    if let id = request.parameter("id") {
      guard let place = WeatherPlace(id: id) else { throw .unknownCity }
      return place
    }
    if let query = request.parameter("q"), !query.isEmpty {
      guard let place = WeatherPlace(query: query) else { throw .unknownCity }
      return place
    }
    guard let latitude = request.parameter("lat"), let longitude = request.parameter("lon") else {
      throw WeatherRefusal(400, "Nothing to geocode")
    }
    guard let latitude = Double(latitude), (-90...90).contains(latitude) else {
      throw WeatherRefusal(400, "wrong latitude")
    }
    guard let longitude = Double(longitude), (-180...180).contains(longitude) else {
      throw WeatherRefusal(400, "wrong longitude")
    }
    return WeatherPlace(latitude: latitude, longitude: longitude)
  }

  /// Reads units, language, number of steps and format.
  ///
  /// The service takes its default for a value that it does not know; so does this one, with a finding.
  private mutating func readForm(_ request: HTTPRequest) throws(WeatherRefusal) {
    units = value(of: "units", in: request) ?? units
    language = value(of: "lang", in: request) ?? language
    if let mode = request.parameter("mode"), mode != "json" {
      guard mode != "xml" && mode != "html" else {
        throw WeatherRefusal(400, "there is no \(mode) here; leave mode out")
      }
      findings.append(.ignoredParameter(name: "mode", value: mode.quoted))
    }
    guard let text = request.parameter("cnt"), subject == .forecast else { return }
    guard let number = Int(text) else {
      throw WeatherRefusal(400, "\(text.quoted) is not a whole number; cnt is from 1 to 40")
    }
    guard (1...Self.mostSteps).contains(number) else {
      return findings.append(.ignoredParameter(name: "cnt", value: text.quoted))
    }
    count = number
  }

  private mutating func value<Value: RawRepresentable>(
    of name: String, in request: HTTPRequest
  ) -> Value? where Value.RawValue == String {
    guard let text = request.parameter(name) else { return nil }
    let value = Value(rawValue: text)
    if value == nil { findings.append(.ignoredParameter(name: name, value: text.quoted)) }
    return value
  }
}
