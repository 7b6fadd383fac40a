internal import BoardFirmware
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import TextOutput

/// The control port of a service, common to all boards and hidden from apps.
struct ControlPort: Sendable {
  private let directory: BoardDirectory
  private let urls: BoardURLs
  private let access: LocalAccess
  /// The routes of the first board and the additional routes.
  private let routes: RouteTable<Route>
  private let document: [UInt8]

  /// Creates the port.
  ///
  /// - Parameters:
  ///   - directory: The boards of the service.
  ///   - urls: The URLs of their data ports.
  ///   - access: The access rule of the port.
  ///   - annex: The additional routes of the port; a board's own routes take precedence.
  init(
    _ directory: BoardDirectory, urls: BoardURLs, access: LocalAccess,
    annex: PortAnnex?
  ) {
    self.directory = directory
    self.urls = urls
    self.access = access
    var routes = Self.boardRoutes
    if let annex { routes.add(annex.routes) { answer in { _, _ in answer } } }
    self.routes = routes
    document = ControlPortDocument.json(of: routes.operations, and: annex)
  }

  /// Answers a request that has its header fields; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = access.refusal(of: request) { return .now(refusal) }
    switch directory.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .board(let board, let asked):
      let isNamed = asked.path != request.path
      switch (isNamed ? Self.boardRoutes : routes).find(asked) {
      case .refused(let refusal): return .now(refusal)
      case .found(let route): return route(self, BoardControl(board))(asked)
      }
    }
  }

  /// The boards of the service that run.
  var boards: [ServedBoard] { directory.boards }

  func archive(_ board: BoardControl) -> HTTPReply {
    board.archive(at: urls.url(of: board.board, first: directory.boards[0].number))
  }

  func list(_ request: HTTPRequest) -> HTTPReply {
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

  func describe(_ request: HTTPRequest) -> HTTPReply {
    .now(HTTPResponse(status: 200, json: document))
  }
}

/// The URLs of the boards' data ports.
struct BoardURLs: Sendable {
  /// The address on which the data ports listen.
  let host: String
  /// The data ports of the boards that have one, in the boards' order.
  let ports: [UInt16]

  /// Returns the URL at which this machine reaches a board.
  func url(of board: ServedBoard, first: Int) -> String {
    let index = board.number - first
    let address = ListenAddress(host)
    return board.hasPort && ports.indices.contains(index)
      ? address.localURL("http", port: ports[index])
      : address.localURL("http", port: ports[0]) + "boards/\(board.number)/"
  }
}
