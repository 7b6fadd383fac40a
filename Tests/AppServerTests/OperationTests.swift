import AppServer
import Foundation
import GNSSBasics
import HTTPMessages
import Locks
import Testing

typealias NSNullType = NSNull

extension TestServer {
  /// The rows of the current day.
  var today: String {
    let day = DateFormatter()
    day.timeZone = TimeZone(identifier: "UTC")
    day.dateFormat = "yyyy-MM-dd"
    let text = day.string(from: Date(timeIntervalSince1970: Double(now.nanoseconds) * 1e-9))
    return "/api/data/findByDate?startDate=\(text)T00:00:00Z&endDate=\(text)T23:59:59Z"
  }
}

@Suite("accounts")
struct AccountTests {
  @Test("who registers gets the account back, without its password")
  func registers() async {
    let server = TestServer()
    let reply = await server.register()
    #expect(reply.status == 200)
    #expect(
      reply.text
        == #"{"email":"mario@example.org","firstName":"Mario","lastName":"Rossi","gender":"male","birthDay":"1990-07-21T00:00:00.000Z"}"#
    )
  }

  @Test("a login answers what both apps look at, and its token opens the account")
  func logsIn() async {
    let server = TestServer()
    await server.register()
    let reply = await server.logIn()
    #expect(reply.status == 200)
    #expect(reply.said == "Successful login")
    #expect((reply.object["user"] as? [String: Any])?["email"] as? String == "mario@example.org")
    #expect(await server.send(.get, "/api/user/me").object["firstName"] as? String == "Mario")
  }

  @Test("an address is one account in letters of any case, and is told as it was registered")
  func anyCase() async {
    let server = TestServer()
    await server.register("Mario@Example.org")
    #expect(await server.register("mario@example.ORG").status == 409)
    #expect(await server.logIn("MARIO@example.org").status == 200)
    let reply = await server.send(
      .put, "/api/user/me", #"{"email":"mario@example.org","password":""}"#)
    #expect(reply.object["email"] as? String == "Mario@Example.org")
    #expect(server.findings.map(\.kind) == [.emailCase])
  }

  @Test("what a PUT leaves out stays, an empty password too")
  func changes() async {
    let server = await TestServer.loggedIn()
    let reply = await server.send(
      .put, "/api/user/me",
      #"{"email":"mario@example.org","password":"","lastName":"Verdi"}"#)
    #expect(reply.object["lastName"] as? String == "Verdi")
    #expect(reply.object["firstName"] as? String == "Mario")
    #expect(await server.logIn().status == 200)
  }

  @Test("a PUT with another's address is unauthorized, and changes nothing")
  func othersAddress() async {
    let server = await TestServer.loggedIn()
    await server.register("luigi@example.org")
    let reply = await server.send(
      .put, "/api/user/me", #"{"email":"luigi@example.org","password":"","lastName":"Verdi"}"#)
    #expect(reply.status == 401)
    let accounts = server.store.state.withLock { $0.accounts.values.map(\.profile.lastName) }
    #expect(!accounts.contains("Verdi"))
  }

  @Test("a new password ends other sessions and not this one, again and again")
  func newPassword() async {
    let server = await TestServer.loggedIn()
    let first = server.token
    await server.logIn()
    let second = server.token
    for password in ["new", "newer"] {
      let reply = await server.send(
        .put, "/api/user/me", #"{"email":"mario@example.org","password":"\#(password)"}"#)
      #expect(reply.status == 200)
      #expect(await server.send(.get, "/api/user/me").status == 200)
    }
    server.token = first
    #expect(await server.send(.get, "/api/user/me").status == 401)
    server.token = second
    #expect(await server.logIn(password: "secret").status == 401)
    #expect(await server.logIn(password: "newer").status == 200)
  }

  @Test("an account that is deleted is gone, and its rows stay without an owner")
  func deletes() async {
    let server = await TestServer.loggedIn()
    await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    let reply = await server.send(.delete, "/api/user/me")
    #expect(reply.status == 200)
    #expect(reply.text == #"{"response":"mario@example.org"}"#)
    #expect(await server.send(.get, "/api/user/me").status == 401)
    #expect(await server.logIn().status == 401)
    await server.register("luigi@example.org")
    await server.logIn("luigi@example.org")
    let rows = await server.send(.get, "/api/data").rows
    #expect(rows.count == 1)
    #expect(rows.first?["email"] is NSNull)
  }

  @Test("passwords have 1 to 1,024 bytes")
  func passwordLength() async {
    let server = TestServer()
    let long = String(repeating: "x", count: 1024)
    #expect(await server.register("a@b.c", password: "").status == 400)
    #expect(await server.register("a@b.c", password: long + "x").status == 400)
    #expect(await server.register("a@b.c", password: long).status == 200)
  }

  @Test("attempts are limited by address, and told when to come again")
  func limits() async {
    let server = TestServer()
    await server.register()
    server.now = UnixTime(seconds: 1_795_000_038)  // 18 s into a minute
    for _ in 0..<10 { #expect(await server.logIn(password: "wrong").status == 401) }
    let reply = await server.logIn()
    #expect(reply.status == 429)
    #expect(reply.said == "too many attempts, again in 42 s")
    #expect(reply.response.field("Retry-After") == "42")
    server.now = server.now.advanced(by: .seconds(42))
    #expect(await server.logIn().status == 200)
  }

  @Test(
    "nobody elsewhere locks an account's owner out, and many addresses guess no faster than one")
  func lockout() async {
    let server = TestServer()
    await server.register()
    for address in 1...5 {
      server.caller.address = "198.51.100.\(address)"
      for _ in 0..<2 { #expect(await server.logIn(password: "wrong").status == 401) }
    }
    // Ten failures block an address that has failed, even with the right password.
    #expect(await server.logIn().status == 429)
    server.caller.address = "192.0.2.7"
    for _ in 0..<3 { #expect(await server.logIn().status == 200) }
    #expect(await server.logIn(password: "wrong").status == 401)
    #expect(await server.logIn().status == 429)
    #expect(await server.logIn("luigi@example.org").status == 401)
    server.now = server.now.advanced(by: .seconds(60))
    #expect(await server.logIn().status == 200)
  }

  @Test("a password is looked at for unknown users too", arguments: AnswerStyle.allCases)
  func unknownUsers(style: AnswerStyle) async {
    let server = TestServer(style)
    await server.logIn("nobody@example.org")
    await server.logIn("nobody.else@example.org")
    #expect(server.secrets.verifications.withLock { $0 } == 2)
  }

  @Test(
    "a token that was made later than now is refused, but for a minute by which clocks may differ")
  func earlyToken() async {
    for (style, seconds, status) in [
      (AnswerStyle.apps, 60, 200), (.apps, 61, 401), (.strict, 61, 401), (.reference, 61, 200),
    ] {
      let server = await TestServer.loggedIn(style)
      server.now = server.now.advanced(by: .seconds(-seconds))
      #expect(await server.send(.get, "/api/user/me").status == status)
      let isFound = server.findings.contains { $0.kind == .earlyToken }
      #expect(isFound == (status == 401))
    }
  }

  @Test("without limits there are none")
  func noLimits() async {
    let server = TestServer { $0.hasLimits = false }
    for _ in 0..<20 { #expect(await server.logIn().status == 401) }
  }

  @Test("too many passwords at once are 503")
  func busy() async {
    let server = TestServer()
    server.secrets.isBusy.withLock { $0 = true }
    let reply = await server.register()
    #expect(reply.status == 503)
    #expect(reply.response.field("Retry-After") == "1")
  }

  @Test("a store that is out of reach is 503, and says so", arguments: AnswerStyle.allCases)
  func storeGone(style: AnswerStyle) async {
    let server = await TestServer.loggedIn(style)
    server.store.fail(with: .unavailable("the store is locked; end what locks it"))
    for (method, path) in [(HTTPMethod.get, "/api/user/me"), (.get, server.today)] {
      let reply = await server.send(method, path)
      #expect(reply.status == 503)
      #expect(reply.said == "the store is locked; end what locks it")
    }
    server.store.fail(with: nil)
    #expect(await server.send(.get, "/api/user/me").status == 200)
  }
}

@Suite("rows")
struct RowTests {
  @Test("a row comes back as it was posted, with the time of the server")
  func posts() async {
    let server = await TestServer.loggedIn()
    let reply = await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    #expect(
      reply.text
        == #"{"id":1,"timestamp":"2026-11-18T11:06:40.000Z","email":"mario@example.org","temperature":28.2,"humidity":28,"pressure":102700,"altitude":122,"tvocs":107,"eco2":31,"pm05":2,"pm1":2,"pm25":5,"pm4":8,"pm10":10,"latitude":45.478509979181595,"longitude":9.23018664121628}"#
    )
    #expect(server.findings.isEmpty)
  }

  @Test("11 fields have no position; of 15 the board's stays and the phone's goes")
  func otherCounts() async {
    let server = await TestServer.loggedIn()
    let eleven = "28.2;28;102700;122;107;31;2;2;5;8;10"
    let few = await server.send(.post, "/api/data", #"{"data":"\#(eleven)"}"#)
    #expect(few.object["latitude"] is NSNull)
    #expect(server.findings.map(\.kind) == [.fewFields])
    let many = await server.send(.post, "/api/data", #"{"data":"\#(boardText);45.5;9.3"}"#)
    #expect(many.text.contains(#""latitude":45.478509979181595,"longitude":9.23018664121628}"#))
    #expect(server.findings.map(\.kind) == [.manyFields, .positionJump])
    #expect(server.findings.last?.found == "5944 m apart")
    let near = await server.send(.post, "/api/data", #"{"data":"\#(boardText);45.4785;9.2302"}"#)
    #expect(near.status == 200)
    #expect(server.findings.map(\.kind) == [.manyFields])
  }

  @Test(
    "other counts and other grammars are refused",
    arguments: [
      ";;;;;;;;;;;", "", "1;2;3", "<html><body>board</body></html>", "1e3;;;;;;;;;;;;",
      "nan;;;;;;;;;;;;", "+1;;;;;;;;;;;;", " 1;;;;;;;;;;;;", "1,5;;;;;;;;;;;;", "--1;;;;;;;;;;;;",
    ])
  func refuses(text: String) async {
    let server = await TestServer.loggedIn()
    let reply = await server.send(.post, "/api/data", #"{"data":"\#(text)"}"#)
    #expect(reply.status == 400)
    #expect(server.findings.map(\.kind) == [text.hasPrefix("<") ? .markup : .notANumber])
  }

  @Test("a row of empty fields is a row of nulls")
  func emptyFields() async {
    let server = await TestServer.loggedIn()
    let reply = await server.send(.post, "/api/data", #"{"data":";;;;;;;;;;;;"}"#)
    #expect(reply.status == 200)
    #expect(AirRow.fields.allSatisfy { reply.object[$0.name] is NSNull })
    #expect(
      server.findings == [
        Finding(.emptyField, expected: "a number in each field", found: "all fields empty")
      ])
  }

  @Test(
    "an empty field is noticed and named, a position that is left out is none",
    arguments: [
      ("21;50;101320;122;1;1;1;1;1;1;1;;", "empty latitude, longitude"),
      ("21;;101320;122;1;1;1;1;1;1;1", "empty humidity"), (";;;;;;;;;;", "all fields empty"),
      ("21;50;101320;122;1;1;1;1;1;1;;45;9;;", "empty pm10"),
      ("21;50;101320;122;1;1;1;1;1;1;1", nil), ("21;50;101320;122;1;1;1;1;1;1;1;45;9;;", nil),
    ])
  func emptyField(text: String, found: String?) async {
    let server = await TestServer.loggedIn()
    #expect(await server.send(.post, "/api/data", #"{"data":"\#(text)"}"#).status == 200)
    #expect(server.findings.first { $0.kind == .emptyField }?.found == found)
  }

  @Test("hectopascals are noticed")
  func hectopascals() async {
    let server = await TestServer.loggedIn()
    await server.send(.post, "/api/data", #"{"data":"21;50;1013.2;122;1;1;1;1;1;1;1;45;9"}"#)
    #expect(server.findings.map(\.kind) == [.pressureUnit])
  }

  @Test("the original takes fewer fields and more, and refuses an empty one")
  func referenceCounts() async {
    let server = await TestServer.loggedIn(.reference)
    let few = await server.send(.post, "/api/data", #"{"data":"21;50"}"#)
    #expect(few.object["humidity"] as? Double == 50)
    #expect(few.object["pressure"] is NSNull)
    let many = await server.send(.post, "/api/data", #"{"data":"\#(boardText);1;x"}"#)
    #expect(many.object["id"] as? Int == 2)
    let empty = await server.send(.post, "/api/data", #"{"data":"21;;1"}"#)
    #expect(empty.object["code"] as? String == "22P02")
  }

  @Test("rows come by number, 20 unless told")
  func pages() async {
    let server = await TestServer.loggedIn()
    for number in 0..<25 {
      server.now = server.now.advanced(by: .seconds(1))
      await server.send(.post, "/api/data", #"{"data":"\#(number);;;;;;;;;;;;"}"#)
    }
    func temperatures(_ query: String) async -> [Int] {
      await server.send(.get, "/api/data" + query).rows.compactMap { $0["temperature"] as? Int }
    }
    #expect(await temperatures("") == Array(0..<20))
    #expect(await temperatures("/?offset=20") == Array(20..<25))
    #expect(await temperatures("?offset=3&limit=2") == [3, 4])
    #expect(await temperatures("?offset=25") == [])
  }

  @Test("rows of a period have both ends, by time, over many pages")
  func period() async {
    let server = await TestServer.loggedIn { $0.hasLimits = false }
    let start = server.now
    for number in 0..<1203 {
      server.now = start.advanced(by: .milliseconds(500 * number))
      await server.send(.post, "/api/data", #"{"data":"\#(number);;;;;;;;;;;;"}"#)
    }
    let all = await server.send(.get, server.today)
    #expect(all.rows.compactMap { $0["temperature"] as? Int } == Array(0..<1203))
    let some = await server.send(
      .get,
      "/api/data/findByDate/?startDate=2026-11-18T11:06:41Z&endDate=2026-11-18T12%3A06%3A42%2B01:00"
    )
    #expect(some.rows.compactMap { $0["temperature"] as? Int } == [2, 3, 4])
    #expect(server.findings.map(\.kind) == [.trailingSlash])
    let none = await server.send(
      .get, "/api/data/findByDate?startDate=2020-01-01T00:00:00Z&endDate=2020-01-02T00:00:00Z")
    #expect(none.text == "[]")
  }

  @Test("exactly a page, and two, end well", arguments: [499, 500, 501, 1000])
  func wholePages(count: Int) async {
    let server = await TestServer.loggedIn { $0.hasLimits = false }
    for number in 0..<count {
      await server.send(.post, "/api/data", #"{"data":"\#(number);;;;;;;;;;;;"}"#)
    }
    #expect(await server.send(.get, server.today).rows.count == count)
  }

  @Test("a period that ends before it begins has no rows, and that is noticed")
  func reversed() async {
    let server = await TestServer.loggedIn()
    let reply = await server.send(
      .get, "/api/data/findByDate?startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z")
    #expect(reply.text == "[]")
    #expect(server.findings.map(\.kind) == [.reversed])
  }

  @Test("the day that an app makes of the month is noticed")
  func dayIsMonth() async {
    let server = await TestServer.loggedIn()
    await server.send(
      .get, "/api/data/findByDate?startDate=2026-11-011T00:00:00Z&endDate=2026-11-011T23:59:59Z")
    #expect(server.findings.map(\.kind) == [.dayIsMonth])
    await server.send(.get, "/api/data/findByDate?startDate=today&endDate=tomorrow")
    #expect(server.findings.map(\.kind) == [.notADate])
    await server.send(
      .get, "/api/data/findByDate?startDate=2026-10-01T00:00:00Z&endDate=2026-11-01T00:00:00Z")
    #expect(server.findings.map(\.kind) == [.rangeTooLarge])
  }

  @Test("one token posts fifty rows a second at most")
  func rate() async {
    let server = await TestServer.loggedIn()
    for _ in 0..<50 {
      #expect(await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#).status == 200)
    }
    let reply = await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#)
    #expect(reply.status == 429)
    #expect(reply.response.field("Retry-After") == "1")
    server.now = server.now.advanced(by: .seconds(1))
    #expect(await server.send(.post, "/api/data", #"{"data":"\#(boardText)"}"#).status == 200)
  }

  @Test("text of any kind is told as it is, and breaks no JSON")
  func hostileText() async {
    let server = TestServer()
    let name = #"Robert'); DROP TABLE users;-- <script>alert(\"1\")</script> \u0000"#
    let reply = await server.send(
      .post, "/api/user/register",
      #"{"email":"'or''='@x.y","password":"x","lastName":"\#(name)"}"#)
    #expect(reply.status == 400)  // the zero byte
    let other = await server.send(
      .post, "/api/user/register",
      #"{"email":"'or''='@x.y","password":"x","lastName":"\#(name.replacing(#" \u0000"#, with: ""))"}"#
    )
    #expect(
      other.object["lastName"] as? String
        == #"Robert'); DROP TABLE users;-- <script>alert("1")</script>"#)
  }
}

@Suite("tokens")
struct TokenTests {
  /// Returns the decoded parts of a token.
  private func parts(_ token: String) -> [String] {
    token.split(separator: ".").map { part in
      let base = String(part).replacing("-", with: "+").replacing("_", with: "/")
      let padding = String(repeating: "=" as Character, count: (4 - base.count % 4) % 4)
      let padded = base + padding
      return Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  @Test("a token is a JSON Web Token of 48 hours")
  func shape() async throws {
    let server = await TestServer.loggedIn()
    let token = try #require(server.token)
    #expect(parts(token)[0] == #"{"alg":"HS256","typ":"JWT"}"#)
    #expect(parts(token)[1].contains(#""iat":1795000000,"exp":1795172800"#))
    #expect(!parts(token)[1].contains("secret"))
  }

  @Test("in the original's style it carries the user as text")
  func originalData() async throws {
    let server = await TestServer.loggedIn(.reference)
    #expect(
      parts(try #require(server.token))[1].hasPrefix(#"{"data":"{\"email\":\"mario@example.org\""#))
  }

  @Test("changed by a letter, signed by nobody or by another, a token opens nothing")
  func forged() async throws {
    let server = await TestServer.loggedIn()
    let token = try #require(server.token)
    let parts = token.split(separator: ".").map(String.init)
    func encoded(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let none = encoded(#"{"alg":"none","typ":"JWT"}"#)
    let forgeries = [
      "\(none).\(parts[1]).", "\(none).\(parts[1])", "\(none).\(parts[1]).\(parts[2])",
      "\(parts[0]).\(parts[1].dropLast())A.\(parts[2])", "\(parts[0]).\(parts[1]).",
      "\(parts[0]).\(parts[1]).\(parts[2].dropLast(3))AAA", "\(token).x",
      "\(parts[0]).\(encoded(#"{"sub":"1"}"#)).\(parts[2])",
      String(repeating: "a." as String, count: 5000),
    ]
    for forgery in forgeries {
      let reply = await server.send(
        .get, "/api/user/me", authorization: "Bearer \(forgery)")
      #expect(reply.status == 401, "\(forgery.prefix(80))")
    }
  }

  @Test("who has the key cannot make a token with another algorithm")
  func otherAlgorithm() async {
    let server = await TestServer.loggedIn()
    func encoded(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("=", with: "")
    }
    func token(_ head: String) -> String {
      let body = #"{"sub":"1","email":"mario@example.org","jti":"x","gen":0,"iat":1,"exp":9e9}"#
      let signed = encoded(head) + "." + encoded(body)
      let code = Data(server.secrets.authenticationCode(of: Array(signed.utf8)))
      return signed + "." + code.base64EncodedString().replacing("=", with: "")
    }
    let good = await server.send(
      .get, "/api/user/me", authorization: "Bearer \(token(#"{"alg":"HS256"}"#))")
    #expect(good.status == 200)
    for head in [#"{"alg":"none"}"#, #"{"alg":"HS512"}"#, "{}", "[]"] {
      let reply = await server.send(.get, "/api/user/me", authorization: "Bearer \(token(head))")
      #expect(reply.status == 401)
    }
  }
}
