internal import AppServer
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import OpenData
internal import Synchronization

/// The port that the apps use: the server below `/api`, the open data below `/resource`, the weather below
/// `/data`, pages, and the data of the server's page below `/view`.
final class AppPort: Sendable {
  let server: ApplicationServer
  let openData: @Sendable () -> OpenDataServer
  let journal: ClientJournal
  let clock: @Sendable () -> UnixTime
  let counts = RequestCounts()
  let viewQueue = ViewQueue()
  private let proxy: String?
  private let isEncrypted: Bool
  private let troubles: ServerTroubles
  private let documentation: DocumentationPage
  private let home = HomePage(
    line: "boardsim answers the apps here; a browser sees their rows, /docs says what can be asked")
  private let description: [UInt8]
  private let start = ContinuousClock.now

  init(_ configuration: AppService.Configuration, journal: ClientJournal) {
    server = ApplicationServer(
      store: configuration.store, secrets: configuration.secrets, options: configuration.options,
      reader: readJSONObject)
    openData = configuration.openData
    clock = configuration.clock
    proxy = configuration.proxy
    isEncrypted = configuration.identity != nil
    troubles = ServerTroubles(configuration.faults)
    description = SwaggerDocument(of: configuration.options.style).json
    documentation = DocumentationPage(
      title: "The apps' server, and the region's open data", description: "/api-docs",
      operations: DocumentedOperation.ofApplicationServer + DocumentedOperation.ofOpenData
        + DocumentedOperation.ofWeather)
    self.journal = journal
  }

  /// Answers a request; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    let caller = caller(of: request)
    if request.isBelow("/view") { return view(request, caller) }
    guard let place = ServerFault.Place(of: request) else { return page(request, caller) }
    let fault = troubles.strike(place, at: ContinuousClock.now - start)
    if let fault, let response = fault.response {
      return done(request, caller, response, [])
    }
    let (gate, now) = (Gate(delay: fault?.delay), clock())
    return .later { [self] whenDone in
      Task {
        await gate.wait()
        let reply =
          place == .server
          ? await serve(request, caller, at: now) : await tell(request, caller, at: now)
        whenDone(reply)
      }
    }
  }

  /// Returns the listener's refusal as a response in the apps' format.
  func refuse(_ refusal: ListenerRefusal) -> HTTPResponse {
    var response = HTTPResponse(status: refusal.status, response: refusal.error)
    response.fields += HTTPResponse.acrossOrigins
    return response
  }

  // MARK: -

  private func serve(
    _ request: HTTPRequest, _ caller: Caller, at now: UnixTime
  ) async -> HTTPReply {
    let (answer, findings) = await server.answer(request, from: caller, at: now)
    let coding = ContentCoding(acceptedBy: request.field("Accept-Encoding"))
    guard let rows = answer.rows else {
      return done(request, caller, answer.response, findings)
    }
    journal.record(request, from: caller, at: now, response: answer.response, findings: findings)
    counts.count(answer.response.status, at: request)
    return RowReply(rows, head: answer.response, coding: coding).reply
  }

  private func tell(
    _ request: HTTPRequest, _ caller: Caller, at now: UnixTime
  ) async -> HTTPReply {
    let answer = openData().answer(request, at: now)
    return done(request, caller, answer.response, answer.findings.map(Finding.init))
  }

  private func page(_ request: HTTPRequest, _ caller: Caller) -> HTTPReply {
    switch pageReply(request) {
    case .now(let response): return done(request, caller, response.content, [])
    case .later(let begin):
      return .later { [self] whenDone in
        begin { reply in
          guard case .now(let response) = reply else { return whenDone(reply) }
          whenDone(self.done(request, caller, response.content, []))
        }
      }
    case let reply: return reply
    }
  }

  private func pageReply(_ request: HTTPRequest) -> HTTPReply {
    if let response = home.answer(request) ?? documentation.answer(request) {
      return .now(response)
    }
    var request = request
    if request.path == "/api-docs/" { request.path = "/api-docs" }
    switch Self.pages.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .found(let page): return page(self)
    }
  }

  /// Whether the store answers in time, as a reply: `ok`, or status 503.
  ///
  /// A proxy that asks for it takes a server out whose database is away. The reply names no reason, which might name
  /// the database.
  var health: HTTPReply {
    .later { [store = server.store] whenDone in
      let first = FirstReply(whenDone)
      Task {
        do {
          _ = try await store.accounts(after: .max, limit: 1)
          first.send(.text("ok\n"))
        } catch {
          first.send(.text("the store is away\n", status: 503))
        }
      }
      Task {
        try? await Task.sleep(for: Self.healthPatience)
        first.send(.text("the store does not answer\n", status: 503))
      }
    }
  }

  /// The time for the store to answer a question about the server's health.
  private static let healthPatience = Duration.seconds(2)

  private typealias Page = @Sendable (AppPort) -> HTTPReply

  /// The pages for programs, beside the server and the open data.
  private static let pages: RouteTable<Page> = {
    var pages = RouteTable<Page>(of: "the apps' port; / and /docs lead to what it has") {
      HTTPResponse(status: $0, response: $1)
    }
    pages.add(
      .init(.get, "/api-docs", id: "readDescription", "", answer: .object("Swagger 2.0"))
    ) { port in .now(HTTPResponse(status: 200, json: port.description)) }
    pages.add(AdminPort.healthRoutes) { route in { port in route(port) } }
    return pages
  }()

  private func done(
    _ request: HTTPRequest, _ caller: Caller, _ response: HTTPResponse, _ findings: [Finding]
  ) -> HTTPReply {
    journal.record(request, from: caller, at: clock(), response: response, findings: findings)
    counts.count(response.status, at: request)
    return .now(response.coded(for: request))
  }

  private func caller(of request: HTTPRequest) -> Caller {
    let address = request.client ?? "unknown"
    // Only the proxy is trusted: any other client may write any address into the header.
    let isProxied = proxy.map { $0 == address.withoutMapping } ?? false
    let forwarded = isProxied ? request.field("X-Forwarded-For") : nil
    // The proxy appended the last address; earlier addresses may have been written by anybody.
    let last = forwarded?.split(separator: ",").last.map { $0.filter { $0 != " " } }
    let isSecure = isProxied && request.field("X-Forwarded-Proto") == "https"
    return Caller(
      address: (last ?? address).networkAddress, isLocal: last == nil && address.isLoopback,
      isEncrypted: isEncrypted || isSecure)
  }
}

extension ServerFault.Place {
  /// Creates the place whose answers a request gets; `nil` for a page.
  init?(of request: HTTPRequest) {
    if request.isBelow("/api") {
      self = .server
    } else if request.isBelow("/resource") {
      self = .openData
    } else if request.isBelow("/data") {
      self = .weather
    } else {
      return nil
    }
  }
}

extension HTTPRequest {
  /// Returns whether the path is `base` or below it.
  fileprivate func isBelow(_ base: String) -> Bool {
    path == base || path.hasPrefix(base + "/")
  }
}

extension String {
  /// The text with an IPv4-mapped IPv6 address rewritten as IPv4.
  fileprivate var withoutMapping: String {
    let prefix = "::ffff:"
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }

  /// The address under which attempts are counted.
  ///
  /// Of IPv6 it is the first half (/64), because one user commonly has the whole network.
  fileprivate var networkAddress: String {
    let address = prefix { $0 != "%" }
    guard address.contains(":"), !address.contains("."), !isLoopback else { return String(address) }
    let halves = address.split(separator: ":", omittingEmptySubsequences: false)
    guard let gap = halves.firstIndex(of: ""), gap > 0 else {
      return halves.prefix(4).joined(separator: ":") + "::/64"
    }
    // The zeros abbreviated by `::` are restored, so that the first half is complete.
    let behind = halves.count - gap - 1
    let groups =
      halves[..<gap] + repeatElement("0", count: max(8 - gap - behind, 0)) + halves[(gap + 1)...]
    return groups.prefix(4).joined(separator: ":") + "::/64"
  }

  fileprivate var isLoopback: Bool {
    hasPrefix("127.") || self == "::1" || hasPrefix("::ffff:127.")
  }
}

extension Finding {
  /// Creates the finding for a finding of the open data, with the expected form.
  fileprivate init(_ finding: OpenDataFinding) {
    switch finding {
    case .defaultLimitCut:
      self.init(
        .defaultLimitCut, expected: "$limit, or less than 1,000 rows", found: "1,000 rows of more")
    case .allRows: self.init(.allRows, expected: "idsensore=N", found: "data of all sensors")
    case .unsupportedClause(let clause):
      self.init(.unsupportedClause, expected: "a clause of the subset", found: clause)
    case .weatherWithoutKey: self.init(.weatherWithoutKey, expected: "appid=KEY", found: "no appid")
    case .ignoredParameter(let name, let value):
      self.init(.ignoredParameter, expected: "a known value of \(name)", found: value)
    }
  }
}

/// A gate that delays an answer.
private struct Gate: Sendable {
  let delay: Duration?

  func wait() async {
    guard let delay else { return }
    try? await ContinuousClock().sleep(for: delay)  // a cancelled task waits no longer
  }
}

extension ServerFault {
  /// The response that the fault sends; `nil` when the fault only delays the answer.
  fileprivate var response: HTTPResponse? {
    switch kind {
    case .late: nil
    case .empty:
      HTTPResponse(status: 200, fields: [HTTPField("Content-Type", "application/json")], body: [])
    case .html:
      HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "text/html; charset=utf-8")],
        body: Array("<!DOCTYPE html>\n<title>Bad gateway</title>\n<h1>502 Bad gateway</h1>\n".utf8))
    case .tooMany:
      Self.tooMany(of: place).adding(HTTPField("Retry-After", "30"))
    }
  }

  private static func tooMany(of place: Place) -> HTTPResponse {
    let message = "too many requests, again in 30 s"
    return place == .weather
      ? .weatherError(429, message) : HTTPResponse(status: 429, response: message)
  }
}

extension HTTPResponse {
  fileprivate func adding(_ field: HTTPField) -> HTTPResponse {
    var response = self
    response.fields.append(field)
    return response
  }

  /// Returns a response of plain text.
  static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: [HTTPField("Content-Type", "text/plain; charset=utf-8")],
      body: Array(text.utf8))
  }

  /// Creates a response with metrics in Prometheus's text format.
  init(status: Int, metrics text: String) {
    self.init(
      status: status,
      fields: [HTTPField("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Array(text.utf8))
  }
}

/// A reply of which the first one counts.
private final class FirstReply: Sendable {
  private let whenDone: @Sendable (HTTPReply) -> Void
  private let isSent = Atomic<Bool>(false)

  init(_ whenDone: @escaping @Sendable (HTTPReply) -> Void) { self.whenDone = whenDone }

  /// Sends a response unless one was sent.
  func send(_ response: HTTPResponse) {
    if !isSent.exchange(true, ordering: .acquiringAndReleasing) { whenDone(.now(response)) }
  }
}
