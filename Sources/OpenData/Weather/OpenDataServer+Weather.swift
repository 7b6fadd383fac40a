internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import Mathematics
internal import TextOutput

extension OpenDataServer {
  /// Answers a request below `/data`, as OpenWeatherMap does.
  func weather(_ request: HTTPRequest, at now: UnixTime) -> OpenDataAnswer {
    do throws(WeatherRefusal) {
      let question = try WeatherQuestion(request)
      var response = HTTPResponse(status: 200, json: body(question, at: now))
      response.fields.append(HTTPResponse.anyOrigin)
      return OpenDataAnswer(response: response, findings: question.findings)
    } catch { return OpenDataAnswer(response: error.response, findings: error.findings) }
  }

  private func body(_ question: WeatherQuestion, at now: UnixTime) -> [UInt8] {
    var json = WeatherWriter(question)
    switch question.subject {
    case .present: json.write(present: weather(at: question.place, now, hours: 1))
    case .forecast: json.write(forecast: steps(question, at: now), asked: now)
    }
    return json.bytes
  }

  /// The time between two steps of a forecast, seconds; steps are at its multiples.
  private static let step: Int64 = 3 * 3600

  /// Returns the steps of a forecast; the first one is not before the date.
  private func steps(_ question: WeatherQuestion, at now: UnixTime) -> [WeatherMoment] {
    let (whole, rest) = now.nanoseconds.dividedRoundingDown(by: Self.step * 1_000_000_000)
    let first = (rest == 0 ? whole : whole + 1) * Self.step
    return (0..<question.count).map { index in
      let time = UnixTime(seconds: first + Int64(index) * Self.step)
      return weather(at: question.place, time, hours: 3)
    }
  }
}
