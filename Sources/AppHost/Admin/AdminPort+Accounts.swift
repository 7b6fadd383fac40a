internal import AppServer
internal import Bytes
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

// Accounts and their tokens, for the people who run the server.

extension AdminPort {
  static func addAccounts(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/accounts", id: "listAccounts", "The accounts of the store",
        parameters: [
          .init("after", "The number of the account before the first", schema: "Number")
        ],
        answer: .object(
          "At most 500 accounts by number; 'next' is the last number where more follow"))
    ) { port, request in port.later { try await port.accounts(request) } }
    routes.add(
      .init(
        .post, "/api/v1/accounts", id: "addAccount", "Adds an account, as the registration does",
        body: .json(schema: "NewAccount"), answer: .created("The account", schema: "Account"))
    ) { port, request in port.later { try await port.addAccount(request) } }
    routes.add(
      .init(
        .delete, "/api/v1/accounts/{id}", id: "deleteAccount",
        "Deletes an account; its rows stay, without its address",
        parameters: [.init("id", "The account's number", schema: "Number")],
        answer: .nothing("It is deleted"))
    ) { port, request in port.later { try await port.deleteAccount(request) } }
    routes.add(
      .init(
        .get, "/api/v1/tokens", id: "listTokens",
        "The tokens that this server has seen since it started",
        answer: .object("The tokens, the latest first, at most 500"))
    ) { port, _ in port.later { try await port.tokens() } }
    routes.add(
      .init(
        .delete, "/api/v1/tokens/{id}", id: "endToken", "Ends a token that this server has seen",
        parameters: [.init("id", "The token's id", schema: "TokenID")],
        answer: .nothing("It opens nothing any more"))
    ) { port, request in port.later { try await port.endToken(request) } }
  }

  /// The schemas of the accounts' operations.
  static let accountSchemas = [
    ("Number", #"{"type":"integer","minimum":0}"#),
    ("TokenID", #"{"type":"string"}"#),
    (
      "NewAccount",
      #"{"type":"object","required":["email","password"],"properties":{"email":{"type":"string"},"#
        + #""password":{"type":"string"},"firstName":{"type":"string"},"lastName":{"type":"string"}},"#
        + #""additionalProperties":false}"#
    ),
    (
      "Account",
      #"{"type":"object","required":["id","email","firstName","lastName","created","passwordChanges"],"#
        + #""properties":{"id":{"type":"integer"},"email":{"type":"string"},"#
        + #""firstName":{"type":["string","null"]},"lastName":{"type":["string","null"]},"#
        + #""created":{"type":"string","format":"date-time"},"passwordChanges":{"type":"integer"}}}"#
    ),
  ]

  /// The greatest number of accounts or tokens in an answer.
  private static let pageLength = 500

  private func accounts(_ request: HTTPRequest) async throws -> HTTPResponse {
    let text = request.parameter("after") ?? "0"
    guard let after = Int64(text), after >= 0 else {
      return HTTPResponse(
        status: 400, error: "after must be an account's number, not '\(text.prefix(40))'")
    }
    let page = try await store.accounts(after: after, limit: Self.pageLength)
    var json = JSONWriter()
    json.object { json in
      json.array("accounts") { json in
        for account in page { json.object { $0.members(of: account) } }
      }
      json.member("next", page.count == Self.pageLength ? page.last?.id : nil)
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }

  private func addAccount(_ request: HTTPRequest) async throws -> HTTPResponse {
    let names: Set = ["email", "password", "firstName", "lastName"]
    guard let body = readJSONObject(request.body), names.isSuperset(of: body.keys),
      case .text(let email) = body["email"], case .text(let password) = body["password"]
    else {
      return HTTPResponse(
        status: 400,
        error:
          #"the body must be {"email": "…", "password": "…"}, with "firstName" and "lastName" or not"#
      )
    }
    func name(_ member: String) -> String? {
      if case .text(let name) = body[member] { name } else { nil }
    }
    do {
      let account = try await AccountDesk.add(
        Profile(email: email, firstName: name("firstName"), lastName: name("lastName")),
        password: password, to: store, secrets: port.server.secrets, at: port.clock())
      var json = JSONWriter()
      json.object { $0.members(of: account) }
      return HTTPResponse(status: 201, json: json.bytes)
    } catch let error as AccountFieldError {
      return HTTPResponse(status: 400, error: error.description)
    } catch AccountError.taken {
      return HTTPResponse(
        status: 409, error: "there is an account of '\(email.prefix(100))' already; delete it first"
      )
    }
  }

  private func deleteAccount(_ request: HTTPRequest) async throws -> HTTPResponse {
    let text = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let id = Int64(text) else {
      return HTTPResponse(
        status: 400,
        error: "'\(text.prefix(40))' is no account's number; GET /api/v1/accounts has them")
    }
    guard try await store.deleteAccount(id) else {
      return HTTPResponse(
        status: 404, error: "there is no account \(id); GET /api/v1/accounts lists them")
    }
    return HTTPResponse(status: 204, fields: [], body: [])
  }

  private func tokens() async throws -> HTTPResponse {
    var json = JSONWriter()
    let tokens = port.server.tokensSeen.prefix(Self.pageLength)
    var states: [(TokenRecord, TokenRecord.State)] = []
    for token in tokens {
      states.append((token, try await port.server.state(of: token, at: port.clock())))
    }
    json.object { json in
      json.array("tokens") { json in
        for (token, state) in states {
          json.object { json in
            json.member("id", token.id)
            json.member("account", token.account)
            json.member("email", token.email)
            json.member("issued", token.issuedAt.timestamp)
            json.member("expires", token.expiresAt.timestamp)
            json.member("state", state.rawValue)
          }
        }
      }
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }

  private func endToken(_ request: HTTPRequest) async throws -> HTTPResponse {
    let id = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard id.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }) else {
      return HTTPResponse(
        status: 400, error: "'\(id.prefix(60))' is no token's id; GET /api/v1/tokens has them")
    }
    guard let token = port.server.tokensSeen.first(where: { $0.id == id }) else {
      return HTTPResponse(
        status: 404, error: "no token '\(id.prefix(60))' was seen; GET /api/v1/tokens lists them")
    }
    try await store.revoke(token.id, until: token.expiresAt)
    return HTTPResponse(status: 204, fields: [], body: [])
  }
}

extension JSONWriter {
  /// Writes the members of an account, without its password.
  fileprivate mutating func members(of account: Account) {
    member("id", account.id)
    member("email", account.profile.email)
    member("firstName", account.profile.firstName)
    member("lastName", account.profile.lastName)
    member("created", account.createdAt.timestamp)
    member("passwordChanges", account.generation)
  }
}
