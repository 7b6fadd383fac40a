internal import HTTPMessages
internal import HTTPServer

extension ControlPort {
  /// Adds the stream of events, the history, the sky and the clock to the routes of a board.
  static func addEvents(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/events", id: "followEvents",
        "What happens, as Server-Sent Events: the present state first, then each event; Last-Event-ID goes on "
          + "from one of the last 1,000, or 'reset' tells of a gap; at most ten of a kind a second, 'left_out' "
          + "says how many were not sent",
        parameters: [
          .init(
            "only", "Kinds of events, separated by commas; all where there is none",
            schema: "EventKinds"),
          .init("boards", "'all' for those of all boards, which have no ids", schema: "AllBoards"),
        ],
        answer: .events("The events, until the connection ends"))
    ) { port, board in { request in port.follow(board.board, request) } }
    routes.add(
      .init(
        .get, "/api/v1/history", id: "readHistory",
        "A field over time: the last hour sample by sample, before that by the minute, for fourteen days",
        parameters: [
          .init(
            "field", "As in a measurement, truth.NAME, gnss.fix or gnss.correction_age",
            schema: "HistoryField"),
          .init(
            "from", "The beginning; an hour before the end where there is none", schema: "Time"),
          .init("to", "The end; now where there is none", schema: "Time"),
          .init(
            "points", "The largest number of points, 500 where there is none", schema: "PointCount"),
          .init("format", "csv for the same as CSV", schema: "HistoryFormat"),
        ],
        answer: .json("The points, and gaps where there is no value", schema: "History"))
    ) { $1.readHistory }
    routes.add(
      .init(
        .get, "/api/v1/sky", id: "readSky",
        "The satellites that the receiver reports by UBX-NAV-SAT, beside those that truly are above",
        answer: .json("The satellites", schema: "Sky"))
    ) { $1.readSky }
    routes.add(
      .init(
        .get, "/api/v1/clock", id: "readClock", "Board time, its date, and its pace",
        answer: .json("The clock", schema: "Clock"))
    ) { $1.readClock }
    routes.add(
      .init(
        .post, "/api/v1/clock", id: "changeClock",
        "Changes the pace of board time, pauses it, or goes on; a speed ends a pause",
        body: .json(schema: "ClockOrder"), answer: .json("The clock", schema: "Clock"))
    ) { $1.changeClock }
  }

  /// Answers with a stream of the events of a board, or of all boards.
  private func follow(_ board: ServedBoard, _ request: HTTPRequest) -> HTTPReply {
    let isOfAll = request.parameter("boards") != nil
    guard request.parameter("boards") ?? "all" == "all" else {
      return .now(
        HTTPResponse(status: 400, error: "'boards' must be all, or left out for one board's events")
      )
    }
    let names = EventKind.allCases.map(\.rawValue).joined(separator: ", ")
    let asked = request.parameter("only").map { EventKind.list($0) } ?? Set(EventKind.allCases)
    guard let kinds = asked else {
      return .now(
        HTTPResponse(status: 400, error: "'only' must be a list, separated by commas, of \(names)"))
    }
    var head = HTTPResponse(
      status: 200,
      fields: [
        HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
      ], body: EventText.head)
    guard request.method != .head else {
      head.body = []
      return .now(head)
    }
    let lastID = request.field("Last-Event-ID")
    let boards = isOfAll ? self.boards : [board]
    return .stream(head) { stream in
      for board in boards {
        board.follow(stream, kinds.union([.reset]), after: lastID, hasIDs: !isOfAll)
      }
    }
  }
}

extension ServedBoard {
  /// Adds a client to the board's events, and keeps signs of life coming while there are clients.
  fileprivate func follow(
    _ stream: ResponseStream, _ kinds: Set<EventKind>, after lastID: String?, hasIDs: Bool
  ) {
    guard events.add(stream, of: kinds, after: lastID, hasIDs: hasIDs) else { return }
    Task { [events] in
      repeat {
        // A task that is cancelled ends with the process.
        try? await ContinuousClock().sleep(for: .seconds(1))
      } while events.beat()
    }
  }
}
