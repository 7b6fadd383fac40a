internal import BoardFirmware
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Pages
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
    // The files tell nothing of a board: a browser gets them without the token, which the page then asks for.
    let page = BrowserFiles.file(
      at: BoardPath(request.path)?.path ?? request.path, page: "index.html")
    if let refusal = access.refusal(of: request, isPublic: page != nil) { return .now(refusal) }
    switch directory.find(request) {
    case .refused(let refusal): return .now(refusal)
    case .board(let board, let asked):
      if let page { return .now(page.answer(asked)) }
      let isNamed = asked.path != request.path
      return carryOut(asked, for: board, by: isNamed ? Self.boardRoutes : routes)
    }
  }

  /// Carries out a request for a board, whose sender may give orders.
  func carryOut(
    _ request: HTTPRequest, for board: ServedBoard, by routes: RouteTable<Route> = boardRoutes
  ) -> HTTPReply {
    switch routes.find(request) {
    case .refused(let refusal): .now(refusal)
    case .found(let route): route(self, BoardControl(board))(request)
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
            json.member("history", board.history != nil)
          }
        }
      }
    }
    return .now(HTTPResponse(status: 200, json: json.bytes))
  }

  /// Answers with the URL for the apps of a board, also as a QR code.
  func address(of board: ServedBoard) -> HTTPReply {
    let url = urls.reachableURL(of: board, first: directory.boards[0].number)
    var json = JSONWriter()
    json.object { json in
      json.member("url", url)
      json.array("code") { json in
        for row in QRCode(url)?.rows ?? [] { json.value(String(row.map { $0 ? "1" : "0" })) }
      }
    }
    return .now(HTTPResponse(status: 200, json: json))
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
    url(of: board, first: first) { $0.localURL("http", port: $1) }
  }

  /// Returns the URL at which the apps reach a board: from a phone, if the data ports are open to the network.
  func reachableURL(of board: ServedBoard, first: Int) -> String {
    url(of: board, first: first) { $0.urls("http", port: $1)[0] }
  }

  private func url(
    of board: ServedBoard, first: Int, at url: (ListenAddress, UInt16) -> String
  ) -> String {
    let index = board.number - first
    let address = ListenAddress(host)
    return board.hasPort && ports.indices.contains(index)
      ? url(address, ports[index])
      : url(address, ports[0]) + "boards/\(board.number)/"
  }
}
