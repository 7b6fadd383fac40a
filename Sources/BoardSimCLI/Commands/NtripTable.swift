internal import NtripClient
internal import NtripProtocol
internal import TextOutput

/// `boardsim ntrip table`.
struct NtripTable: Command {
  static let words = ["ntrip", "table"]
  static let abstract = "Show what a caster offers."
  static let examples = [
    "boardsim ntrip table ntrip://127.0.0.1:2101",
    "boardsim ntrip table ntrip://rtk2go.com:2101 --json | jq -r .mountpoint",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("URL", \.url, help: "ntrip[s]://host[:port]"),
      .flag("json", \.isJSON, help: "print one JSON object for each mountpoint"),
    ]
  }

  var url = CasterArgument()
  var isJSON = false

  func run() async throws {
    Interruption.install()
    let table = try await fetchTable(of: url.url)
    for stream in table.streams { try Console.print(isJSON ? stream.json : stream.row) }
  }

  private func fetchTable(of caster: NtripURL) async throws(Failure) -> Sourcetable {
    let asking = Task { try await Sourcetable.fetch(from: caster) }
    Interruption.onRequest { asking.cancel() }
    do {
      return try await asking.value
    } catch {
      try Interruption.check()
      throw Failure(message: "\(error)")
    }
  }
}

extension StreamRecord {
  fileprivate var row: String {
    let place = [latitude, longitude].map { $0.map { "\($0)" } ?? "-" }.joined(separator: ",")
    let row =
      "\(mountpoint.padded(to: 20)) \(format.padded(to: 10)) \(place.padded(to: 18)) "
      + "\(navigationSystem.padded(to: 20)) \(formatDetails)"
    return row.withControlsEscaped
  }

  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("mountpoint", mountpoint)
      json.member("identifier", identifier)
      json.member("format", format)
      json.member("format_details", formatDetails)
      json.member("navigation_system", navigationSystem)
      json.member("latitude", exactly: latitude)
      json.member("longitude", exactly: longitude)
    }
    return json.text
  }
}
