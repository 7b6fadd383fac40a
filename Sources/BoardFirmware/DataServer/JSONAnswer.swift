import TextOutput

extension DataServer {
  /// Answers below `/api/` and at `/metrics`, where only reading makes sense.
  static func machineAnswer(
    to request: HTTPRequest, from snapshot: BoardSnapshot, at now: Duration, board: Int?
  ) -> HTTPResponse {
    let path = request.path
    guard let route = Route(path: path) else {
      return errorAnswer(
        404, "there is nothing at \(printable(path)); /api/v1/openapi.json lists what there is")
    }
    switch request.method {
    case .get, .head: return route.answer(from: snapshot, at: now, board: board)
    case .options: return preflightAnswer(allowing: machineMethods)
    case .post, .put, .patch, .delete, .other:
      var answer = errorAnswer(405, "\(printable(path)) can only be read; use GET")
      answer.fields.append(HTTPField("Allow", machineMethods))
      return answer
    }
  }

  /// An error that pages from anywhere may read.
  static func errorAnswer(_ status: Int, _ message: String) -> HTTPResponse {
    var answer = HTTPResponse(status: status, error: message)
    answer.fields.append(anyOrigin)
    return answer
  }

  fileprivate static func fields(contentType: String) -> [HTTPField] {
    [HTTPField("Content-Type", contentType), anyOrigin]
  }

  private static let machineMethods = "GET, HEAD, OPTIONS"

  /// As much of a path as an error should repeat.
  private static func printable(_ path: String) -> String {
    path.utf8.count <= 100 ? path : "this long path"
  }
}

/// The places of the data port that machines read.
enum Route: CaseIterable {
  case measurement, status, openAPI, metrics

  /// The route at a path.
  init?(path: String) {
    for route in Self.allCases where path == route.path {
      self = route
      return
    }
    return nil
  }

  /// The answer's path.
  var path: String {
    switch self {
    case .measurement: "/api/v1/measurement"
    case .status: "/api/v1/status"
    case .openAPI: "/api/v1/openapi.json"
    case .metrics: "/metrics"
    }
  }

  /// The answer to reading it.
  func answer(from snapshot: BoardSnapshot, at now: Duration, board: Int?) -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: DataServer.fields(contentType: contentType),
      body: body(from: snapshot, at: now, board: board))
  }

  private var contentType: String {
    self == .metrics ? "text/plain; version=0.0.4; charset=utf-8" : "application/json"
  }

  private func body(from snapshot: BoardSnapshot, at now: Duration, board: Int?) -> [UInt8] {
    var json = JSONWriter()
    switch self {
    case .measurement: snapshot.sample(at: now).write(to: &json)
    case .status: snapshot.status(at: now).write(to: &json)
    case .openAPI: return OpenAPIDocument.dataPort(of: snapshot).json
    case .metrics:
      var text = MetricsText.boards
      text.add(snapshot, at: now, labels: board.map { [Metric.Label("board", "\($0)")] } ?? [])
      return text.bytes
    }
    return json.bytes
  }
}
