package import HTTPMessages

/// The routes of one service at the port of another, in addition to the other's own paths.
package struct PortAnnex: Sendable {
  /// The handler of a request.
  package typealias Route = @Sendable (HTTPRequest) -> HTTPReply

  /// The routes with their descriptions.
  package let routes: RouteTable<Route>
  /// The schemas that the descriptions refer to, as JSON.
  package let schemas: [(name: String, json: String)]

  /// Creates an annex from its routes and schemas.
  package init(_ routes: RouteTable<Route>, schemas: [(name: String, json: String)]) {
    self.routes = routes
    self.schemas = schemas
  }
}
