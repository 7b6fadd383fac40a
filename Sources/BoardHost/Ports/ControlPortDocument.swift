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
      "What was, is or, as far as it is known, will be true; pm10 is the air, sps30.pm10 what this part "
        + "would show of it without noise",
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
      .post, "/api/v1/wifi", id: "switchWiFi",
      "Takes the hotspot away that the board joins, or gives it, as another network if wanted",
      body: .json(schema: "WiFiOrder"), answer: .json("The order is taken", schema: "Receipt"))
    document.add(
      .get, "/api/v1/settings", id: "readSettings", "What the board remembers without power",
      answer: .json("The settings; a password is not told", schema: "Settings"))
    document.add(
      .put, "/api/v1/settings", id: "changeSettings", "Sets up the board; what is not named stays",
      body: .json(schema: "SettingsOrder"), answer: .json("The order is taken", schema: "Receipt"))
    addFaultOperations(to: &document)
    document.add(
      .get, "/api/v1/requests", id: "listRequests",
      "What the data port was asked, the last ten thousand requests",
      answer: .json("The requests, the oldest first", schema: "Requests"))
    document.add(
      .delete, "/api/v1/requests", id: "clearRequests", "Forgets what the data port was asked",
      answer: .json("No request", schema: "Requests"))
    document.add(
      .get, "/api/v1/requests.har", id: "exportRequests",
      "The same as an HTTP Archive, for a browser's developer tools",
      answer: .object("HTTP Archive 1.2; dates are the board's"))
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

  private static func addFaultOperations(to document: inout OpenAPIDocument) {
    document.add(
      .get, "/api/v1/faults", id: "listFaults",
      "All faults that were given, also those that are over",
      answer: .json("The faults", schema: "Faults"))
    document.add(
      .post, "/api/v1/faults", id: "addFault", "Lets something go wrong, from now or a time on",
      body: .json(schema: "FaultOrder"),
      answer: .created("The fault is taken; 'id' is its number", schema: "Receipt"))
    document.add(
      .delete, "/api/v1/faults", id: "endFaults", "Ends all faults now",
      answer: .json("They are over", schema: "Receipt"))
    document.add(
      .delete, "/api/v1/faults/{id}", id: "endFault", "Ends one fault now",
      parameters: [.init("id", "The fault's number", schema: "Number")],
      answer: .json("It is over", schema: "Receipt"))
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

  private static let faultMembers: String = {
    let parameters = BoardFault.Parameter.allCases.map { parameter in
      #""\#(parameter.rawValue)":{"type":"number","description":"\#(parameter.meaning)"}"#
    }
    return #""fault":{"enum":[\#(list(FaultError.names))]},"part":{"type":["string","null"]},"#
      + #""from":\#(time),"to":{"anyOf":[\#(time),{"type":"null"}]},"#
      + #""probability":{"type":"number","minimum":0,"maximum":1},"#
      + parameters.joined(separator: ",")
  }()

  private static let network =
    #""ssid":{"type":"string","minLength":1,"maxLength":32},"#
    + #""password":{"type":["string","null"],"minLength":8,"maxLength":63}"#

  private static let schemas = [
    (
      "Requests",
      #"{"type":"object","required":["total","requests"],"properties":{"total":{"type":"integer"},"#
        + #""requests":{"type":"array","items":{"type":"object","properties":{"#
        + #""board_time":{"type":"number"},"method":{"type":"string"},"#
        + #""target":{"type":"string"},"status":{"type":["integer","null"]},"#
        + #""bytes":{"type":"integer"},"wait":{"type":"number"}}}}}}"#
    ),
    ("Number", #"{"type":"integer","minimum":1}"#),
    (
      "WiFiOrder",
      #"{"type":"object","required":["on"],"properties":{"on":{"type":"boolean"},"at":\#(time),"#
        + #"\#(network)},"additionalProperties":false}"#
    ),
    (
      "Settings",
      #"{"type":"object","required":["sample_interval","ssid","password","error"],"properties":{"#
        + #""sample_interval":{"type":"number"},"ssid":{"type":"string"},"#
        + #""password":{"enum":[null,"set"]},"error":{"type":["string","null"]}}}"#
    ),
    (
      "SettingsOrder",
      #"{"type":"object","minProperties":1,"properties":{"at":\#(time),"#
        + #""sample_interval":{"type":"number","minimum":0.1,"maximum":3600},\#(network)},"#
        + #""additionalProperties":false}"#
    ),
    (
      "FaultOrder",
      #"{"type":"object","required":["fault"],"properties":{\#(faultMembers),"for":\#(time)},"#
        + #""additionalProperties":false}"#
    ),
    (
      "Faults",
      #"{"type":"object","required":["faults"],"properties":{"faults":{"type":"array","items":{"#
        + #""type":"object","required":["id","fault","part","from","to","probability","active"],"#
        + #""properties":{"id":{"type":"integer","minimum":1},"active":{"type":"boolean"},"#
        + #"\#(faultMembers)}}}}}"#
    ),
    ("Time", #"{"type":"number","minimum":0,"maximum":1000000000}"#),
    (
      "Truth",
      #"{"type":"object","required":["board_time","latitude","longitude","height",\#(names),"sps30"],"#
        + #""properties":{"sps30":{"type":"object","required":["pm1","pm25","pm4","pm10"],"#
        + #""additionalProperties":{"type":"number"}}},"additionalProperties":{"type":"number"}}"#
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
