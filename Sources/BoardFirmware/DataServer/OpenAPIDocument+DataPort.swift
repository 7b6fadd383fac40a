import HTTPMessages

extension OpenAPIDocument {
  /// Returns the description of the data port, from a board's state.
  static func dataPort(of snapshot: BoardSnapshot) -> OpenAPIDocument {
    var document = OpenAPIDocument(
      title: "boardsim data port",
      summary: "An air-quality board with a GNSS receiver, as phone apps poll it.",
      description: """
        Lengths are metres, times and ages seconds, heights ellipsoidal. A value that no part has \
        delivered is null, or an empty field of the text. A part that fails keeps its last value, whose \
        age grows.
        """)
    document.addText()
    document.addMachineRoutes()
    document.add(schemasOf: snapshot.sample(at: snapshot.boardTime))
    document.add(schemasOf: snapshot.withElements.status(at: snapshot.boardTime))
    return document
  }

  private mutating func addText() {
    describe("/", "The measurement as text; every path outside /api/ and /metrics answers the same")
    add(.init(.get, "/", id: "readText", "The last sample", answer: .shared("Text")))
    add(
      .init(
        .post, "/", id: "postText",
        "Accepts anything and keeps nothing, as the reference simulator does", body: .anything,
        answer: .text("POST received", schema: #"{"const":"POST received"}"#), canFail: false))
    for (method, id, deed) in [
      (HTTPMethod.put, "putText", "keeps"), (.patch, "patchText", "changes"),
      (.delete, "deleteText", "deletes"),
    ] {
      add(
        .init(
          method, "/", id: id,
          "The last sample; \(deed) nothing, as the reference simulator does",
          answer: .shared("Text"), canFail: false))
    }
    add(
      .init(
        .options, "/", id: "preflight", "Lets browsers ask from any origin",
        answer: .nothing("What is allowed, in the Access-Control headers"), canFail: false))
    add(answer: "Text", json: Self.text)
  }

  private mutating func addMachineRoutes() {
    for route in Route.allCases { add(route.operation) }
  }

  /// The description of the text answer for phone apps.
  private static var text: String {
    let legend = DataServerConfiguration.Dialect.moqa.legend
    return """
      {"description":"\(legend). The dialect air-quality leaves out the last two; legacy-html gives \
      the page of the original firmware.",\
      "headers":{"X-Value-Age":{"description":"Fields older than two samples: name=seconds,…",\
      "schema":{"type":"string"}}},\
      "content":{"text/plain":{"schema":{"type":"string"},"example":"\(example)"},\
      "text/html":{"schema":{"type":"string"}}}}
      """
  }

  private static var example: String {
    "23.41;45.23;100653.27;56.07;12;412;1.70;4.00;5.10;5.20;5.25;45.478129100;9.227790700"
  }
}

extension BoardSnapshot {
  /// The snapshot with an element in each list: the schema of a list is made from its elements.
  fileprivate var withElements: Self {
    var snapshot = self
    snapshot.gnss.solution = GNSSStatus.Details(ratio: 0, used: [""], leftOut: [""])
    snapshot.findings.append(
      DriverFinding(
        time: boardTime, transfer: 1, part: "bme280", what: "", remedy: "", section: ""))
    return snapshot
  }
}

extension DataServerConfiguration.Dialect {
  /// The fields with their units: `temperature °C;humidity %RH;…`; the masses have one unit, after the last.
  var legend: String {
    let fields = fields
    var parts: [String] = []
    for (index, quantity) in fields.enumerated() {
      let row = quantity.row
      let isFollowed = index + 1 < fields.count && fields[index + 1].row.sharesMetric(with: row)
      parts.append((row.label ?? row.name) + (isFollowed ? "" : " \(row.unit)"))
    }
    return parts.joined(separator: ";")
  }
}

extension Quantity.Row {
  /// Whether both rows are masses of particles.
  fileprivate func sharesMetric(with other: Self) -> Bool {
    if case .mass = metric, case .mass = other.metric { true } else { false }
  }
}

extension Route {
  /// The description of reading the route.
  fileprivate var operation: OpenAPIDocument.Operation {
    switch self {
    case .measurement:
      .init(
        .get, path, id: "readMeasurement", "The last sample with units, provenance and ages",
        answer: .json("Every quantity, measured or not yet", schema: "Measurement"))
    case .status:
      .init(
        .get, path, id: "readStatus",
        "How the receiver, its corrections, the parts and the card are",
        answer: .json("The status now", schema: "Status"))
    case .openAPI: .itself(at: path)
    case .metrics:
      .init(
        .get, path, id: "readMetrics", "The same numbers for Prometheus",
        answer: .text("Prometheus text format 0.0.4", schema: #"{"type":"string"}"#))
    }
  }
}
