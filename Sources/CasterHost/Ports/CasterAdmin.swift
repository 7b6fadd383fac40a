internal import HTTPMessages
internal import HTTPServer
internal import Pages
internal import TextOutput

/// The admin port of a caster: its page, its state in JSON, its metrics in Prometheus format, and its faults.
struct CasterAdmin: Sendable {
  let access: LocalAccess
  let parts: CasterParts

  /// A handler of requests, which gets the mountpoint that the path names.
  typealias Route = @Sendable (CasterAdmin, _ mountpoint: String) -> (HTTPRequest) -> HTTPResponse

  /// Answers a request that has its header fields; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    if let page = BrowserFiles.file(at: request.path, page: "caster.html") {
      return .now(page.answer(request))
    }
    var asked = request
    let path = MountpointPath(request.path)
    if let path { asked.path = path.route }
    switch Self.routes.find(asked) {
    case .refused(let refusal): return .now(refusal)
    case .found(let route): return .now(route(self, path?.name ?? "")(request))
    }
  }

  /// The routes of the port.
  static let routes = {
    var routes = RouteTable<Route>(of: "the caster's admin port; streams are on its other ports")
    addStatus(to: &routes)
    routes.add(
      .init(
        .get, "/api/v1/cluster", id: "readCluster",
        "The other casters of the cluster, and the streams that come from them",
        answer: .json("The cluster; 409 for a caster by itself", schema: "Cluster"))
    ) { admin, _ in { _ in admin.readCluster() } }
    addMountpoints(to: &routes)
    addFaults(to: &routes)
    routes.add(.itself(at: "/api/v1/openapi.json")) { _, _ in
      { _ in HTTPResponse(status: 200, json: CasterAdminDocument.json) }
    }
    return routes
  }()

  private func readCluster() -> HTTPResponse {
    guard let cluster = parts.bus.cluster else {
      return HTTPResponse(
        status: 409, error: "this caster is in no cluster; start it with --cluster URL --node NAME")
    }
    return HTTPResponse(status: 200, described: cluster.report.described)
  }

  private static func addStatus(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/status", id: "readStatus", "How the caster and its mountpoints are",
        answer: .object("Sockets, and by mountpoint readers, bytes and links"))
    ) { admin, _ in { _ in HTTPResponse(status: 200, described: admin.parts.status.described) } }
    routes.add(
      .init(
        .get, "/metrics", id: "readMetrics", "The same numbers for Prometheus",
        answer: .text("Prometheus text format 0.0.4", schema: #"{"type":"string"}"#))
    ) { admin, _ in
      { _ in
        var metrics = MetricsText(prefix: "boardsim_")
        metrics.add(Described("caster", admin.parts.status.described))
        return HTTPResponse(text: metrics.bytes, "; version=0.0.4")
      }
    }
    routes.add(
      .init(
        .get, "/healthz", id: "readHealth", "Whether the caster answers",
        answer: .text("It does", schema: #"{"const":"ok\n"}"#))
    ) { _, _ in { _ in HTTPResponse(text: Array("ok\n".utf8)) } }
  }
}

extension HTTPResponse {
  /// Creates the response of a described value, as JSON.
  init(status: Int, described value: DescribedValue) {
    var json = JSONWriter()
    value.write(to: &json)
    self.init(status: status, json: json.bytes)
  }

  /// Creates the response of a text, which a browser shows as text whatever it holds.
  init(text: [UInt8], _ version: String = "") {
    self.init(
      status: 200, fields: PageFile.fields("text/plain\(version); charset=utf-8"), body: text)
  }
}
