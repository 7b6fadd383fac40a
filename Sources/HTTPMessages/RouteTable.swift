internal import TextOutput

/// What there is at a port: paths, the methods each of them takes, and what answers them.
///
/// A table is a value that calls nothing: who asks it is told what to call, or gets the response that
/// refuses. A path is compared whole, percent-decoded, upper and lower case apart. HEAD is answered
/// wherever GET is.
///
/// ```swift
/// var routes = RouteTable<@Sendable () -> HTTPResponse>(of: "the control port")
/// routes.add(.get, "/api/v1/truth") { truth() }
/// switch routes.find(request) {
/// case .found(let answer): return answer()
/// case .refused(let response): return response
/// }
/// ```
public struct RouteTable<Handler: Sendable>: Sendable {
  /// What a table knows of a request.
  public enum Finding: Sendable {
    /// This answers it.
    case found(Handler)
    /// Nothing does; the response says what there is instead.
    case refused(HTTPResponse)
  }

  private var routes: [Route] = []
  private let owner: String

  private struct Route: Sendable {
    var path: String
    var handlers: [(method: HTTPMethod, handler: Handler)]

    func matches(_ other: String) -> Bool {
      guard path.contains("{") else { return path == other }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let others = other.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == others.count
        && zip(parts, others).allSatisfy { part, other in
          part == other || part.hasPrefix("{") && !other.isEmpty
        }
    }
  }

  /// Creates an empty table.
  ///
  /// - Parameter owner: What has it, for errors: `the control port`.
  public init(of owner: String) { self.owner = owner }

  /// Adds what answers a method at a path; a part of it in braces, `{id}`, stands for any.
  public mutating func add(_ method: HTTPMethod, _ path: String, _ handler: Handler) {
    if let index = routes.firstIndex(where: { $0.path == path }) {
      routes[index].handlers.append((method, handler))
    } else {
      routes.append(Route(path: path, handlers: [(method, handler)]))
    }
  }

  /// What answers a request.
  public func find(_ request: HTTPRequest) -> Finding {
    guard let route = routes.first(where: { $0.matches(request.path) }) else {
      return .refused(nothing(at: request.path))
    }
    let method = request.method == .head ? .get : request.method
    if let entry = route.handlers.first(where: { $0.method == method }) {
      return .found(entry.handler)
    }
    return .refused(HTTPResponse(path: route.path, takesOnly: route.handlers.map { $0.method }))
  }

  private func nothing(at path: String) -> HTTPResponse {
    let known = routes.map { route in
      "\(route.handlers.map { $0.method.name }.joined(separator: " and ")) \(route.path)"
    }
    return HTTPResponse(
      status: 404,
      error: "there is nothing at '\(path.inSentence)' on \(owner); it has "
        + known.joined(separator: ", "))
  }
}

extension HTTPResponse {
  /// Refuses a method, and says in the error and in `Allow` which ones there are.
  public init(path: String, takesOnly methods: [HTTPMethod]) {
    let names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.name] }
    let list = names.joined(separator: ", ")
    self.init(status: 405, error: "\(path.inSentence) takes \(list)")
    fields.append(HTTPField("Allow", list))
  }
}

extension String {
  /// As much of what a client sent as an error should repeat, and nothing that a terminal obeys.
  fileprivate var inSentence: String {
    utf8.count <= 100 ? withControlsEscaped : String(prefix(100)).withControlsEscaped + "…"
  }
}
