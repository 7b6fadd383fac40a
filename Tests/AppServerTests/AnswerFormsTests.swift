import GNSSBasics
import HTTPMessages
import Testing

@testable import AppServer

@Suite("forms of answers")
struct AnswerFormsTests {
  private static func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  // MARK: Indentation

  @Test(
    "JSON is indented as JavaScript does it, what stands in texts is left alone",
    arguments: [
      ("{}", "{}"), ("[]", "[]"), ("[[],{}]", "[\n  [],\n  {}\n]"), ("null", "null"), ("", ""),
      (
        #"{"a":1,"b":[true,{"c":null}]}"#,
        "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    {\n      \"c\": null\n    }\n  ]\n}"
      ),
      (#"{"a{[,:]}":"x:,\"{[\\"}"#, "{\n  \"a{[,:]}\": \"x:,\\\"{[\\\\\"\n}"),
      (#"["\\",":",",\\\"",""]"#, "[\n  \"\\\\\",\n  \":\",\n  \",\\\\\\\"\",\n  \"\"\n]"),
      (#"[{"a":[]}]"#, "[\n  {\n    \"a\": []\n  }\n]"), ("[", "[\n  "),
    ])
  func indentation(compact: String, indented: String) {
    #expect(String(decoding: Array(compact.utf8).indentedJSON(), as: UTF8.self) == indented)
  }

  @Test("JSON that stands at a level is indented from there")
  func levels() {
    #expect(
      String(decoding: Array(#"{"a":[1]}"#.utf8).indentedJSON(level: 1), as: UTF8.self)
        == "{\n    \"a\": [\n      1\n    ]\n  }")
    #expect(String(decoding: Array("]".utf8).indentedJSON(level: 1), as: UTF8.self) == "\n]")
  }

  // MARK: Pages

  @Test("an error page is the original's, and what a client sent is text in it")
  func errorPage() {
    let response = HTTPResponse(status: 404, errorPage: #"Cannot GET /<b>'&"é"#)
    #expect(response.status == 404)
    #expect(response.fields == [HTTPField("Content-Type", "text/html; charset=utf-8")])
    #expect(
      Self.text(response) == """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Error</title>
        </head>
        <body>
        <pre>Cannot GET /&lt;b&gt;&#39;&amp;&quot;é</pre>
        </body>
        </html>

        """)
  }

  // MARK: Refusals

  /// Each refusal with its status, text and `Retry-After` in the apps' style.
  private static let refusals: [(Refusal, status: Int, text: String, retry: String?)] = [
    (.unauthorized, 401, "Unauthorized", nil), (.gone, 401, "Unauthorized", nil),
    (.badToken(.malformed), 401, "Unauthorized", nil),
    (.badToken(.badSignature), 401, "Unauthorized", nil),
    (.badToken(.expired), 401, "Unauthorized", nil), (.badToken(.ended), 401, "Unauthorized", nil),
    (.badToken(.early), 401, "Unauthorized", nil),
    (.badToken(.unknown(.unavailable("locked"))), 503, "locked", "1"),
    (.wrongPassword, 401, "Password is wrong", nil),
    (.unknownUser, 401, "You must be register", nil),
    (.taken, 409, "You are already register", nil),
    (.invalid("limit", "limit: no"), 400, "limit: no", nil),
    (.database(.notANumber), 400, "data has a field that is no number", nil),
    (.database(.noSuchColumn("x")), 400, "x is no member of a user", nil),
    (.tooOften(seconds: 7), 429, "too many attempts, again in 7 s", "7"),
    (.busy, 503, "too many passwords are being looked at; again in a moment", "1"),
    (.store(.full("no room")), 503, "no room", "1"),
    (.store(.readOnly("read only")), 503, "read only", "1"),
    (.store(.damaged("damaged")), 503, "damaged", "1"),
    (
      .store(.newerSchema(found: 3, known: 2, where: "air.db")), 503,
      "air.db is of version 3, and this program knows up to 2; use a newer boardsim", "1"
    ),
  ]

  @Test("every refusal has its status and its words, and says when to come again where that helps")
  func refusals() {
    for (refusal, status, text, retry) in Self.refusals {
      for style in [AnswerStyle.apps, .strict] {
        let response = refusal.response(in: style)
        #expect(response.status == status, "\(refusal)")
        let isLogin = style == .strict && (refusal == .wrongPassword || refusal == .unknownUser)
        let said = isLogin ? "E-mail or password is wrong" : text
        #expect(Self.text(response) == #"{"response":"\#(said)"}"#)
        let fields = [HTTPField("Content-Type", "application/json")]
        #expect(response.fields == fields + (retry.map { [HTTPField("Retry-After", $0)] } ?? []))
      }
    }
  }

  @Test(
    "in the original's style a refusal is what its handlers, its libraries or its database said")
  func originalRefusals() {
    func said(_ text: String) -> String { "200 {\n  \"response\": \"\(text)\"\n}" }
    func page(_ text: String, _ status: Int = 500) -> String {
      "\(status) \(Self.text(HTTPResponse(status: 0, errorPage: text)))"
    }
    func fault(_ code: String, _ routine: String) -> String {
      "200 {\n  \"name\": \"error\",\n  \"severity\": \"ERROR\",\n  \"code\": \"\(code)\",\n"
        + "  \"routine\": \"\(routine)\"\n}"
    }
    func parameter(_ name: String) -> String {
      page("Error: Request validation failed: Parameter (\(name)) failed schema validation", 400)
    }
    let expected: [(Refusal, String)] = [
      (.unauthorized, said("Unauthorized")), (.wrongPassword, said("Password is wrong")),
      (.unknownUser, said("You must be register")), (.taken, said("You are already register")),
      (.badToken(.expired), page("TokenExpiredError: jwt expired")),
      (.badToken(.badSignature), page("JsonWebTokenError: invalid signature")),
      (.badToken(.malformed), page("JsonWebTokenError: jwt malformed")),
      (.database(.notANumber), fault("22P02", "float4in_internal")),
      (.database(.noSuchColumn("x")), fault("42703", "checkInsertTargets")), (.gone, "200 "),
      (.invalid("offset", ""), parameter("offset")), (.invalid("limit", ""), parameter("limit")),
      (.invalid("startDate", ""), parameter("startDate")),
      (.invalid("endDate", ""), parameter("endDate")), (.invalid("email", ""), parameter("body")),
      (.busy, #"503 {"response":"too many passwords are being looked at; again in a moment"}"#),
      (.badToken(.unknown(.full("no room"))), #"503 {"response":"no room"}"#),
      (.store(.full("no room")), #"503 {"response":"no room"}"#),
    ]
    for (refusal, text) in expected {
      let response = refusal.response(in: .reference)
      #expect("\(response.status) \(Self.text(response))" == text, "\(refusal)")
      let isPage = text.contains("<pre>")
      let type = isPage ? "text/html; charset=utf-8" : "application/json"
      #expect(response.field("Content-Type") == type)
      #expect(response.field("Retry-After") == (response.status == 503 ? "1" : nil))
    }
  }

  @Test(
    "what an error repeats of a client's text has 60 bytes, or 60 characters and a sign of more")
  func shortening() {
    let sixty = String(repeating: "x", count: 60)
    #expect(Refusal.shortened(sixty) == sixty)
    #expect(Refusal.shortened(sixty + "y") == sixty + "…")
    let wide = String(repeating: "é", count: 31)
    #expect(Refusal.shortened(wide) == wide + "…")
  }

  // MARK: Pages of rows

  private static func pages(
    of count: Int, _ style: AnswerStyle, tellsEmail: Bool = true
  ) async throws -> (RowPages, MemoryStore) {
    let store = MemoryStore()
    let owner = try await store.addAccount(
      Profile(email: "a@b.c"), passwordHash: "", at: UnixTime(seconds: 0))
    for number in 0..<count {
      _ = try await store.append(
        PostedRow(values: [Double(number) + 0.5], text: ""), owner: owner,
        at: UnixTime(seconds: Int64(number)))
    }
    let period = UnixTime(seconds: 0)...UnixTime(seconds: Int64(count))
    let pages = try await RowPages(of: period, in: store, style: style, tellsEmail: tellsEmail)
    return (pages, store)
  }

  private static func all(_ pages: RowPages) async throws -> [String] {
    var (pages, texts) = (pages, [String]())
    while let bytes = try await pages.next() {
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(try await pages.next() == nil)
    return texts
  }

  @Test("rows of a period are one array, a page at a time, in every style")
  func pages() async throws {
    func object(_ number: Int) -> String {
      #"{"id":\#(number + 1),"timestamp":"\#(DateText.text(UnixTime(seconds: Int64(number))))","#
        + #""email":"a@b.c","temperature":\#(number).5}"#
    }
    for count in [0, 1, 2, 499, 500, 501, 1000, 1001] {
      let expected = "[" + (0..<count).map(object).joined(separator: ",") + "]"
      let (pages, _) = try await Self.pages(of: count, .apps)
      let texts = try await Self.all(pages)
      #expect(texts.joined() == expected)
      #expect(texts.count == max(1, (count + 499) / 500))
      let (others, _) = try await Self.pages(of: count, .reference)
      let indented = String(decoding: Array(expected.utf8).indentedJSON(), as: UTF8.self)
      #expect(try await Self.all(others).joined() == indented)
    }
    let (anonymous, _) = try await Self.pages(of: 1, .strict, tellsEmail: false)
    #expect(
      try await Self.all(anonymous)
        == [#"[{"id":1,"timestamp":"1970-01-01T00:00:00.000Z","temperature":0.5}]"#])
  }

  @Test("a store that does not go on ends them with its error")
  func cutPages() async throws {
    let (pages, store) = try await Self.pages(of: 1001, .apps)
    var rest = pages
    #expect(try await rest.next() != nil)
    store.fail(with: .unavailable("gone"))
    await #expect(throws: StoreError.unavailable("gone")) { try await rest.next() }
  }
}
