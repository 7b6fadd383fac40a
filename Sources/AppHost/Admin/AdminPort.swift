internal import AppServer
internal import HTTPMessages
internal import Pages
package import HTTPServer

/// The admin port of a server, for programs on this machine: findings, request journal, statistics of rows.
package struct AdminPort: Sendable {
  let port: AppPort
  /// The URL at which the apps reach the server.
  let url: String
  let verification = VerificationDesk()
  var store: any Store { port.server.store }

  init(_ port: AppPort, url: String) {
    self.port = port
    self.url = url
  }

  /// Returns the admin routes as an annex to another service's port.
  ///
  /// - Parameter port: A closure that returns the server's admin port; `nil` while the server is starting.
  /// - Returns: The annex for the other port.
  package static func annex(_ port: @escaping @Sendable () -> AdminPort?) -> PortAnnex {
    var routes = RouteTable<PortAnnex.Route>(of: "this port")
    routes.add(
      .init(
        .get, pagePath, id: "showServer", "The page of the apps' server",
        answer: .text("HTML", schema: #"{"type":"string"}"#))
    ) { request in
      var request = request
      request.path = "/"
      return .now(
        BrowserFiles.file(at: "/", page: page)?.answer(request)
          ?? HTTPResponse(status: 404, error: "this program was built without pages"))
    }
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
    let page = BrowserFiles.file(at: request.path, page: Self.page)
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    if let page { return .now(page.answer(request)) }
    switch Self.routes.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .found(let route): return route(self, request)
    }
  }

  /// The page of the port, which is at `/`; at another service's port it is at ``pagePath``.
  static let page = "admin.html"
  static let pagePath = "/server/"

  /// Answers later, and with 503 where the store fails.
  func later(_ answer: @escaping @Sendable () async throws -> HTTPResponse) -> HTTPReply {
    .later { whenDone in
      Task {
        do {
          whenDone(.now(try await answer()))
        } catch let error as StoreError {
          whenDone(.now(HTTPResponse(status: 503, error: error.description)))
        } catch {
          whenDone(.now(HTTPResponse(status: 500, error: "\(error)")))
        }
      }
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
