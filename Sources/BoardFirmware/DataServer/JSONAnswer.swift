import TextOutput

extension DataServer {
  /// Answers requests below `/api/` and at `/metrics`, which are read-only.
  static func machineAnswer(
    to request: HTTPRequest, from snapshot: BoardSnapshot, at now: Duration, board: Int?
  ) -> HTTPResponse {
    let path = request.path
    guard let route = Route(path: path) else {
      return errorAnswer(
        404, "there is nothing at \(printable(path)); /api/v1/openapi.json lists the paths")
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

  /// Returns an error response that web pages of any origin may read.
  static func errorAnswer(_ status: Int, _ message: String) -> HTTPResponse {
    var answer = HTTPResponse(status: status, error: message)
    answer.fields.append(anyOrigin)
    return answer
  }

  fileprivate static func fields(contentType: String) -> [HTTPField] {
    [HTTPField("Content-Type", contentType), anyOrigin]
  }

  private static let machineMethods = "GET, HEAD, OPTIONS"

  /// Returns a path as an error repeats it: in full up to 100 bytes.
  private static func printable(_ path: String) -> String {
    path.utf8.count <= 100 ? path : "this long path"
  }
}

/// The routes of the data port for machines.
enum Route: CaseIterable {
  case measurement, status, openAPI, metrics

  /// Creates the route at a path; `nil` for an unknown path.
  init?(path: String) {
    for route in Self.allCases where path == route.path {
      self = route
      return
    }
    return nil
  }

  /// The path of the route.
  var path: String {
    switch self {
    case .measurement: "/api/v1/measurement"
    case .status: "/api/v1/status"
    case .openAPI: "/api/v1/openapi.json"
    case .metrics: "/metrics"
    }
  }

  /// Returns the response to a GET request of the route.
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
