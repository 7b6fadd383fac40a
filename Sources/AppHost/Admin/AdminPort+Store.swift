internal import AppServer
internal import AppStore
internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

// The server and its store, for the people who run it.

extension AdminPort {
  static func addStore(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/server", id: "readServer",
        "The server: its name, its address for the apps, its style, its store and the check of the seals",
        answer: .object("The server"))
    ) { port, _ in port.later { try await port.serverState() } }
    routes.add(
      .init(
        .post, "/api/v1/server/verification", id: "verifyRows",
        "Checks the seal of every row, in the background; GET /api/v1/server tells how far it is",
        answer: .nothing("The check has begun, or is under way"))
    ) { port, _ in
      port.verification.begin(on: port.store)
      return .now(HTTPResponse(status: 202, fields: [], body: []))
    }
  }

  private func serverState() async throws -> HTTPResponse {
    let end = try await store.lastSeal()
    let written = end?.id ?? 0
    let rows = try await store.pruned().count(after: 0, upTo: written)
    var json = JSONWriter()
    json.object { json in
      json.member("time", port.clock().timestamp)
      json.member("node", port.journal.node)
      json.member("url", url)
      json.member("answers", port.server.options.style.rawValue)
      json.member("requests", port.journal.requestCount)
      json.member("rows", rows)
      json.member("pruned", written - rows)
      json.member("lastSeal", end?.seal.hexadecimal)
      json.object("verification") { verification.write(to: &$0) }
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }
}

extension VerificationDesk {
  fileprivate func write(to json: inout JSONWriter) {
    let state = state
    json.member("state", state.name)
    json.member("checked", state.checked)
    if let verdict = state.verdict { json.member("intact", verdict.isIntact) }
    json.member("verdict", state.verdict?.sentence)
    json.member("error", state.error)
  }
}
