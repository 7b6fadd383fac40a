internal import TextOutput

/// The operations of a port, each with its handler.
///
/// The table is the single source for answering requests, for rejecting unknown paths and methods, and for
/// the port's description. Rejections list the available paths or methods.
///
/// A table is a value and calls no handlers: a look-up returns the handler or the response that rejects the
/// request. A path is compared as a whole, percent-decoded and case-sensitive. HEAD is answered wherever GET
/// is.
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
  /// A closure that makes a rejection from its status and sentence.
  public typealias Wording = @Sendable (_ status: Int, _ error: String) -> HTTPResponse

  /// The result of looking up a request in the table.
  public enum Finding: Sendable {
    /// The handler of the request.
    case found(Handler)
    /// The response that rejects the request and lists the alternatives.
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
  ///   - owner: The port's name in errors: `the control port`.
  ///   - wording: A closure that makes rejections in the port's own format.
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

  /// Adds an operation and its handler; of two equal operations the first one is used.
  public mutating func add(_ operation: OpenAPIDocument.Operation, _ handler: Handler) {
    if let index = routes.firstIndex(where: { $0.path == operation.path }) {
      routes[index].entries.append((operation, handler))
    } else {
      routes.append(Route(path: operation.path, entries: [(operation, handler)]))
    }
  }

  /// Adds the operations of another table, with their handlers converted.
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
  /// Creates the response 405 to a method, with the allowed methods in the error and in `Allow`.
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
  /// The first 100 characters of a client's text for an error, with control characters escaped.
  fileprivate var inSentence: String {
    utf8.count <= 100 ? withControlsEscaped : String(prefix(100)).withControlsEscaped + "…"
  }
}
