internal import HTTPMessages
internal import HTTPServer

extension ControlPort {
  /// A handler of requests for a board.
  typealias Route = @Sendable (ControlPort, BoardControl) -> (HTTPRequest) -> HTTPReply

  /// The routes of the port for each board.
  static let boardRoutes = {
    var routes = RouteTable<Route>(of: "the control port; measurements are on the data port")
    addTruth(to: &routes)
    addScenario(to: &routes)
    addStations(to: &routes)
    addOrders(to: &routes)
    addFaults(to: &routes)
    addJournal(to: &routes)
    addEvents(to: &routes)
    routes.add(
      .init(
        .get, "/api/v1/parts", id: "readParts",
        "What each part's registers hold and what state it is in; looking changes nothing",
        answer: .json("The parts", schema: "Parts"))
    ) { $1.parts }
    addTransfers(to: &routes)
    routes.add(
      .init(
        .get, "/api/v1/boards", id: "listBoards",
        "The boards of this process; /boards/NUMBER before any path of a board is that board's",
        answer: .json("The boards", schema: "Boards"))
    ) { port, _ in port.list }
    routes.add(
      .init(
        .get, "/api/v1/address", id: "readAddress",
        "The URL of the board for the apps, and its QR code as rows of light (0) and dark (1) modules",
        answer: .json("The URL", schema: "Address"))
    ) { port, board in { _ in port.address(of: board.board) } }
    routes.add(.itself(at: "/api/v1/openapi.json")) { port, _ in port.describe }
    return routes
  }()

  private static func addTruth(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/truth", id: "readTruth",
        "What was, is or, as far as it is known, will be true; pm10 is the air, sps30.pm10 what this part "
          + "would show of it without noise",
        parameters: [.init("at", "Board time; now where there is none", schema: "Time")],
        answer: .json("The truth", schema: "Truth"))
    ) { $1.truth }
    routes.add(
      .init(
        .get, "/api/v1/world", id: "readWorld",
        "Each quantity now, its unit and range, and whether it is held by hand",
        answer: .json("The quantities", schema: "World"))
    ) { $1.world }
  }

  private static func addOrders(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .patch, "/api/v1/world", id: "changeWorld",
        "Holds, ramps or releases quantities: all that are named, or none",
        body: .json(schema: "WorldOrder"), answer: .json("The order is taken", schema: "Receipt"))
    ) { $1.changeWorld }
    routes.add(
      .init(
        .post, "/api/v1/clock/advance", id: "advanceClock",
        "Moves board time on, with --speed manual; answered when it is there",
        body: .json(schema: "Advance"),
        answer: .json("Board time has come there", schema: "Moment"))
    ) { $1.advanceClock }
    routes.add(
      .init(
        .post, "/api/v1/power", id: "switchPower",
        "Takes the power away, or gives it to parts that remember nothing",
        body: .json(schema: "Power"), answer: .json("The order is taken", schema: "Receipt"))
    ) { $1.switchPower }
    routes.add(
      .init(
        .post, "/api/v1/wifi", id: "switchWiFi",
        "Takes the hotspot away that the board joins, or gives it, as another network if wanted",
        body: .json(schema: "WiFiOrder"), answer: .json("The order is taken", schema: "Receipt"))
    ) { $1.switchWiFi }
    routes.add(
      .init(
        .get, "/api/v1/settings", id: "readSettings", "What the board remembers without power",
        answer: .json("The settings; a password is not told", schema: "Settings"))
    ) { $1.settings }
    routes.add(
      .init(
        .put, "/api/v1/settings", id: "changeSettings",
        "Sets up the board; what is not named stays",
        body: .json(schema: "SettingsOrder"),
        answer: .json("The order is taken", schema: "Receipt"))
    ) { $1.changeSettings }
  }

  private static func addFaults(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/faults", id: "listFaults",
        "All faults that were given, also those that are over",
        answer: .json("The faults", schema: "Faults"))
    ) { $1.listFaults }
    routes.add(
      .init(
        .post, "/api/v1/faults", id: "addFault", "Lets something go wrong, from now or a time on",
        body: .json(schema: "FaultOrder"),
        answer: .created("The fault is taken; 'id' is its number", schema: "Receipt"))
    ) { $1.addFault }
    routes.add(
      .init(
        .delete, "/api/v1/faults", id: "endFaults", "Ends all faults now",
        answer: .json("They are over", schema: "Receipt"))
    ) { $1.endFaults }
    // Before the path of one fault, which any other name would match.
    routes.add(
      .init(
        .get, "/api/v1/faults/kinds", id: "listFaultKinds",
        "The kinds of fault that a board can have, with the parts and parameters of each",
        answer: .json("The kinds", schema: "FaultKinds"))
    ) { $1.listFaultKinds }
    routes.add(
      .init(
        .delete, "/api/v1/faults/{id}", id: "endFault", "Ends one fault now",
        parameters: [.init("id", "The fault's number", schema: "Number")],
        answer: .json("It is over", schema: "Receipt"))
    ) { $1.endFault }
  }

  private static func addJournal(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/requests", id: "listRequests",
        "What the data port was asked, the last ten thousand requests",
        answer: .json("The requests, the oldest first", schema: "Requests"))
    ) { $1.listRequests }
    routes.add(
      .init(
        .delete, "/api/v1/requests", id: "clearRequests", "Forgets what the data port was asked",
        answer: .json("No request", schema: "Requests"))
    ) { $1.clearRequests }
    routes.add(
      .init(
        .get, "/api/v1/requests.har", id: "exportRequests",
        "The same as an HTTP Archive, for a browser's developer tools",
        answer: .object("HTTP Archive 1.2; dates are the board's"))
    ) { port, board in { _ in port.archive(board) } }
  }
}
