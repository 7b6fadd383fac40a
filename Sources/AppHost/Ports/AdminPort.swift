internal import AppServer
internal import HTTPMessages
package import HTTPServer

/// The admin port of a server, for programs on this machine: findings, request journal, statistics of rows.
package struct AdminPort: Sendable {
  let port: AppPort

  init(_ port: AppPort) { self.port = port }

  /// Returns the admin routes as an annex to another service's port.
  ///
  /// - Parameter port: A closure that returns the server's admin port; `nil` while the server is starting.
  /// - Returns: The annex for the other port.
  package static func annex(_ port: @escaping @Sendable () -> AdminPort?) -> PortAnnex {
    var routes = RouteTable<PortAnnex.Route>(of: "this port")
    routes.add(sharedRoutes) { route in
      { request in
        guard let port = port() else {
          return .now(
            HTTPResponse(status: 503, error: "the apps' server is starting; ask again in a moment"))
        }
        return route(port, request)
      }
    }
    return PortAnnex(routes, schemas: schemas)
  }

  /// Answers a request at the server's own admin port.
  func answer(_ request: HTTPRequest, access: LocalAccess) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    switch Self.routes.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .found(let route): return route(self, request)
    }
  }

  func later(_ question: StatisticsDesk.Question, _ request: HTTPRequest) -> HTTPReply {
    let desk = StatisticsDesk(
      store: port.server.store, openData: port.openData(), now: port.clock())
    return .later { whenDone in
      Task { whenDone(.now(await desk.answer(question, request))) }
    }
  }

  func findings(_ request: HTTPRequest) -> HTTPResponse {
    switch request.parameter("format") {
    case nil, "json": return HTTPResponse(status: 200, json: port.journal.findingsJSON)
    case "junit":
      return HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "application/xml; charset=utf-8")],
        body: Array(port.journal.findingsJUnit.utf8))
    case let other?:
      return HTTPResponse(
        status: 400, error: "format must be json or junit, not '\(other.prefix(40))'")
    }
  }
}
