extension DataServer {
  /// Answers a request for the board's text.
  ///
  /// Any method but POST and OPTIONS returns the measurement, as the reference simulator does; an unknown
  /// method is an error.
  static func textAnswer(
    to request: HTTPRequest, from snapshot: BoardSnapshot, at now: Duration,
    configuration: DataServerConfiguration
  ) -> HTTPResponse {
    switch request.method {
    case .get, .head, .put, .patch, .delete:
      let text = MeasurementText(configuration)
      var answer = HTTPResponse(
        status: 200, fields: textFields, body: text.body(of: snapshot.measurement))
      if let ages = text.ages(
        in: snapshot.measurement, over: snapshot.staleAfter, at: now)
      {
        answer.fields.append(HTTPField("X-Value-Age", ages))
      }
      return answer
    case .post:
      return HTTPResponse(status: 200, fields: textFields, body: Array("POST received".utf8))
    case .options:
      return preflightAnswer(allowing: textMethods)
    case .other:
      var answer = errorAnswer(405, "this method is not known here; use \(textMethods)")
      answer.fields.append(HTTPField("Allow", textMethods))
      return answer
    }
  }

  /// Returns the CORS preflight response, which allows requests from pages of any origin.
  static func preflightAnswer(allowing methods: String) -> HTTPResponse {
    HTTPResponse(
      status: 204,
      fields: [
        anyOrigin,
        HTTPField("Access-Control-Allow-Methods", methods),
        HTTPField("Access-Control-Allow-Headers", "*"),
        HTTPField("Access-Control-Max-Age", "86400"),
        HTTPField("Allow", methods),
      ],
      body: [])
  }

  static let textMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
  static let anyOrigin = HTTPField("Access-Control-Allow-Origin", "*")
  private static let textFields = [
    HTTPField("Content-Type", "text/plain"), anyOrigin,
    HTTPField("Access-Control-Expose-Headers", "X-Value-Age"),
  ]
}
