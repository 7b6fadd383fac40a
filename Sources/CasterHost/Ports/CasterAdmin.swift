internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

/// What this machine's programs ask of a caster: how it is, in JSON and as Prometheus reads it.
struct CasterAdmin: Sendable {
  let access: LocalAccess
  let status: @Sendable () -> CasterStatus

  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    switch Self.routes.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .found(let route): return .now(route(self))
    }
  }

  private typealias Route = @Sendable (CasterAdmin) -> HTTPResponse

  private static let routes = {
    var routes = RouteTable<Route>(of: "the caster's admin port; streams are on its other ports")
    routes.add(.get, "/api/v1/status") { admin in
      var json = JSONWriter()
      admin.status().described.write(to: &json)
      return HTTPResponse(status: 200, json: json.bytes)
    }
    routes.add(.get, "/metrics") { admin in
      var metrics = MetricsText(prefix: "boardsim_")
      metrics.add(Described("caster", admin.status().described))
      return Self.text(metrics.bytes, "; version=0.0.4")
    }
    routes.add(.get, "/healthz") { _ in Self.text(Array("ok\n".utf8)) }
    return routes
  }()

  private static func text(_ bytes: [UInt8], _ version: String = "") -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: [HTTPField("Content-Type", "text/plain\(version); charset=utf-8")],
      body: bytes)
  }
}
