internal import AppServer
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

/// The read-only routes below `/view/`: the data behind the server's page.
enum ViewRoutes {
  /// The handler of a request; it may throw `RowQuery.Invalid` and `StoreError`.
  typealias Route = @Sendable (ViewDesk, RowQuery) async throws -> HTTPReply

  static let table: RouteTable<Route> = {
    var routes = RouteTable<Route>(of: "the page's data") {
      HTTPResponse(status: $0, response: $1)
    }
    add("fields", "The fields of rows", to: &routes) { $0.writeFields($1, to: &$2) }
    add("stations", "The region's sensors", to: &routes) { try $0.writeStations($1, to: &$2) }
    addQuestion("series", "The course of a field in spans of time", to: &routes) {
      try await $0.writeSeries($1, to: &$2)
    }
    addQuestion("map", "A field by place, and clusters", to: &routes) {
      try await $0.writeMap($1, to: &$2)
    }
    addQuestion("quartiles", "The quartiles of a field", to: &routes) {
      try await $0.writeQuartiles($1, to: &$2)
    }
    addQuestion("near", "Rows near stations, beside the stations' values", to: &routes) {
      try await $0.writeNear($1, to: &$2)
    }
    addRows(to: &routes)
    addQuestion("owners", "The accounts with the most rows", to: &routes) {
      try await $0.writeOwners($1, to: &$2)
    }
    return routes
  }()

  /// Adds the route of rows: a page of them, or a file with `as`.
  private static func addRows(to routes: inout RouteTable<Route>) {
    routes.add(operation("rows", "Rows by time, with their seals")) { desk, query in
      let question = try ViewDesk.Question(query)
      if let format = query.request.parameter("as") {
        return try desk.rowFile(question, as: format)
      }
      return try await object(for: query) { try await desk.writeRows(question, to: &$0) }
    }
  }

  /// Adds a route whose answer is a JSON object, with a closure that writes its members.
  private static func add(
    _ name: String, _ summary: String, to routes: inout RouteTable<Route>,
    _ write: @escaping @Sendable (ViewDesk, RowQuery, inout JSONWriter) async throws -> Void
  ) {
    routes.add(operation(name, summary)) { desk, query in
      try await object(for: query) { try await write(desk, query, &$0) }
    }
  }

  /// Returns an answer that is a JSON object, with a closure that writes its members.
  private static func object(
    for query: RowQuery, _ write: (inout JSONWriter) async throws -> Void
  ) async throws -> HTTPReply {
    var json = JSONWriter()
    json.begin(UInt8(ascii: "{"))
    try await write(&json)
    json.end(UInt8(ascii: "}"))
    return .now(HTTPResponse(status: 200, json: json.bytes).coded(for: query.request))
  }

  /// Adds a route whose answer is a JSON object about the rows of a period.
  private static func addQuestion(
    _ name: String, _ summary: String, to routes: inout RouteTable<Route>,
    _ write:
      @escaping @Sendable (ViewDesk, ViewDesk.Question, inout JSONWriter) async throws ->
      Void
  ) {
    add(name, summary, to: &routes) { desk, query, json in
      try await write(desk, try ViewDesk.Question(query), &json)
    }
  }

  private static func operation(_ name: String, _ summary: String) -> OpenAPIDocument.Operation {
    .init(.get, "/view/\(name)", id: "view-\(name)", summary, answer: .object(summary))
  }
}

extension AppPort {
  /// Answers a request below `/view`, which needs the same token as the apps' requests.
  func view(_ request: HTTPRequest, _ caller: Caller) -> HTTPReply {
    let route: ViewRoutes.Route
    switch ViewRoutes.table.find(request) {
    case .refused(let refusal): return counted(.now(refusal), refusal.status, request)
    case .found(let found): route = found
    }
    guard viewQueue.enter() else {
      let refusal = HTTPResponse(
        status: 503, response: "too many pages wait for data; ask again in some seconds")
      return counted(.now(refusal), 503, request)
    }
    return .later { [self] whenDone in
      Task(executorPreference: viewQueue.executor) {
        let reply = await self.reply(to: request, from: caller, by: route)
        self.viewQueue.leave()
        whenDone(reply)
      }
    }
  }

  private func reply(
    to request: HTTPRequest, from caller: Caller, by route: ViewRoutes.Route
  ) async -> HTTPReply {
    let now = clock()
    if let refusal = await server.refusal(of: request, from: caller, at: now) {
      return counted(.now(refusal), refusal.status, request)
    }
    let desk = ViewDesk(store: server.store, openData: openData(), now: now)
    do {
      let reply = try await viewQueue.alone {
        try await route(desk, RowQuery(request: request, now: now))
      }
      return counted(reply, 200, request)
    } catch let error as RowQuery.Invalid {
      let refusal = HTTPResponse(status: 400, response: error.text)
      return counted(.now(refusal), 400, request)
    } catch {
      let refusal = HTTPResponse(status: 503, response: "\(error)")
      return counted(.now(refusal), 503, request)
    }
  }

  private func counted(_ reply: HTTPReply, _ status: Int, _ request: HTTPRequest) -> HTTPReply {
    counts.count(status, at: request)
    return reply
  }
}
