import Foundation
import TestSupport
import Testing

/// A port that describes itself.
struct DescribedPort: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The words of the command, and the member of its ready line that names the port.
  var words: [String]
  var member: String
  /// The path of the description.
  var document = "/api/v1/openapi.json"
  /// Paths that are served but not described, such as pages for people and monitoring.
  var pages: [String] = []

  private static let run = ["run", "--port", "0", "--sky", "off", "--speed", "manual", "--json"]
  private static let server = ["server", "--port", "0", "--history", "none", "--json"]
  private static let both = run + ["--with-server", "--server-port", "0", "--history", "none"]
  /// A mountpoint has the name that paths of the description have.
  private static let caster = [
    "caster", "--port", "0", "--admin-port", "0", "--mount", "{name}=captures/milan-base.rtcm3",
    "--json",
  ]

  static let all = [
    DescribedPort(testDescription: "data", words: run, member: "url"),
    DescribedPort(testDescription: "control", words: run, member: "control"),
    DescribedPort(testDescription: "control, with a server", words: both, member: "control"),
    DescribedPort(
      testDescription: "server", words: server, member: "url", document: "/api-docs",
      pages: ["/api-docs", "/metrics", "/healthz"]),
    DescribedPort(testDescription: "admin", words: server, member: "admin"),
    DescribedPort(testDescription: "caster's admin", words: caster, member: "admin"),
  ]
}

@Suite("Descriptions of ports")
struct PortDescriptionTests {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  @Test(
    "have each path and method that is served, and no others, and so has what a wrong path is told",
    arguments: DescribedPort.all)
  func complete(port: DescribedPort) async throws {
    let process = try BoardSimProcess(port.words)
    let ready = try JSONDocument(try #require(await process.nextLine()))
    let number = try #require(UInt16(text: ready.text(port.member)))
    let text = try HTTPAnswer.get(port.document, port: number)
    #expect(text.status == 200)
    let document = try JSONDocument(text.body)
    let base = document.text("basePath") ?? ""
    var operations = Dictionary(uniqueKeysWithValues: port.pages.map { ($0, ["GET"]) })
    for (path, methods) in try #require(document["paths"] as? [String: [String: Any]]) {
      operations[base + path] = methods.keys.map { $0.uppercased() }
    }
    for (path, methods) in operations {
      for method in Self.methods {
        let answer = try HTTPAnswer.to(method, path.endingTarget, port: number, body: "{}")
        #expect((answer.status != 405) == methods.contains(method), "\(method) \(path)")
        #expect(answer.status != 404, "\(method) \(path)")
        guard answer.status == 405 else { continue }
        let allowed = try #require(answer.headers["allow"]).split(separator: ", ").map(String.init)
        #expect(Set(Self.methods).intersection(allowed) == Set(Self.methods).intersection(methods))
      }
    }
    let unknown = try HTTPAnswer.get("/api/v1/nothing", port: number)
    #expect(unknown.status == 404)
    let told = operations.keys.filter { unknown.text.contains($0) }
    #expect(
      told.count == operations.count || unknown.text.contains(port.document), "\(unknown.text)")
    for name in Set(text.text.matches(of: /#\/components\/schemas\/(\w+)/).map { $0.output.1 }) {
      #expect(document["components.schemas.\(name)"] != nil, "\(name)")
    }
    process.terminate()
    _ = await process.end()
  }

  @Test("beside a board a server's journal has a path of its own, as on the server's own port")
  func journals() async throws {
    let board = try await RunningBoard(
      "--speed", "manual", "--with-server", "--server-port", "0", "--history", "none")
    let server = try #require(UInt16(text: try JSONDocument(board.readyLine).text("server")))
    _ = try HTTPAnswer.get("/api/v1/measurement", port: board.port)
    _ = try HTTPAnswer.get("/api/data/findByDate", port: server)
    func journal(_ path: String) throws -> String {
      try HTTPAnswer.get("/api/v1/\(path)", port: board.controlPort).text
    }
    let (boards, servers) = (try journal("requests"), try journal("server/requests"))
    #expect(boards.contains("/api/v1/measurement") && !boards.contains("findByDate"))
    #expect(servers.contains("/api/data/findByDate") && !servers.contains("measurement"))
    #expect(try journal("requests.har").contains("/api/v1/measurement"))
    let cleared = try HTTPAnswer.to("DELETE", "/api/v1/requests", port: board.controlPort)
    #expect(cleared.status == 200)
    #expect(try journal("requests").contains(#""requests":[]"#))
    #expect(try journal("server/requests").contains("findByDate"))
    let page = try HTTPAnswer.get("/server/", port: board.controlPort)
    #expect(page.status == 200 && page.text.contains("/page/admin.js"))
    let told = try JSONDocument(HTTPAnswer.get("/api/v1/server", port: board.controlPort).body)
    #expect(told.text("url") == "http://127.0.0.1:\(server)/")
    let alone = try await RunningServer()
    _ = try HTTPAnswer.get("/api/data/findByDate", port: alone.port)
    for path in ["/api/v1/requests", "/api/v1/server/requests"] {
      let journal = try HTTPAnswer.get(path, port: alone.adminPort)
      #expect(journal.text.contains("findByDate"), "\(path)")
    }
  }

  @Test("a board that is alone is also board 0, at both of its ports")
  func onlyBoard() async throws {
    let board = try await RunningBoard("--speed", "manual")
    for path in ["/", "/api/v1/status"] {
      let (plain, numbered) = (
        try HTTPAnswer.get(path, port: board.port),
        try HTTPAnswer.get("/boards/0\(path)", port: board.port)
      )
      #expect(plain.status == 200 && numbered.text == plain.text, "\(path)")
    }
    let truth = try HTTPAnswer.get("/boards/0/api/v1/truth", port: board.controlPort)
    #expect(truth.status == 200)
    #expect(
      try HTTPAnswer.get("/boards/0/api/v1/status", port: board.controlPort).status == 404)
    for path in ["/boards/1/api/v1/truth", "/boards/00/api/v1/truth"] {
      #expect(try HTTPAnswer.get(path, port: board.controlPort).status == 404, "\(path)")
    }
  }
}
