package import HTTPMessages
internal import TextOutput

/// A refusal of a question for the weather, with the status and message of the service.
struct WeatherRefusal: Error {
  var response: HTTPResponse
  var findings: [OpenDataFinding] = []

  /// Creates a refusal.
  init(_ status: Int, _ message: String, fields: [HTTPField] = []) {
    response = .weatherError(status, message)
    response.fields += fields
  }

  /// The refusal of a question without a key.
  static var withoutKey: Self {
    var refusal = Self(401, "the request has no key; add appid=KEY, here any key will do")
    refusal.findings = [.weatherWithoutKey]
    return refusal
  }

  /// The refusal of a town that the world does not know.
  static var unknownCity: Self { Self(404, "city not found") }
}

extension HTTPResponse {
  /// Returns an error response in OpenWeatherMap's form.
  ///
  /// The service writes the codes of keys (401, 429) as numbers, and the others as texts.
  package static func weatherError(_ status: Int, _ message: String) -> HTTPResponse {
    var json = JSONWriter()
    json.object { json in
      if [401, 429].contains(status) {
        json.member("cod", status)
      } else {
        json.member("cod", "\(status)")
      }
      json.member("message", message)
    }
    var response = HTTPResponse(status: status, json: json.bytes)
    response.fields.append(anyOrigin)
    return response
  }
}
