internal import TextOutput

/// The operations of a port, each with its handler.
///
/// The one list from which requests are answered, paths and methods are refused with what there is instead, and
/// the port is described.
///
/// A table is a value that calls nothing: who asks it is told what to call, or gets the response that
/// refuses. A path is compared whole, percent-decoded, upper and lower case apart. HEAD is answered
/// wherever GET is.
///
/// ```swift
/// var routes = RouteTable<@Sendable () -> HTTPResponse>(of: "the control port")
/// routes.add(.init(.get, "/api/v1/truth", id: "readTruth", "The truth", answer: .object("It"))) { truth() }
/// switch routes.find(request) {
/// case .found(let answer): return answer()
/// case .refused(let response): return response
/// }
/// ```
public struct RouteTable<Handler: Sendable>: Sendable {
  /// Makes a refusal of its status and a sentence.
  public typealias Wording = @Sendable (_ status: Int, _ error: String) -> HTTPResponse

  /// The result of looking a request up in a table.
  public enum Finding: Sendable {
    /// This answers it.
    case found(Handler)
    /// Nothing does; the response says what there is instead.
    case refused(HTTPResponse)
  }

  private var routes: [Route] = []
  private let owner: String
  private let wording: Wording

  private struct Route: Sendable {
    var path: String
    var entries: [(operation: OpenAPIDocument.Operation, handler: Handler)]

    var methods: [HTTPMethod] { entries.map { $0.operation.method } }

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
  /// - Parameters:
  ///   - owner: What has it, for errors: `the control port`.
  ///   - wording: Makes refusals in the port's own shape.
  public init(
    of owner: String,
    wording: @escaping Wording = { HTTPResponse(status: $0, error: $1) }
  ) {
    self.owner = owner
    self.wording = wording
  }

  /// The operations, path by path, in the order in which they were added.
  public var operations: [OpenAPIDocument.Operation] {
    routes.flatMap { $0.entries.map { $0.operation } }
  }

  /// Adds an operation and what answers it; of two alike the first answers.
  public mutating func add(_ operation: OpenAPIDocument.Operation, _ handler: Handler) {
    if let index = routes.firstIndex(where: { $0.path == operation.path }) {
      routes[index].entries.append((operation, handler))
    } else {
      routes.append(Route(path: operation.path, entries: [(operation, handler)]))
    }
  }

  /// Adds what another table has, its handlers made into this one's.
  public mutating func add<Other>(
    _ others: RouteTable<Other>, _ handler: (Other) -> Handler
  ) {
    for route in others.routes {
      for entry in route.entries { add(entry.operation, handler(entry.handler)) }
    }
  }

  /// Finds the handler of a request.
  public func find(_ request: HTTPRequest) -> Finding {
    guard let route = routes.first(where: { $0.matches(request.path) }) else {
      return .refused(nothing(at: request.path))
    }
    let method = request.method == .head ? .get : request.method
    if let entry = route.entries.first(where: { $0.operation.method == method }) {
      return .found(entry.handler)
    }
    return .refused(HTTPResponse(path: route.path, takesOnly: route.methods, wording))
  }

  private func nothing(at path: String) -> HTTPResponse {
    let known = routes.map { route in
      "\(route.methods.map { $0.name }.joined(separator: " and ")) \(route.path)"
    }
    return wording(
      404,
      "there is nothing at '\(path.inSentence)' on \(owner); it has "
        + known.joined(separator: ", "))
  }
}

extension HTTPResponse {
  /// Refuses a method, and says in the error and in `Allow` which ones there are.
  public init(
    path: String, takesOnly methods: [HTTPMethod],
    _ wording: (Int, String) -> HTTPResponse = { HTTPResponse(status: $0, error: $1) }
  ) {
    let names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.name] }
    let list = names.joined(separator: ", ")
    self = wording(405, "\(path.inSentence) takes \(list)")
    fields.append(HTTPField("Allow", list))
  }
}

extension String {
  /// As much of what a client sent as an error should repeat, and nothing that a terminal obeys.
  fileprivate var inSentence: String {
    utf8.count <= 100 ? withControlsEscaped : String(prefix(100)).withControlsEscaped + "…"
  }
}
