internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput
internal import VirtualBoard

/// The OpenAPI document of the control port, served at `/api/v1/openapi.json`.
enum ControlPortDocument {
  /// Returns the document of the given operations as JSON.
  ///
  /// - Parameters:
  ///   - operations: The operations of the port.
  ///   - annex: The additional routes, whose schemas are included.
  /// - Returns: The bytes of the whole document.
  static func json(of operations: [OpenAPIDocument.Operation], and annex: PortAnnex?) -> [UInt8] {
    var document = OpenAPIDocument(
      title: "boardsim control port",
      summary: "The truth around a simulated board, a hand on its clock, and orders to it.",
      description: """
        For programs on this machine: every request needs a Host that is this port's, an order also \
        Content-Type: application/json, and no Origin but this port's. Times are seconds of board time; \
        an order without 'at' is for now.
        """)
    for operation in operations { document.add(operation) }
    addSchemas(to: &document)
    for (name, json) in annex?.schemas ?? [] { document.add(schema: name, json: json) }
    return document.json
  }

  private static func addSchemas(to document: inout OpenAPIDocument) {
    let faults = FaultSchemas.all(
      BoardFault.Kind.allCases.map(\.listed), affecting: "part", time: time)
    for (name, json) in schemas + faults { document.add(schema: name, json: json) }
    document.add(schemasOf: SimulatedBoard.example.described(at: .zero))
    document.add(
      errorMember: "names", json: #"{"type":"array","items":{"type":"string"}}"#)
    document.add(
      errorMember: "board_time",
      json: #"{"type":"number","description":"How far the board came, when it has stopped"}"#)
  }

  private static let time = ##"{"$ref":"#/components/schemas/Time"}"##

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
    ("HistoryField", #"{"enum":[\#(list(HistoryField.all.map(\.name)))]}"#),
    ("HistoryFormat", #"{"enum":["json","csv"]}"#),
    (
      "PointCount",
      #"{"type":"integer","minimum":1,"maximum":\#(HistoryQuestion.greatestCount)}"#
    ),
    (
      "History",
      #"{"type":"object","required":["field","points"],"properties":{"field":{"type":"string"},"#
        + #""points":{"type":"array","items":{"type":"object","required":["from","to"],"#
        + #""properties":{"from":{"type":"number"},"to":{"type":"number"},"min":{"type":"number"},"#
        + #""mean":{"type":"number"},"max":{"type":"number"},"count":{"type":"integer"},"#
        + #""gap":{"enum":[true]}}}}}}"#
    ),
    (
      "Sky",
      #"{"type":"object","required":["board_time","satellites"],"properties":{"#
        + #""board_time":{"type":"number"},"satellites":{"type":"array","items":{"type":"object","#
        + #""required":["satellite","azimuth","elevation","cnr","used","reported","true"],"#
        + #""properties":{"satellite":{"type":"string"},"azimuth":{"type":["number","null"]},"#
        + #""elevation":{"type":["number","null"]},"cnr":{"type":["integer","null"]},"#
        + #""used":{"type":"boolean"},"reported":{"type":"boolean"},"true":{"type":"boolean"}}}}}}"#
    ),
    (
      "Address",
      #"{"type":"object","required":["url","code"],"properties":{"url":{"type":"string","format":"uri"},"#
        + #""code":{"type":"array","items":{"type":"string","pattern":"^[01]+$"}}}}"#
    ),
    ("AllBoards", #"{"enum":["all"]}"#),
    (
      "EventKinds",
      #"{"type":"string","pattern":"^(\#(kinds))(,(\#(kinds)))*$"}"#
    ),
    (
      "Clock",
      #"{"type":"object","required":["board_time","time_utc","speed","paused"],"properties":{"#
        + #""board_time":{"type":"number"},"time_utc":{"type":"string","format":"date-time"},"#
        + #""speed":{"anyOf":[{"type":"number"},{"enum":["max","manual","per-request"]}]},"#
        + #""paused":{"type":"boolean"}}}"#
    ),
    (
      "ClockOrder",
      #"{"type":"object","minProperties":1,"properties":{"speed":{"anyOf":[{"type":"number","#
        + #""exclusiveMinimum":0,"maximum":1000000},{"enum":["max","manual"]}]},"#
        + #""paused":{"type":"boolean"}},"additionalProperties":false}"#
    ),
    ("TransferCount", #"{"type":"integer","minimum":1,"maximum":\#(TransferWatch.limit)}"#),
    (
      "Transfers",
      #"{"type":"object","required":["board_time","transfers"],"properties":{"#
        + #""board_time":{"type":"number"},"transfers":{"type":"array","items":{"#
        + #""type":"object","required":["board_time","part","line"],"properties":{"#
        + #""board_time":{"type":"number"},"part":{"type":"string"},"#
        + #""line":{"type":"string"}}}}}}"#
    ),
    ("ScenarioForm", #"{"enum":["yaml"]}"#),
    ("ScenarioText", #"{"type":"string"}"#),
    (
      "Stations",
      #"{"type":"object","required":["type","features"],"properties":{"#
        + #""type":{"enum":["FeatureCollection"]},"features":{"type":"array","items":{"#
        + #""type":"object","required":["type","geometry","properties"],"properties":{"#
        + #""type":{"enum":["Feature"]},"geometry":{"type":"object","#
        + #""required":["type","coordinates"],"properties":{"type":{"enum":["Point"]},"#
        + #""coordinates":{"type":"array","items":{"type":"number"},"minItems":3,"maxItems":3,"#
        + #""description":"Longitude, latitude, height"}}},"#
        + #""properties":{"type":"object","required":["kind","id"],"properties":{"#
        + #""kind":{"enum":["base","region"]},"id":{"type":["integer","null"]},"#
        + #""name":{"type":"string"},"municipality":{"type":"string"},"#
        + #""province":{"type":"string"},"network":{"enum":["air","weather"]},"#
        + #""open":{"type":"boolean"},"#
        + #""quantities":{"type":"array","items":{"type":"string"}}}}}}}}}"#
    ),
    (
      "Scenario",
      #"{"type":"object","required":["board_time","name","seed","start","began","next","length","#
        + #""events","orders","bundled"],"#
        + #""properties":{"board_time":{"type":"number"},"name":{"type":"string"},"#
        + #""description":{"type":"string"},"seed":{"type":"integer","minimum":0},"#
        + #""start":{"type":"string","format":"date-time"},"length":{"type":["number","null"]},"#
        + #""began":{"type":"number"},"next":{"type":["string","null"]},"#
        + #""bundled":{"type":"array","items":{"type":"string"}},"#
        + #""events":{"type":"array","items":{"type":"object"}},"#
        + #""orders":{"type":"array","items":{"type":"object"}}}}"#
    ),
    (
      "ScenarioOrder",
      #"{"oneOf":[{"type":"object","required":["name"],"properties":{"name":{"type":"string"}},"#
        + #""additionalProperties":false},{"type":"object","required":["text"],"properties":{"#
        + #""text":{"type":"string"}},"additionalProperties":false}]}"#
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
    ("Time", #"{"type":"number","minimum":0,"maximum":1000000000}"#),
    (
      "Truth",
      #"{"type":"object","required":["board_time","latitude","longitude","height","heading",\#(names),"sps30"],"#
        + #""properties":{"sps30":{"type":"object","required":["pm1","pm25","pm4","pm10"],"#
        + #""additionalProperties":{"type":"number"}}},"additionalProperties":{"type":"number"}}"#
    ),
    (
      "World",
      #"{"type":"object","required":["board_time","quantities"],"properties":{"#
        + #""board_time":{"type":"number"},"quantities":{"type":"object","required":[\#(names)],"#
        + #""additionalProperties":{"type":"object","required":["value","held","unit","minimum","#
        + #""maximum"],"properties":{"value":{"type":"number"},"held":{"type":"boolean"},"#
        + #""unit":{"type":"string"},"minimum":{"type":"number"},"maximum":{"type":"number"}}}}}}"#
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
        + #""type":"object","required":["board","url","fix","powered","history"],"properties":{"#
        + #""board":{"type":"integer","minimum":0},"url":{"type":"string","format":"uri"},"#
        + #""fix":{"enum":[\#(fixes)]},"#
        + #""powered":{"type":"boolean"},"history":{"type":"boolean"}}}}}}"#
    ),
  ]

  private static let kinds = EventKind.allCases.map(\.rawValue).joined(separator: "|")
  private static let names = list(EventError.names)
  private static let fixes = list(GNSSFix.allCases.map(\.name))

  private static func list(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ",")
  }

  /// The JSON schemas of the orders for each quantity: a number, a ramp or null.
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
  /// The parts of a board that has just been powered on.
  fileprivate static var example: [PartInspection] {
    SimulatedBoard(world: World(scenario: .standing), seed: 1).bus.inspect()
  }
}
