internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

/// The admin port of a caster: its status in JSON and its metrics in Prometheus format.
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
    routes.add(
      .init(
        .get, "/api/v1/status", id: "readStatus", "How the caster and its mountpoints are",
        answer: .object("Sockets, and by mountpoint readers, bytes and links"))
    ) { admin in
      var json = JSONWriter()
      admin.status().described.write(to: &json)
      return HTTPResponse(status: 200, json: json.bytes)
    }
    routes.add(
      .init(
        .get, "/metrics", id: "readMetrics", "The same numbers for Prometheus",
        answer: .text("Prometheus text format 0.0.4", schema: #"{"type":"string"}"#))
    ) { admin in
      var metrics = MetricsText(prefix: "boardsim_")
      metrics.add(Described("caster", admin.status().described))
      return Self.text(metrics.bytes, "; version=0.0.4")
    }
    routes.add(
      .init(
        .get, "/healthz", id: "readHealth", "Whether the caster answers",
        answer: .text("It does", schema: #"{"const":"ok\n"}"#))
    ) { _ in Self.text(Array("ok\n".utf8)) }
    routes.add(.itself(at: "/api/v1/openapi.json")) { _ in
      HTTPResponse(status: 200, json: Self.document)
    }
    return routes
  }()

  private static let document: [UInt8] = {
    var document = OpenAPIDocument(
      title: "boardsim caster's admin port",
      summary: "What a program on this machine asks of a caster.",
      description: "Every request needs a Host that is this port's, and no Origin but this port's.")
    for operation in routes.operations { document.add(operation) }
    return document.json
  }()

  private static func text(_ bytes: [UInt8], _ version: String = "") -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: [HTTPField("Content-Type", "text/plain\(version); charset=utf-8")],
      body: bytes)
  }
}
