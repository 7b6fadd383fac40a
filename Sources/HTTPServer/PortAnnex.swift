package import HTTPMessages

/// The routes of a service at the port of another one, beside that one's own paths.
package struct PortAnnex: Sendable {
  /// The handler of a request.
  package typealias Route = @Sendable (HTTPRequest) -> HTTPReply

  /// The operations.
  package let routes: RouteTable<Route>
  /// The schemas that their description names, written as JSON.
  package let schemas: [(name: String, json: String)]

  /// Creates an annex.
  package init(_ routes: RouteTable<Route>, schemas: [(name: String, json: String)]) {
    self.routes = routes
    self.schemas = schemas
  }
}
