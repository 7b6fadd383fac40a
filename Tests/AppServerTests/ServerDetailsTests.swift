import AirStatistics
import Foundation
import GNSSBasics
import HTTPMessages
import Locks
import Testing

@testable import AppServer

/// The complete answers, and all findings about the requests.
@Suite("answers and findings, whole")
struct ServerDetailsTests {
  private static let acrossOrigins = [
    HTTPField("Access-Control-Allow-Origin", "*"),
    HTTPField("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    HTTPField("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept"),
    HTTPField("Access-Control-Max-Age", "86400"),
  ]
  private static let json = HTTPField("Content-Type", "application/json")

  // MARK: Heads

  @Test("every answer may be read by pages of any origin", arguments: AnswerStyle.allCases)
  func acrossOrigins(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    for target in ["/api/user/me", "/api/data", server.today] {
      let reply = await server.send(.get, target)
      #expect(reply.response.fields == [Self.json] + Self.acrossOrigins, "\(target)")
    }
    let refused = await server.send(.get, "/api/user/me", authorization: "")
    #expect(refused.response.fields == [Self.json] + Self.acrossOrigins)
    let asked = await server.send(.options, "/api/user/me")
    #expect(asked.response == HTTPResponse(status: 204, fields: Self.acrossOrigins, body: []))
    let type =
      style == .reference ? HTTPField("Content-Type", "text/html; charset=utf-8") : Self.json
    for (method, path, more) in [
      (.get, "/api/nothing", []), (.options, "/api/nothing", []),
      (.put, "/api/data", [HTTPField("Allow", "GET, HEAD, POST")]),
    ] as [(HTTPMethod, String, [HTTPField])] {
      let reply = await server.send(method, path)
      #expect(reply.response.fields == [type] + more + Self.acrossOrigins, "\(path)")
    }
  }

  @Test("what there is no operation for is told with what there is")
  func noOperation() async {
    let server = TestServer()
    for path in [
      "/api/nothing", "/", "/user/me", "/xyz/user/me", "/apiuser/me", "/api", "/api//data",
      "/api/data//",
    ] {
      let reply = await server.send(.get, path)
      #expect(reply.status == 404)
      #expect(reply.said == "there is nothing at '\(path)'; /api-docs lists the paths")
    }
    let all = [
      ("/api/data", "GET, HEAD, POST"), ("/api/data/findByDate", "GET, HEAD"),
      ("/api/user/login", "POST"), ("/api/user/logout", "POST"), ("/api/user/register", "POST"),
      ("/api/user/me", "GET, HEAD, PUT, DELETE"),
    ]
    for (path, list) in all {
      for slash in ["", "/"] {
        let reply = await server.send(.patch, path + slash)
        #expect(reply.status == 405)
        #expect(reply.said == "\(path) takes \(list)")
        #expect(reply.response.field("Allow") == list)
      }
    }
    let original = TestServer(.reference)
    #expect(await original.send(.get, "/<x>").text.contains("<pre>Cannot GET /&lt;x&gt;</pre>"))
    #expect(
      await original.send(.delete, "/api/data").text.contains(
        "<pre>Error: Route defined in Swagger specification (/api/data) but there is no defined "
          + "DELETE operation.</pre>"))
  }

  @Test("HEAD is answered as GET")
  func head() async {
    let server = await TestServer.loggedIn()
    let answer = await server.send(.get, "/api/user/me").response
    #expect(answer.status == 200 && !answer.body.isEmpty)
    #expect(await server.send(.head, "/api/user/me").response == answer)
    #expect(await server.send(.head, "/api/user/login").status == 405)
  }

  // MARK: Findings

  @Test("what is found about a request says what was expected, and what there was")
  func findings() async throws {
    let server = await TestServer.loggedIn()
    server.caller.isEncrypted = false
    let me = "/api/user/me"
    let period = "/api/data/findByDate?startDate=2026-11-18T00:00:00Z&endDate=2026-11-"
    let requests: [(HTTPMethod, String, String, [Finding])] = [
      (
        .post, "/api/user/login", #"{"email":"mario@example.org","password":"x"}"#,
        [Finding(.cleartext, expected: "HTTPS", found: "a password that anybody on the way reads")]
      ),
      (
        .post, "/api/user/register/",
        #"{"email":"x@y.z","password":"x","gender":"","birthDay":"2000-01-02T00:00:00Z","a\u0007":1}"#,
        [
          Finding(.trailingSlash, expected: "no slash", found: "a slash behind the path"),
          Finding(.cleartext, expected: "HTTPS", found: "a password that anybody on the way reads"),
          Finding(.emptyEnum, expected: "no gender, or a value", found: "an empty gender"),
          Finding(.birthdayWithTime, expected: "YYYY-MM-DD", found: "a date with a time"),
          Finding(
            .extraKey, expected: "members of a user only", found: #"a member a\u0007"#),
          Finding(
            .absentMember, expected: "an account with names and a birthDay",
            found: "no firstName, no lastName"),
        ]
      ),
      (
        .put, me,
        #"{"email":"Mario@example.org","newPassword":"x","birthDay":null,"b":{},"a":[]}"#,
        [
          Finding(.cleartext, expected: "HTTPS", found: "a password that anybody on the way reads"),
          Finding(
            .emailCase, expected: "the address as registered", found: "the same in other letters"),
          Finding(.emptyEnum, expected: "no birthDay, or a value", found: "an empty birthDay"),
          Finding(.extraKey, expected: "members of a user only", found: "a member a"),
          Finding(.extraKey, expected: "members of a user only", found: "a member b"),
          Finding(
            .secretInExtraKey, expected: "members of a user only", found: "a member newPassword"),
        ]
      ),
      (
        .post, "/api/data", #"{"data":"1;2;1100;4;5;6;7;8;9;10;11"}"#,
        [
          Finding(.fewFields, expected: "13 fields", found: "11 fields"),
          Finding(.pressureUnit, expected: "some 100,000 Pa", found: "1100.0"),
        ]
      ),
      (
        .post, "/api/data", #"{"data":"1;2;300;4;5;6;7;8;9;10;11;45.5;9.25;45.5018;9.25"}"#,
        [
          Finding(.manyFields, expected: "13 fields", found: "15 fields"),
          Finding(.pressureUnit, expected: "some 100,000 Pa", found: "300.0"),
          Finding(
            .positionJump, expected: "phone and board at one place", found: "200 m apart"),
        ]
      ),
      (
        .post, "/api/data", #"{"data":"1;2;299.9;4;5;6;7;8;9;10;11;45.5;9.25;45.50179;9.25"}"#,
        [Finding(.manyFields, expected: "13 fields", found: "15 fields")]
      ),
      (
        .post, "/api/data", #"{"data":";2;1100.1;4;5;6;7;8;9;10;;45.5;9.25;;9.5"}"#,
        [
          Finding(.manyFields, expected: "13 fields", found: "15 fields"),
          Finding(
            .emptyField, expected: "a number in each field", found: "empty temperature, pm10"),
        ]
      ),
      (
        .post, "/api/data", #"{"data":"<p>"}"#,
        [Finding(.markup, expected: "13 numbers joined by ';'", found: "'<p>'")]
      ),
      (
        .post, "/api/data", #"{"data":"Error: <HTML>"}"#,
        [Finding(.markup, expected: "13 numbers joined by ';'", found: "'Error: <HTML>'")]
      ),
      (
        .post, "/api/data", #"{"data":"1;2"}"#,
        [Finding(.notANumber, expected: "13 numbers joined by ';'", found: "'1;2'")]
      ),
      (
        .get, period + "17T00:00:00Z", "",
        [
          Finding(
            .reversed, expected: "startDate before endDate",
            found: "2026-11-18T00:00:00.000Z after it")
        ]
      ),
      (.get, period + "18T00:00:00Z", "", []),
      (
        .get, "/api/data/findByDate?startDate=2026-11-01T00:00:00Z&endDate=2026-11-16T00:00:00Z",
        "", []
      ),
      (
        .get, "/api/data/findByDate?startDate=2026-11-01T00:00:00Z&endDate=2026-11-16T00:00:01Z",
        "",
        [Finding(.rangeTooLarge, expected: "two weeks at most", found: "15 days")]
      ),
      (
        .get, "/api/data/findByDate?startDate=2026-11-011T00:00:00Z", "",
        [Finding(.dayIsMonth, expected: "a day of two digits", found: "2026-11-011T00:00:00Z")]
      ),
      (
        .get, "/api/data/findByDate?startDate=now", "",
        [Finding(.notADate, expected: "an RFC 3339 date", found: "now")]
      ),
    ]
    for (method, target, body, expected) in requests {
      await server.send(method, target, body)
      #expect(server.findings == expected, "\(target) \(body)")
    }
    server.token = nil
    await server.send(.get, period + "19T00:00:00Z")
    let missing = Finding(
      .missingToken, expected: "Authorization: Bearer TOKEN", found: "no Authorization")
    #expect(server.findings == [missing])
    for word in ["null", "undefined"] {
      await server.send(.get, me, authorization: "bearer \(word)")
      #expect(
        server.findings == [Finding(.nullToken, expected: "a token", found: "the word \(word)")])
    }
    server.caller.isLocal = true
    await server.logIn()
    #expect(server.findings.isEmpty)
    await server.send(.post, "/api/user/logout")
    await server.send(.get, me)
    #expect(
      server.findings == [
        Finding(.endedToken, expected: "a token that lives", found: "one that was ended")
      ])
    server.now = server.now.advanced(by: .seconds(48 * 3600))
    await server.send(.get, me)
    #expect(
      server.findings == [
        Finding(
          .expiredToken, expected: "a token that is younger than 48 h", found: "an older one")
      ])
  }

  // MARK: Accounts

  @Test(
    "an account that goes away during a request is gone", arguments: AnswerStyle.allCases,
    [HTTPMethod.put, .delete])
  func goneMeanwhile(style: AnswerStyle, method: HTTPMethod) async {
    let server = await TestServer.loggedIn(style)
    server.store.overtake()
    let reply = await server.send(
      method, "/api/user/me", #"{"email":"mario@example.org","password":"","lastName":"Verdi"}"#)
    #expect(reply.status == (style == .reference ? 200 : 401))
    #expect(reply.text == (style == .reference ? "" : #"{"response":"Unauthorized"}"#))
  }

  @Test("an account that is taken while its password is hashed is taken")
  func takenMeanwhile() async {
    let server = TestServer()
    server.store.overtake()
    let reply = await server.register()
    #expect(reply.status == 409)
    #expect(reply.said == "You are already register")
  }

  @Test("no memory for a password is told as too many of them, at whatever is done with one")
  func noMemory() async {
    let server = await TestServer.loggedIn()
    server.secrets.isBusy.withLock { $0 = true }
    let change = await server.send(
      .put, "/api/user/me", #"{"email":"mario@example.org","password":"new"}"#)
    for reply in [await server.logIn(), change] {
      #expect(reply.status == 503)
      #expect(reply.said == "too many passwords are being looked at; again in a moment")
    }
    #expect(Refusal(HashingError.outOfMemory) == .busy)
  }

  @Test(
    "an address is something, an @ and something, without blanks, of 254 bytes",
    arguments: [
      ("a@b", true), ("è@é.it", true), ("a b@c", false), ("a@b\u{7F}", false), ("a@b\t", false),
      ("@b", false), ("a@", false), ("a", false), ("a@b@c", false), ("", false), ("@", false),
      ("a@" + String(repeating: "x", count: 252), true),
      ("a@" + String(repeating: "x", count: 253), false),
    ])
  func addresses(text: String, isGood: Bool) {
    let error = isGood ? nil : "email: this is no address; give one such as name@example.org"
    #expect(Self.fault(text, password: "x") == error)
  }

  @Test("a password is checked with an address, and has 1 to 1,024 bytes")
  func passwords() {
    #expect(Self.fault("a@b", password: "") == "password must have 1 to 1,024 bytes, not 0")
    let long = String(repeating: "é", count: 512)
    #expect(Self.fault("a@b", password: long) == nil)
    #expect(
      Self.fault("a@b", password: long + "x")
        == "password must have 1 to 1,024 bytes, not 1025")
  }

  private static func fault(_ email: String, password: String) -> String? {
    do {
      try ApplicationServer.check(email, password: password)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("names have 255 bytes and no control characters, in every style")
  func names() async {
    for style in AnswerStyle.allCases {
      let server = TestServer(style)
      let longest = String(repeating: "x", count: 255)
      for (name, text, isGood) in [
        ("firstName", longest, true), ("lastName", longest, true), ("firstName", "", true),
        ("firstName", longest + "x", false), ("lastName", #"a\u001fb"#, false),
        ("lastName", "a b", true),
      ] {
        let email = "\(name)\(text.count)@b.c"
        let reply = await server.send(
          .post, "/api/user/register",
          #"{"email":"\#(email)","password":"x","\#(name)":"\#(text)"}"#)
        #expect(reply.status == (isGood ? 200 : 400), "\(name) \(text)")
        if isGood {
          #expect(reply.object[name] as? String == text)
        } else if style != .reference {
          #expect(
            reply.said
              == "\(name) must be text of at most 255 bytes without control characters")
        }
      }
    }
  }

  @Test("members of the wrong kind are told by their kind")
  func kinds() async {
    let server = TestServer(.strict)
    for (value, kind) in [
      ("null", "null"), ("7", "a number"), ("{}", "an object or an array"),
      ("[]", "an object or an array"),
    ] {
      let reply = await server.send(
        .post, "/api/user/register", #"{"email":"a@b.c","password":"x","firstName":\#(value)}"#)
      #expect(reply.said == "firstName must be text, not \(kind)")
    }
    #expect(BodyValue.flag(true).kind == "a Boolean" && BodyValue.text("").kind == "text")
    let reply = await server.send(.post, "/api/user/login", "[]")
    #expect(
      reply.said == #"the body is no JSON object; send {"email":"…","password":"…"}"#)
  }

  @Test("who keeps the password sends none for the apps, an empty one otherwise")
  func keptPassword() async {
    for style in AnswerStyle.allCases {
      let server = await TestServer.loggedIn(style)
      let none = await server.send(.put, "/api/user/me", #"{"email":"mario@example.org"}"#)
      #expect(none.status == (style == .apps ? 200 : 400))
      let empty = await server.send(
        .put, "/api/user/me", #"{"email":"mario@example.org","password":""}"#)
      #expect(empty.status == 200)
      #expect(await server.logIn().said == "Successful login")
      let account = server.store.state.withLock { $0.accounts[1] }
      #expect(account?.generation == 0 && account?.keptToken == nil)
      #expect(account?.createdAt == server.now)
    }
  }

  // MARK: Rows

  @Test("a board's text is read field by field, or refused with what is wrong")
  func postedTexts() throws {
    let eleven = try PostedText("-1.5;.5;5.;;0;0;0;0;0;0;0")
    #expect(eleven.values == [-1.5, 0.5, 5, nil, 0, 0, 0, 0, 0, 0, 0, nil, nil])
    #expect(eleven.count == 11 && eleven.phone == nil)
    let fifteen = try PostedText(boardText + ";45.5;9.25")
    #expect(fifteen.count == 15 && fifteen.values.count == 13)
    #expect(fifteen.phone?.latitude == 45.5 && fifteen.phone?.longitude == 9.25)
    for half in [";45.5;", ";;9.25", ";;"] {
      #expect(try PostedText(boardText + half).phone == nil)
    }
    let list = "data must have 13 fields joined by ';', or 11 without a position, not "
    for (text, words) in [
      ("1;2", list + "2"), ("", list + "1"), ("<p>", list + "1; this is HTML, not a board's text"),
      (String(repeating: " ", count: 195) + "<HTML", list + "1; this is HTML, not a board's text"),
      (String(repeating: " ", count: 196) + "<HTML", list + "1"), (boardText + ";1", list + "14"),
      (boardText + ";1;2;3", list + "16"), (";;;;;;;;;;;", list + "12"),
      (";;;;;;;;;;;;+1", "longitude: '+1' is no number"),
      ("x;;;;;;;;;;", "temperature: 'x' is no number"),
      (boardText + ";x;1", "latitude of the phone: 'x' is no number"),
      (boardText + ";1;x", "longitude of the phone: 'x' is no number"),
    ] {
      #expect(throws: Refusal.invalid("data", words)) { try PostedText(text) }
    }
    let original = try PostedText(byPosition: " 45.478509979181595 ;+2")
    #expect(
      original.values == [Double(Float(45.478509979181595)), 2] + Array(repeating: nil, count: 11))
    #expect(original.count == 2 && original.phone == nil)
    for text in ["", "1;;2", "1;x"] {
      #expect(throws: Refusal.database(.notANumber)) { try PostedText(byPosition: text) }
    }
  }

  @Test("offset and limit are numbers in their ranges")
  func ranges() async {
    let server = await TestServer.loggedIn()
    for query in ["offset=0&limit=1", "limit=500", "offset=\(Int64.max)"] {
      #expect(await server.send(.get, "/api/data?\(query)").text == "[]")
    }
    for (query, words) in [
      ("offset=-1", "offset: '-1' is no number from 0 or more"),
      ("offset=x", "offset: 'x' is no number from 0 or more"),
      ("limit=0", "limit: '0' is no number from 1 to 500"),
      ("limit=501", "limit: '501' is no number from 1 to 500"),
    ] {
      #expect(await server.send(.get, "/api/data?\(query)").said == words)
    }
    for (query, words) in [
      ("", "startDate is missing; give a date such as 2026-11-22T00:00:00Z"),
      (
        "?startDate=2026-11-22T00:00:00Z",
        "endDate is missing; give a date such as 2026-11-22T00:00:00Z"
      ),
      (
        "?startDate=x",
        "startDate: 'x' is no date; give one such as 2026-11-22T00:00:00Z"
      ),
    ] {
      #expect(await server.send(.get, "/api/data/findByDate\(query)").said == words)
    }
  }

  // MARK: Tokens

  @Test("a token's parts say who has it, which one it is and how long it lives")
  func token() throws {
    let secrets = PlainSecrets()
    let account = Account(
      id: 7, profile: Profile(email: "a@b.c"), passwordHash: "", generation: 3, keptToken: "kept",
      createdAt: UnixTime(seconds: 0))
    let token = Token(for: account, id: "x", at: UnixTime(nanoseconds: 5_999_999_999))
    #expect(
      (token.account, token.email, token.id, token.generation, token.issuedAt) == (
        7, "a@b.c", "x", 3, 5
      ))
    #expect(token.expiresAt == 5 + 172_800 && token.end == UnixTime(seconds: 172_805))
    for data in [nil, "{}"] {
      let text = token.encoded(data: data, signedBy: secrets)
      #expect(try Token(text, signedBy: secrets, reader: readObject) == token)
    }
    var other = token
    other.generation = 2
    #expect(token.isLive(for: account) && !other.isLive(for: account))
    other.id = "kept"
    #expect(other.isLive(for: account))
  }

  @Test("a token is none without one of its members, in other parts, or beyond 4,096 bytes")
  func brokenTokens() throws {
    let secrets = PlainSecrets()
    func encoded(_ text: String) -> String {
      encoded(Array(text.utf8))
    }
    func encoded(_ bytes: [UInt8]) -> String {
      Data(bytes).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    func signed(_ body: String, head: String = #"{"alg":"HS256"}"#) -> String {
      let text = "\(encoded(head)).\(encoded(body))"
      return "\(text).\(encoded(secrets.authenticationCode(of: Array(text.utf8))))"
    }
    func fault(_ text: String) -> TokenFault? {
      do throws(TokenFault) {
        _ = try Token(text, signedBy: secrets, reader: readObject)
        return nil
      } catch {
        return error
      }
    }
    let members = [
      #""sub":"1""#, #""email":"a@b.c""#, #""jti":"x""#, #""gen":0"#, #""iat":1"#, #""exp":2"#,
    ]
    #expect(fault(signed("{\(members.joined(separator: ","))}")) == nil)
    for index in members.indices {
      var rest = members
      rest.remove(at: index)
      #expect(fault(signed("{\(rest.joined(separator: ","))}")) == .malformed)
    }
    for wrong in [#""sub":"x""#, #""sub":1"#, #""gen":0.5"#, #""iat":1.5"#, #""exp":1e30"#] {
      let name = wrong.prefix(5)
      let all = members.map { $0.hasPrefix(name) ? wrong : $0 }
      #expect(fault(signed("{\(all.joined(separator: ","))}")) == .malformed, "\(wrong)")
    }
    let whole = "{\(members.joined(separator: ","))}"
    #expect(fault(signed(whole, head: "[]")) == .malformed)
    #expect(fault(signed(whole) + "A") == .badSignature)
    #expect(fault("a.b") == .malformed && fault("a.b.c.d") == .malformed && fault("") == .malformed)
    #expect(fault("a.b.*") == .malformed)
    let long = "a.\(String(repeating: "b", count: 4089)).AAAA"
    #expect(long.utf8.count == 4096)
    #expect(fault(long) == .badSignature && fault("a" + long) == .malformed)
  }

  @Test("4,096 tokens are known by their text; with one more, all but that are forgotten")
  func knownTokens() {
    let known = KnownTokens()
    let account = Account(
      id: 1, profile: Profile(email: "a@b.c"), passwordHash: "", createdAt: UnixTime(seconds: 0))
    func token(_ number: Int) -> Token {
      Token(for: account, id: "\(number)", at: .init(seconds: 0))
    }
    for number in 1...4096 { known.remember(token(number), as: "t\(number)") }
    #expect(known.token("t1") == token(1) && known.token("t4096") == token(4096))
    #expect(known.token("t4097") == nil)
    known.remember(token(4097), as: "t4097")
    #expect(known.token("t4097") == token(4097))
    #expect(known.token("t1") == nil && known.token("t4096") == nil)
  }
}
