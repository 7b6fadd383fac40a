import HTTPMessages
import Testing

@Suite("What is where")
struct RouteTableTests {
  private let routes = {
    var routes = RouteTable<String>(of: "this port")
    routes.add(.get, "/world", "read")
    routes.add(.patch, "/world", "change")
    routes.add(.post, "/power", "switch")
    return routes
  }()

  private func found(_ method: HTTPMethod, _ target: String) -> String? {
    if case .found(let handler) = routes.find(HTTPRequest(method, target)) { handler } else { nil }
  }

  private func refusal(_ method: HTTPMethod, _ target: String) -> HTTPResponse? {
    if case .refused(let response) = routes.find(HTTPRequest(method, target)) {
      response
    } else {
      nil
    }
  }

  @Test("a path and a method lead to what was added for them, HEAD to what GET does")
  func finding() {
    #expect(found(.get, "/world?at=1") == "read")
    #expect(found(.head, "/world") == "read")
    #expect(found(.patch, "/wor%6Cd") == "change")
    #expect(found(.post, "/power") == "switch")
  }

  @Test("a part in braces stands for any that is not empty, and the others for themselves")
  func parts() {
    var routes = RouteTable<String>(of: "this port")
    routes.add(.delete, "/boards/{id}/tokens/{name}", "revoke")
    let found = [
      "7/tokens/a", "{id}/tokens/{name}", "7/token/a", "7/tokens/", "7/tokens", "7/tokens/a/",
    ]
    .map { rest in
      guard case .found = routes.find(HTTPRequest(.delete, "/boards/" + rest)) else { return false }
      return true
    }
    #expect(found == [true, true, false, false, false, false])
  }

  @Test(
    "another path is a 404 that says what there is",
    arguments: ["/", "/world/", "/World", "/worlds", "//world", ""])
  func unknownPath(path: String) throws {
    let response = try #require(refusal(.get, path))
    #expect(response.status == 404)
    #expect(response.field("Content-Type") == "application/json")
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"error":"there is nothing at '\#(path)' on this port; it has GET and PATCH /world, POST /power","status":404}"#
    )
  }

  @Test("another method is a 405 that says which there are")
  func wrongMethod() throws {
    let response = try #require(refusal(.delete, "/world"))
    #expect(response.status == 405)
    #expect(response.field("Allow") == "GET, HEAD, PATCH")
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"error":"/world takes GET, HEAD, PATCH","status":405}"#)
    #expect(refusal(.head, "/power")?.field("Allow") == "POST")
  }

  @Test("what is served is what is described, also of another table that is added")
  func operations() {
    var all = RouteTable<Int>(of: "this port")
    all.add(.get, "/world", 1)
    all.add(routes) { $0.count }
    #expect(
      all.operations.map { "\($0.method.name) \($0.path)" } == [
        "GET /world", "GET /world", "PATCH /world", "POST /power",
      ])
    guard case .found(1) = all.find(HTTPRequest(.get, "/world")),
      case .found(6) = all.find(HTTPRequest(.post, "/power"))
    else {
      Issue.record("of two alike the first answers, and what is added answers too")
      return
    }
  }

  @Test("an error repeats little of what was sent, and nothing that a terminal obeys")
  func hostilePath() throws {
    for (length, isWhole) in [(100, true), (101, false)] {
      let path = "/" + String(repeating: "x", count: length - 1)
      let error = String(decoding: try #require(refusal(.get, path)).body, as: UTF8.self)
      #expect(error.contains("'\(path.prefix(100))'") == isWhole)
      #expect(error.contains("'\(path.prefix(100))…'") == !isWhole)
    }
    let long = try #require(refusal(.get, "/" + String(repeating: "x", count: 5000)))
    #expect(long.body.count < 300)
    let evil = try #require(refusal(.get, "/\u{1B}[2J"))
    #expect(!evil.body.contains(0x1B))
  }
}

extension RouteTable {
  /// Adds an operation with only a method and a path.
  fileprivate mutating func add(_ method: HTTPMethod, _ path: String, _ handler: Handler) {
    add(.init(method, path, id: "id", "", answer: .object("")), handler)
  }
}
