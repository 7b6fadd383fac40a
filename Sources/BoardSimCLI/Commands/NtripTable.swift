internal import GNSSBasics
internal import NtripClient
internal import NtripProtocol
internal import TextOutput

/// The command `boardsim ntrip table`.
struct NtripTable: Command {
  static let words = ["ntrip", "table"]
  static let abstract = "Show what a caster offers."
  static let examples = [
    "boardsim ntrip table ntrip://127.0.0.1:2101",
    "boardsim ntrip table ntrip://rtk2go.com:2101 --near 45.478,9.23 --filter 'STR;;;RTCM 3*'",
    "boardsim ntrip table ntrip://rtk2go.com:2101 --json | jq -r .mountpoint",
  ]
  static var parameters: [Parameter<Self>] {
    ownParameters + TransportArguments.parameters(in: \.transport)
  }

  private static var ownParameters: [Parameter<Self>] {
    [
      .argument(
        "URL", \.url,
        help: """
          ntrip[s]://host[:port]; a /?FILTER behind it is sent to the
          caster, which may know filters or not
          """),
      .option(
        "filter", \.filter, "EXPR",
        help: """
          only mountpoints that match, by the fields of STR in their order:
          'STR;;;RTCM 3*;;;*GAL*;;ITA;>44'. Texts with * and ?, numbers with
          = != < > <= >=, ~n the nearest; ! not, + and, | or, parentheses
          """),
      .option(
        "near", \.near, "LAT,LON",
        help: "sort by distance from this position, and show it in kilometres"),
      .flag("json", \.isJSON, help: "print one JSON object for each mountpoint"),
      .flag("geojson", \.isGeoJSON, help: "print the mountpoints as points of a map (RFC 7946)"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["json", "geojson"], says: "--json and --geojson exclude each other: leave out one"
      ) { $0.isJSON && $0.isGeoJSON }
    ] + TransportArguments.rules(in: \.transport)
  }

  var url = CasterArgument()
  var filter: FilterArgument?
  var near: PositionArgument?
  var isJSON = false
  var isGeoJSON = false
  var transport = TransportArguments()

  func run() async throws {
    Interruption.install()
    var table = try await fetchTable(of: url.url, over: try transport.options())
    if table.streams.isEmpty { Console.note("\(url.url) lists no mountpoints") }
    if let filter { table = table.filtered(by: filter.filter) }
    let streams = PlacedStream.sorted(table.streams, near: near?.position)
    if isGeoJSON { return try Console.print(PlacedStream.geoJSON(streams)) }
    for stream in streams { try Console.print(isJSON ? stream.json : stream.row) }
  }

  private func fetchTable(
    of caster: NtripURL, over transport: NtripTransportOptions
  ) async throws(Failure) -> Sourcetable {
    let asking = Task { try await Sourcetable.fetch(from: caster, over: transport) }
    Interruption.onRequest { asking.cancel() }
    do {
      return try await asking.value
    } catch {
      try Interruption.check()
      throw Failure(message: "\(error)")
    }
  }
}

/// A filter of a sourcetable, as text.
struct FilterArgument: OptionValue {
  let filter: SourcetableFilter

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(SourcetableFilterError) {
      filter = try SourcetableFilter(query: text)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}
