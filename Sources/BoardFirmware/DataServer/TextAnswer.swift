extension DataServer {
  /// Answers on a path where the board's text lives: the measurement, whatever is asked but POST and
  /// OPTIONS, as the reference simulator does.
  static func textAnswer(
    to request: DataRequest, from snapshot: BoardSnapshot, at now: Duration,
    configuration: DataServerConfiguration
  ) -> DataAnswer {
    switch request.method {
    case .get, .head, .put, .patch, .delete:
      let text = MeasurementText(configuration)
      var answer = DataAnswer(
        status: 200, headers: textHeaders, body: text.body(of: snapshot.measurement))
      if let ages = text.staleAges(in: snapshot.measurement, at: now) {
        answer.headers.append(DataHeader("X-Value-Age", ages))
      }
      return answer
    case .post:
      return DataAnswer(status: 200, headers: textHeaders, body: Array("POST received".utf8))
    case .options:
      return preflightAnswer(allowing: textMethods)
    case .other:
      var answer = errorAnswer(405, "this method is not known here; use \(textMethods)")
      answer.headers.append(DataHeader("Allow", textMethods))
      return answer
    }
  }

  /// Tells a browser that pages from anywhere may ask.
  static func preflightAnswer(allowing methods: String) -> DataAnswer {
    DataAnswer(
      status: 204,
      headers: [
        anyOrigin,
        DataHeader("Access-Control-Allow-Methods", methods),
        DataHeader("Access-Control-Allow-Headers", "*"),
        DataHeader("Access-Control-Max-Age", "86400"),
        DataHeader("Allow", methods),
      ],
      body: [])
  }

  static let textMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
  static let anyOrigin = DataHeader("Access-Control-Allow-Origin", "*")
  private static let textHeaders = [
    DataHeader("Content-Type", "text/plain"), anyOrigin,
    DataHeader("Access-Control-Expose-Headers", "X-Value-Age"),
  ]
}
