internal import BoardFirmware
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

/// The port no app should see, of all boards of a service.
struct ControlPort: Sendable {
  private let directory: BoardDirectory
  private let urls: BoardURLs
  private let access: LocalAccess
  private let beside: @Sendable (HTTPRequest) -> HTTPReply?

  /// Creates the port.
  ///
  /// - Parameters:
  ///   - directory: The boards.
  ///   - urls: Where their data ports are.
  ///   - access: Who may use it.
  ///   - beside: What else answers here.
  init(
    _ directory: BoardDirectory, urls: BoardURLs, access: LocalAccess,
    beside: @escaping @Sendable (HTTPRequest) -> HTTPReply?
  ) {
    self.directory = directory
    self.urls = urls
    self.access = access
    self.beside = beside
  }

  /// Answers a request, with the fields of its head; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    if let reply = beside(request) { return reply }
    switch directory.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .board(let board, let request):
      switch Self.routes.find(request) {
      case .refused(let refusal): return .now(refusal)
      case .found(let route): return route(self, BoardControl(board))(request)
      }
    }
  }

  private typealias Route =
    @Sendable (ControlPort, BoardControl) -> (HTTPRequest) -> HTTPReply

  private static let routes = {
    var routes = RouteTable<Route>(of: "the control port; measurements are on the data port")
    routes.add(.get, "/api/v1/truth") { $1.truth }
    routes.add(.get, "/api/v1/world") { $1.world }
    routes.add(.patch, "/api/v1/world") { $1.changeWorld }
    routes.add(.post, "/api/v1/clock/advance") { $1.advanceClock }
    routes.add(.post, "/api/v1/power") { $1.switchPower }
    routes.add(.post, "/api/v1/wifi") { $1.switchWiFi }
    routes.add(.get, "/api/v1/settings") { $1.settings }
    routes.add(.put, "/api/v1/settings") { $1.changeSettings }
    routes.add(.get, "/api/v1/faults") { $1.listFaults }
    routes.add(.post, "/api/v1/faults") { $1.addFault }
    routes.add(.delete, "/api/v1/faults") { $1.endFaults }
    routes.add(.delete, "/api/v1/faults/{id}") { $1.endFault }
    routes.add(.get, "/api/v1/requests") { $1.listRequests }
    routes.add(.delete, "/api/v1/requests") { $1.clearRequests }
    routes.add(.get, "/api/v1/requests.har") { port, board in { _ in port.archive(board) } }
    routes.add(.get, "/api/v1/parts") { $1.parts }
    routes.add(.get, "/api/v1/boards") { port, _ in port.list }
    routes.add(.get, "/api/v1/openapi.json") { port, _ in port.describe }
    return routes
  }()

  private func archive(_ board: BoardControl) -> HTTPReply {
    board.archive(at: urls.url(of: board.board, first: directory.boards[0].number))
  }

  private func list(_ request: HTTPRequest) -> HTTPReply {
    var json = JSONWriter()
    json.object { json in
      json.array("boards") { json in
        for board in directory.boards {
          let snapshot = board.runner.state.snapshot
          json.object { json in
            json.member("board", board.number)
            json.member("url", urls.url(of: board, first: directory.boards[0].number))
            json.member("fix", snapshot.gnss.fix.name)
            json.member("powered", snapshot.startTime != nil)
          }
        }
      }
    }
    return .now(HTTPResponse(status: 200, json: json.bytes))
  }

  private func describe(_ request: HTTPRequest) -> HTTPReply {
    .now(HTTPResponse(status: 200, json: ControlPortDocument.json))
  }
}

/// Where the data ports of a service's boards are.
struct BoardURLs: Sendable {
  /// The address they listen on.
  let host: String
  /// Of the boards that have one, in their order.
  let ports: [UInt16]

  /// Where a board is asked, from this machine.
  func url(of board: ServedBoard, first: Int) -> String {
    let index = board.number - first
    return board.hasPort && ports.indices.contains(index)
      ? "http://\(name):\(ports[index])/" : "http://\(name):\(ports[0])/boards/\(board.number)/"
  }

  private var name: String {
    switch host {
    case "0.0.0.0", "::": "127.0.0.1"
    case let host where host.contains(":"): "[\(host)]"
    default: host
    }
  }
}
