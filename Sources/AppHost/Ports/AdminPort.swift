internal import AppServer
package import HTTPMessages
package import HTTPServer

/// What this machine's programs ask of a server: findings, the journal, what rows add up to.
package struct AdminPort: Sendable {
  private let port: AppPort

  init(_ port: AppPort) { self.port = port }

  /// What answers a request; `nil` where nothing does.
  package func reply(to request: HTTPRequest) -> HTTPReply? {
    guard case .found(let route) = Self.routes.find(request) else { return nil }
    return route(self, request)
  }

  /// Answers a request at a port of its own.
  func answer(_ request: HTTPRequest, access: LocalAccess) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    switch Self.routes.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .found(let route): return route(self, request)
    }
  }

  private typealias Route = @Sendable (AdminPort, HTTPRequest) -> HTTPReply

  private static let routes = {
    var routes = RouteTable<Route>(of: "the admin port; the apps' server is on the port before it")
    routes.add(.get, "/api/v1/findings") { .now($0.findings($1)) }
    routes.add(.delete, "/api/v1/findings") { port, _ in
      port.port.journal.clearFindings()
      return .now(HTTPResponse(status: 204, fields: [], body: []))
    }
    routes.add(.get, "/api/v1/requests") { port, _ in
      .now(HTTPResponse(status: 200, json: port.port.journal.requestsJSON))
    }
    routes.add(.delete, "/api/v1/requests") { port, _ in
      port.port.journal.clearRequests()
      return .now(HTTPResponse(status: 204, fields: [], body: []))
    }
    routes.add(.get, "/api/v1/clusters") { $0.later(.clusters, $1) }
    routes.add(.get, "/api/v1/quartiles") { $0.later(.quartiles, $1) }
    routes.add(.get, "/api/v1/stations/statistics") { $0.later(.stations, $1) }
    routes.add(.get, "/metrics") { port, _ in
      .now(HTTPResponse(status: 200, metrics: port.port.counts.metrics(port.port.journal)))
    }
    routes.add(.get, "/healthz") { _, _ in .now(.text("ok\n")) }
    return routes
  }()

  private func later(_ question: StatisticsDesk.Question, _ request: HTTPRequest) -> HTTPReply {
    let desk = StatisticsDesk(
      store: port.server.store, openData: port.openData(), now: port.clock())
    return .later { whenDone in
      Task { whenDone(.now(await desk.answer(question, request))) }
    }
  }

  private func findings(_ request: HTTPRequest) -> HTTPResponse {
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
