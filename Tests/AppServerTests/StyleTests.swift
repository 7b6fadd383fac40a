import AppServer
import GNSSBasics
import HTTPMessages
import Locks
import Testing

/// Every situation in which the three styles differ, in all three styles.
@Suite("three ways to answer")
struct StyleTests {
  /// The expected result: the status in each style, and the content of the body.
  struct Expected: Sendable {
    var apps: Int
    var reference: Int
    var strict: Int

    func status(in style: AnswerStyle) -> Int {
      switch style {
      case .apps: apps
      case .reference: reference
      case .strict: strict
      }
    }
  }

  @Test("a wrong password is 401, and 200 as the original said it", arguments: AnswerStyle.allCases)
  func wrongPassword(style: AnswerStyle) async {
    let server = TestServer(style)
    await server.register()
    let reply = await server.logIn(password: "other")
    #expect(reply.status == (style == .reference ? 200 : 401))
    let said = style == .strict ? "E-mail or password is wrong" : "Password is wrong"
    #expect(reply.said == said)
    #expect(reply.object["token"] == nil)
  }

  @Test(
    "an unknown address is 401, and 200 as the original said it", arguments: AnswerStyle.allCases)
  func unknownUser(style: AnswerStyle) async {
    let reply = await TestServer(style).logIn()
    #expect(reply.status == (style == .reference ? 200 : 401))
    let said = style == .strict ? "E-mail or password is wrong" : "You must be register"
    #expect(reply.said == said)
  }

  @Test(
    "an address that is taken is 409, and 200 as the original said it",
    arguments: AnswerStyle.allCases)
  func taken(style: AnswerStyle) async {
    let server = TestServer(style)
    #expect(await server.register().status == 200)
    let reply = await server.register()
    #expect(reply.status == (style == .reference ? 200 : 409))
    #expect(reply.said == "You are already register")
    #expect(reply.object["email"] == nil)
  }

  @Test("no token is 401, and 200 as the original said it", arguments: AnswerStyle.allCases)
  func noToken(style: AnswerStyle) async {
    for authorization in [nil, "Basic bWFyaW8=", "Bearer"] {
      let reply = await TestServer(style).send(.get, "/api/user/me", authorization: authorization)
      #expect(reply.status == (style == .reference ? 200 : 401))
      #expect(reply.said == "Unauthorized")
    }
  }

  @Test(
    "a token that is none is 401, and 500 with a page as the original's library had it",
    arguments: AnswerStyle.allCases, ["null", "undefined", "", "a.b.c", "a.b"])
  func foreignToken(style: AnswerStyle, token: String) async {
    let server = TestServer(style)
    let reply = await server.send(.get, "/api/data", authorization: "Bearer \(token)")
    #expect(reply.status == (style == .reference ? 500 : 401))
    #expect(reply.text.contains(style == .reference ? "<pre>JsonWebTokenError" : "Unauthorized"))
    let isWord = token == "null" || token == "undefined"
    #expect(server.findings.map(\.kind) == (isWord ? [.nullToken] : []))
  }

  @Test("a token is dead after 48 hours", arguments: AnswerStyle.allCases)
  func expired(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    server.now = server.now.advanced(by: .seconds(48 * 3600 - 1))
    #expect(await server.send(.get, "/api/user/me").status == 200)
    server.now = server.now.advanced(by: .seconds(1))
    let reply = await server.send(.get, "/api/user/me")
    #expect(reply.status == (style == .reference ? 500 : 401))
    #expect(reply.text.contains(style == .reference ? "jwt expired" : "Unauthorized"))
    #expect(server.findings.map(\.kind) == [.expiredToken])
  }

  @Test(
    "rows of a period are read without a token for the apps only", arguments: AnswerStyle.allCases)
  func anonymous(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    server.token = nil
    let reply = await server.send(.get, server.today)
    switch style {
    case .apps:
      #expect(reply.status == 200)
      #expect(reply.rows.count == 1)
      #expect(reply.rows.first?.keys.contains("email") == false)
      #expect(server.findings.map(\.kind) == [.missingToken])
    case .reference:
      #expect(reply.status == 200)
      #expect(reply.said == "Unauthorized")
    case .strict:
      #expect(reply.status == 401)
    }
  }

  @Test("anonymous reading can be switched off")
  func noAnonymousReading() async {
    let server = TestServer(.apps) { $0.allowsAnonymousReading = false }
    #expect(await server.send(.get, server.today).status == 401)
  }

  @Test(
    "a bad body or parameter is 400, in JSON or on a page", arguments: AnswerStyle.allCases,
    [
      (HTTPMethod.post, "/api/user/register", #"{"email":"a@b.c"}"#, "password is missing"),
      (.post, "/api/user/register", #"{"email":"abc","password":"x"}"#, "email: "),
      (.post, "/api/user/register", "nonsense", "no JSON object"),
      (.post, "/api/user/register", #"["a@b.c"]"#, "no JSON object"),
      (
        .post, "/api/user/register", #"{"email":"a@b.c","password":"x","birthDay":"011"}"#,
        "birthDay: '011' is not a day"
      ),
      (
        .post, "/api/user/register", #"{"email":"a@b.c","password":"x","gender":"other"}"#,
        "gender: 'other' is neither female nor male"
      ),
      (.post, "/api/user/login", #"{"email":"a@b.c","password":7}"#, "must be text, not a number"),
      (.post, "/api/data", "{}", "data is missing"),
      (.get, "/api/data?limit=501", "", "limit: '501'"),
      (.get, "/api/data?limit=0", "", "limit: '0'"),
      (.get, "/api/data?offset=-1", "", "offset: '-1'"),
      (.get, "/api/data/findByDate?startDate=2026-11-22T00:00:00Z", "", "endDate is missing"),
      (
        .get, "/api/data/findByDate?startDate=2026-11-011T00:00:00Z&endDate=2026-11-22T00:00:00Z",
        "", "startDate: '2026-11-011T00:00:00Z' is no date"
      ),
    ])
  func badInput(
    style: AnswerStyle, _ request: (HTTPMethod, String, String, String)
  ) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(request.0, request.1, request.2)
    #expect(reply.status == 400)
    if style == .reference {
      #expect(reply.text.contains("Request validation failed"))
      #expect(reply.response.field("Content-Type") == "text/html; charset=utf-8")
    } else {
      #expect(reply.said?.contains(request.3) == true, "\(reply.text)")
    }
  }

  @Test(
    "an empty gender or birthday is as if it were not there, for the apps",
    arguments: AnswerStyle.allCases)
  func emptyMembers(style: AnswerStyle) async {
    let server = TestServer(style)
    let reply = await server.send(
      .post, "/api/user/register",
      #"{"email":"a@b.c","password":"x","gender":"","birthDay":null}"#)
    #expect(reply.status == (style == .apps ? 200 : 400))
    guard style == .apps else { return }
    #expect(reply.object["gender"] is NSNullType)
    #expect(server.findings.map(\.kind) == [.emptyEnum, .emptyEnum, .absentMember])
  }

  @Test(
    "what an account lacks is null, and for the apps a text and a day that their pages can show",
    arguments: AnswerStyle.allCases)
  func absentMembers(style: AnswerStyle) async {
    let server = TestServer(style)
    let told: [String: String?] = [
      "firstName": style == .apps ? "" : nil, "lastName": style == .apps ? "" : nil,
      "gender": nil, "birthDay": style == .apps ? "1970-01-01T00:00:00.000Z" : nil,
    ]
    let account = #"{"email":"a@b.c","password":"x"}"#
    let registered = await server.send(.post, "/api/user/register", account)
    let login = await server.send(.post, "/api/user/login", account)
    server.token = login.object["token"] as? String
    let me = await server.send(.get, "/api/user/me")
    let user = login.object["user"] as? [String: Any] ?? [:]
    for object in [registered.object, user, me.object] {
      for (name, text) in told { #expect(object[name] as? String == text, "\(name)") }
      #expect(object.count == 5)
    }
    #expect(
      server.findings
        == (style == .apps
          ? [
            Finding(
              .absentMember, expected: "an account with names and a birthDay",
              found: "no firstName, no lastName, no birthDay")
          ] : []))
  }

  @Test("a placeholder that an app sends back is no name and no birthday, another value is one")
  func placeholdersComeBack() async {
    let server = TestServer(.apps)
    let account = #"{"email":"a@b.c","password":"x"}"#
    await server.send(.post, "/api/user/register", account)
    server.token = await server.send(.post, "/api/user/login", account).object["token"] as? String
    let same =
      #"{"email":"a@b.c","password":"","firstName":"","lastName":"","birthDay":"1970-01-01"}"#
    await server.send(.put, "/api/user/me", same)
    #expect(server.findings.map(\.kind) == [.absentMember])
    let stored = try? await server.store.account(of: "a@b.c")?.profile
    #expect(stored != nil && stored == Profile(email: "a@b.c"))
    let reply = await server.send(
      .put, "/api/user/me",
      #"{"email":"a@b.c","password":"","firstName":"Anna","lastName":"Verdi","birthDay":"1970-01-02"}"#
    )
    #expect(reply.object["birthDay"] as? String == "1970-01-02T00:00:00.000Z")
    #expect(reply.object["firstName"] as? String == "Anna" && server.findings.isEmpty)
  }

  @Test(
    "members that a user does not have are ignored, refused by the database, or refused",
    arguments: AnswerStyle.allCases)
  func extraMembers(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(
      .put, "/api/user/me",
      #"{"email":"mario@example.org","password":"","firstName":"Luigi","new_password":"a"}"#)
    #expect(reply.status == (style == .strict ? 400 : 200))
    switch style {
    case .apps:
      #expect(reply.object["firstName"] as? String == "Luigi")
      #expect(server.findings.map(\.kind) == [.secretInExtraKey])
    case .reference: #expect(reply.object["code"] as? String == "42703")
    case .strict: #expect(reply.said == "new_password is no member of a user")
    }
  }

  @Test(
    "a day of birth with a time is taken as the day, for the apps", arguments: AnswerStyle.allCases)
  func birthdayWithTime(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(
      .put, "/api/user/me",
      #"{"email":"mario@example.org","password":"","birthDay":"1991-08-22T00:00:00.000Z"}"#)
    #expect(reply.status == (style == .apps ? 200 : 400))
    guard style == .apps else { return }
    #expect(reply.object["birthDay"] as? String == "1991-08-22T00:00:00.000Z")
    #expect(server.findings.map(\.kind) == [.birthdayWithTime])
  }

  @Test(
    "a field that is no number is refused by name, or by the original's database",
    arguments: AnswerStyle.allCases)
  func notANumber(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(
      .post, "/api/data", #"{"data":"21.5;warm;102700;122;1;1;1;1;1;1;1;45;9"}"#)
    #expect(reply.status == (style == .reference ? 200 : 400))
    if style == .reference {
      #expect(reply.object["code"] as? String == "22P02")
    } else {
      #expect(reply.said == "humidity: 'warm' is no number")
    }
    #expect(server.findings.map(\.kind) == [.notANumber])
    #expect(server.store.state.withLock { $0.rows.isEmpty })
  }

  @Test(
    "values keep all their digits, or the 24 bits of the original's columns",
    arguments: AnswerStyle.allCases)
  func precision(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    let expected = style == .reference ? "45.47851" : "45.478509979181595"
    #expect(reply.text.contains(expected))
    #expect(await server.send(.get, server.today).text.contains(expected))
  }

  @Test("another method is 405 with Allow, another path 404", arguments: AnswerStyle.allCases)
  func otherMethods(style: AnswerStyle) async {
    let server = TestServer(style)
    let method = await server.send(.patch, "/api/user/me")
    #expect(method.status == 405)
    #expect(method.response.field("Allow") == "GET, HEAD, PUT, DELETE")
    let path = await server.send(.get, "/api/nothing")
    #expect(path.status == 404)
    let isPage = path.response.field("Content-Type") != "application/json"
    #expect(isPage == (style == .reference))
  }

  @Test("a token lives on after the logout in the original only", arguments: AnswerStyle.allCases)
  func afterLogout(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    let reply = await server.send(.post, "/api/user/logout")
    #expect(reply.status == 200)
    #expect(reply.said == "Successful logout")
    let later = await server.send(.get, "/api/user/me")
    #expect(later.status == (style == .reference ? 200 : 401))
    if style != .reference { #expect(server.findings.map(\.kind) == [.endedToken]) }
  }

  @Test("the original's answers are indented by two spaces")
  func indentation() async {
    let server = await TestServer.loggedIn(.reference)
    let reply = await server.send(.get, "/api/user/me")
    #expect(
      reply.text == """
        {
          "email": "mario@example.org",
          "firstName": "Mario",
          "lastName": "Rossi",
          "gender": "male",
          "birthDay": "1990-07-21T00:00:00.000Z"
        }
        """)
    await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    let rows = await server.send(.get, server.today)
    #expect(rows.text.hasPrefix("[\n  {\n    \"id\": 1,\n"))
    #expect(rows.text.hasSuffix("\n  }\n]"))
    #expect(await server.send(.get, "/api/data").text == rows.text)
  }

  @Test("an account that is gone answers as the original's handlers did")
  func goneInReference() async {
    let server = await TestServer.loggedIn(.reference)
    #expect(await server.send(.delete, "/api/user/me").said == "mario@example.org")
    #expect(await server.send(.delete, "/api/user/me").said == "Something gets wrong")
    let reply = await server.send(.get, "/api/user/me")
    #expect(reply.status == 200)
    #expect(reply.text.isEmpty)
  }
}

/// The example text in the original's description.
let boardText = "28.2;28;102700;122;107;31;2;2;5;8;10;45.478509979181595;9.23018664121628"
