internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import VirtualBoard

/// The description of the control port that its `/api/v1/openapi.json` gives.
enum ControlPortDocument {
  /// The whole document.
  static let json = {
    var document = OpenAPIDocument(
      title: "boardsim control port",
      summary: "The truth around a simulated board, a hand on its clock, and orders to it.",
      description: """
        For programs on this machine: every request needs a Host that is this port's, an order also \
        Content-Type: application/json, and no Origin but this port's. Times are seconds of board time; \
        an order without 'at' is for now.
        """)
    addOperations(to: &document)
    addSchemas(to: &document)
    return document.json
  }()

  private static func addOperations(to document: inout OpenAPIDocument) {
    document.add(
      .get, "/api/v1/truth", id: "readTruth",
      "What was, is or, as far as it is known, will be true",
      parameters: [.init("at", "Board time; now where there is none", schema: "Time")],
      answer: .json("The truth", schema: "Truth"))
    document.add(
      .get, "/api/v1/world", id: "readWorld",
      "Each quantity now, and whether it is held by hand",
      answer: .json("The quantities", schema: "World"))
    document.add(
      .patch, "/api/v1/world", id: "changeWorld",
      "Holds, ramps or releases quantities: all that are named, or none",
      body: .json(schema: "WorldOrder"), answer: .json("The order is taken", schema: "Receipt"))
    document.add(
      .post, "/api/v1/clock/advance", id: "advanceClock",
      "Moves board time on, with --speed manual; answered when it is there",
      body: .json(schema: "Advance"),
      answer: .json("Board time has come there", schema: "Moment"))
    document.add(
      .post, "/api/v1/power", id: "switchPower",
      "Takes the power away, or gives it to parts that remember nothing",
      body: .json(schema: "Power"), answer: .json("The order is taken", schema: "Receipt"))
    document.add(
      .get, "/api/v1/parts", id: "readParts",
      "What each part's registers hold and what state it is in; looking changes nothing",
      answer: .json("The parts", schema: "Parts"))
    document.add(
      .get, "/api/v1/boards", id: "listBoards",
      "The boards of this process; /boards/NUMBER before any other path is that board's",
      answer: .json("The boards", schema: "Boards"))
    document.addItself(at: "/api/v1/openapi.json")
  }

  private static func addSchemas(to document: inout OpenAPIDocument) {
    for (name, json) in schemas { document.add(schema: name, json: json) }
    document.add(schemasOf: SimulatedBoard.example.described(at: .zero))
    document.add(
      errorMember: "names", json: #"{"type":"array","items":{"type":"string"}}"#)
    document.add(
      errorMember: "board_time",
      json: #"{"type":"number","description":"How far the board came, when it has stopped"}"#)
  }

  private static let time = ##"{"$ref":"#/components/schemas/Time"}"##

  private static let schemas = [
    ("Time", #"{"type":"number","minimum":0,"maximum":1000000000}"#),
    (
      "Truth",
      #"{"type":"object","required":["board_time","latitude","longitude","height",\#(names)],"#
        + #""additionalProperties":{"type":"number"}}"#
    ),
    (
      "World",
      #"{"type":"object","required":["board_time","quantities"],"properties":{"#
        + #""board_time":{"type":"number"},"quantities":{"type":"object","required":[\#(names)],"#
        + #""additionalProperties":{"type":"object","required":["value","held"],"#
        + #""properties":{"value":{"type":"number"},"held":{"type":"boolean"}}}}}}"#
    ),
    (
      "WorldOrder",
      #"{"type":"object","properties":{\#(orders),"at":\#(time)},"additionalProperties":false}"#
    ),
    (
      "Advance",
      #"{"type":"object","required":["seconds"],"#
        + #""properties":{"seconds":{"type":"number","minimum":0.001,"maximum":86400}}}"#
    ),
    (
      "Power",
      #"{"type":"object","required":["on"],"properties":{"on":{"type":"boolean"},"at":\#(time)},"#
        + #""additionalProperties":false}"#
    ),
    (
      "Moment",
      #"{"type":"object","required":["board_time"],"properties":{"board_time":{"type":"number"}}}"#
    ),
    (
      "Receipt",
      #"{"type":"object","required":["board_time","id"],"properties":{"board_time":"#
        + #"{"type":"number","description":"When the order comes true"},"#
        + #""id":{"type":"integer","minimum":1}}}"#
    ),
    (
      "Boards",
      #"{"type":"object","required":["boards"],"properties":{"boards":{"type":"array","items":{"#
        + #""type":"object","required":["board","url","fix","powered"],"properties":{"#
        + #""board":{"type":"integer","minimum":0},"url":{"type":"string","format":"uri"},"#
        + #""fix":{"enum":[\#(fixes)]},"#
        + #""powered":{"type":"boolean"}}}}}}"#
    ),
  ]

  private static let names = list(EventError.names)
  private static let fixes = list(GNSSFix.allCases.map(\.name))

  private static func list(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ",")
  }

  /// What may be said of each quantity: a number, a ramp, or null.
  private static let orders = WorldQuantity.allCases.map(order).joined(separator: ",")

  private static func order(for quantity: WorldQuantity) -> String {
    let (low, high) = (quantity.range.lowerBound, quantity.range.upperBound)
    let range = #""minimum":\#(low),"maximum":\#(high)"#
    let members = #""to":{"type":"number",\#(range)},"over":\#(time)"#
    let ramp = #"{"type":"object","required":["to"],"properties":{\#(members)}}"#
    return #""\#(quantity.name)":{"anyOf":[{"type":["number","null"],\#(range)},\#(ramp)]}"#
  }
}

extension SimulatedBoard {
  /// The parts of a board that has just been switched on.
  fileprivate static var example: [PartInspection] {
    SimulatedBoard(world: World(scenario: .standing), seed: 1).bus.inspect()
  }
}
