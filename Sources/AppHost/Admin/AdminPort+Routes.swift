internal import AppServer
internal import HTTPMessages
internal import HTTPServer

extension AdminPort {
  /// The handler of a request.
  typealias Route = @Sendable (AdminPort, HTTPRequest) -> HTTPReply

  /// The routes of the server's own admin port.
  static let routes = {
    var routes = RouteTable<Route>(of: "the admin port; the apps' server is on the port before it")
    addJournal(at: "/api/v1/requests", named: "Requests", to: &routes)
    routes.add(sharedRoutes) { $0 }
    routes.add(.itself(at: "/api/v1/openapi.json")) { _, _ in
      .now(HTTPResponse(status: 200, json: document))
    }
    return routes
  }()

  /// The routes of every port that answers for a server: its own admin port, or another service's port.
  static let sharedRoutes = {
    var routes = RouteTable<Route>(of: "the admin port")
    addFindings(to: &routes)
    addJournal(at: "/api/v1/server/requests", named: "ServerRequests", to: &routes)
    addStatistics(to: &routes)
    addAccounts(to: &routes)
    addStore(to: &routes)
    routes.add(healthRoutes) { health in { port, _ in health(port.port) } }
    return routes
  }()

  /// The routes of the server's health and metrics, which the apps' port has too.
  static let healthRoutes = {
    var routes = RouteTable<@Sendable (AppPort) -> HTTPReply>(of: "the server")
    routes.add(
      .init(
        .get, "/metrics", id: "readServerMetrics", "What the server was asked, for Prometheus",
        answer: .text("Prometheus text format 0.0.4", schema: #"{"type":"string"}"#))
    ) { .now(HTTPResponse(status: 200, metrics: $0.counts.metrics($0.journal))) }
    routes.add(
      .init(
        .get, "/healthz", id: "readHealth",
        "Whether the server answers and its store too; 503 where the store does not, within 2 s",
        answer: .text("It does", schema: #"{"const":"ok\n"}"#))
    ) { $0.health }
    return routes
  }()

  /// The schemas that the operations refer to.
  static let schemas =
    [
      ("FindingsFormat", #"{"enum":["json","junit"],"default":"json"}"#),
      ("Instant", #"{"type":"string","format":"date-time"}"#),
      ("Radius", #"{"type":"number","minimum":1,"maximum":100000,"default":250}"#),
      ("AirField", #"{"enum":[\#(fieldNames)],"default":"temperature"}"#),
    ] + accountSchemas

  private static let fieldNames = RowQuery.fields.map { "\"\($0.name)\"" }
    .joined(separator: ",")

  private static let document: [UInt8] = {
    var document = OpenAPIDocument(
      title: "boardsim admin port",
      summary: "What a program on this machine asks of the apps' server.",
      description: """
        Every request needs a Host that is this port's, and no Origin but this port's. What apps ask is \
        described at /api-docs of the server's own port.
        """)
    for operation in routes.operations { document.add(operation) }
    for (name, json) in schemas { document.add(schema: name, json: json) }
    return document.json
  }()

  private static func addFindings(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/findings", id: "listFindings",
        "What was wrong with the apps' requests, what a server in service would have done, and what to change",
        parameters: [.init("format", "JSON, or JUnit's XML", schema: "FindingsFormat")],
        answer: .object("The findings, the worst first, each with the 'node' that recorded it"))
    ) { .now($0.findings($1)) }
    routes.add(
      .init(
        .delete, "/api/v1/findings", id: "clearFindings", "Forgets the findings",
        answer: .nothing("There are none"))
    ) { port, _ in
      port.port.journal.clearFindings()
      return .now(HTTPResponse(status: 204, fields: [], body: []))
    }
  }

  private static func addJournal(
    at path: String, named name: String, to routes: inout RouteTable<Route>
  ) {
    routes.add(
      .init(
        .get, path, id: "list\(name)", "What the apps' server was asked last",
        parameters: [
          .init("after", "The number of the request before the first", schema: "Number")
        ],
        answer: .object("The requests, the oldest first, each with the 'node' that was asked"))
    ) { port, request in
      let after = request.parameter("after").flatMap(Int.init) ?? 0
      return .now(HTTPResponse(status: 200, json: port.port.journal.requestsJSON(after: after)))
    }
    routes.add(
      .init(
        .delete, path, id: "clear\(name)", "Forgets what the apps' server was asked",
        answer: .nothing("It is forgotten"))
    ) { port, _ in
      port.port.journal.clearRequests()
      return .now(HTTPResponse(status: 204, fields: [], body: []))
    }
  }

  private static func addStatistics(to routes: inout RouteTable<Route>) {
    let period: [OpenAPIDocument.Parameter] = [
      .init("from", "The first instant; a day before the last", schema: "Instant"),
      .init("to", "The last instant; now", schema: "Instant"),
    ]
    let field = OpenAPIDocument.Parameter("field", "What was measured", schema: "AirField")
    let radius = OpenAPIDocument.Parameter("radius", "Metres", schema: "Radius")
    routes.add(
      .init(
        .get, "/api/v1/clusters", id: "readClusters", "Rows that were measured near each other",
        parameters: period + [radius], answer: .object("The clusters"))
    ) { $0.later(.clusters, $1) }
    routes.add(
      .init(
        .get, "/api/v1/quartiles", id: "readQuartiles", "The quartiles of a field",
        parameters: period + [field], answer: .object("The quartiles"))
    ) { $0.later(.quartiles, $1) }
    routes.add(
      .init(
        .get, "/api/v1/stations/statistics", id: "readStationStatistics",
        "Rows near each of the region's stations, and what it measured",
        parameters: period + [field, radius], answer: .object("The stations"))
    ) { $0.later(.stations, $1) }
  }
}
