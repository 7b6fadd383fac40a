import HTTPMessages
import HTTPServer
import Testing

@Suite("Who may use the control port")
struct LocalAccessTests {

  private static func status(
    _ method: String, host: String?, origin: String? = nil, type: String? = nil,
    port: UInt16 = 3001, body: [UInt8] = [123, 125]
  ) -> Int? {
    let fields = [("Host", host), ("Origin", origin), ("Content-Type", type)]
    let request = HTTPRequest(
      HTTPMethod(method), "/",
      fields: fields.compactMap { name, value in
        value.map { HTTPField(name, $0) }
      }, body: body)
    return LocalAccess(to: "192.0.2.7", port: port).refusal(of: request)?.status
  }

  @Test(
    "a token opens the port under any name, and nothing else does",
    arguments: [
      ("GET", "Bearer secret-token", nil, nil), ("GET", nil, nil, 401), ("GET", "Bearer", nil, 401),
      ("GET", "Bearer secret-tokem", nil, 401), ("GET", "Bearer secret-token2", nil, 401),
      ("GET", "secret-token", nil, 401), ("POST", "Bearer secret-token", "text/plain", 415),
      ("POST", "Bearer secret-token", "application/json", nil),
      ("POST", "Bearer x", "application/json", 401),
    ] as [(String, String?, String?, Int?)])
  func token(method: String, authorization: String?, type: String?, refusal: Int?) {
    let fields = [
      ("Host", "board.lan:9"), ("Origin", "http://phone"), ("Authorization", authorization),
      ("Content-Type", type),
    ]
    let request = HTTPRequest(
      HTTPMethod(method), "/",
      fields: fields.compactMap { name, value in value.map { HTTPField(name, $0) } },
      body: [123, 125])
    let access = LocalAccess(to: "127.0.0.1", port: 3001, token: "secret-token")
    #expect(access.refusal(of: request)?.status == refusal)
  }

  @Test(
    "reading needs one of our names with our port",
    arguments: [
      ("127.0.0.1:3001", nil), ("localhost:3001", nil), ("LocalHost:3001", nil),
      ("[::1]:3001", nil),
      ("192.0.2.7:3001", nil), (nil, 400), ("", 400), ("127.0.0.1", 421), ("127.0.0.1:3000", 421),
      ("evil.example:3001", 421), ("localhost.evil.example:3001", 421), ("192.0.2.8:3001", 421),
      ("127.0.0.1:3001, evil.example", 421), ("::1:3001", 421), ("127.0.0.1:30010", 421),
    ] as [(String?, Int?)])
  func host(name: String?, refusal: Int?) {
    #expect(Self.status("GET", host: name, origin: "http://evil.example") == refusal)
    #expect(Self.status("HEAD", host: name) == refusal)
    #expect(Self.status("POST", host: name, type: "application/json") == refusal)
  }

  @Test("the port that HTTP has anyway need not be named")
  func usualPort() {
    #expect(Self.status("GET", host: "localhost", port: 80) == nil)
    #expect(Self.status("GET", host: "localhost:80", port: 80) == nil)
    #expect(Self.status("GET", host: "evil.example", port: 80) == 421)
  }

  @Test(
    "writing has no origin but ours",
    arguments: [
      (nil, nil), ("http://127.0.0.1:3001", nil), ("http://localhost:3001", nil),
      ("http://[::1]:3001", nil), ("null", 403), ("", 403), ("http://evil.example", 403),
      ("http://127.0.0.1", 403), ("http://127.0.0.1:8080", 403), ("https://127.0.0.1:3001", 403),
      ("http://127.0.0.1:3001.evil.example", 403), ("http://localhost:3001, null", 403),
    ] as [(String?, Int?)], ["POST", "PUT", "PATCH", "DELETE", "BREW"])
  func origin(_ origin: (text: String?, refusal: Int?), method: String) {
    let status = Self.status(
      method, host: "127.0.0.1:3001", origin: origin.text, type: "application/json")
    #expect(status == origin.refusal)
  }

  @Test(
    "writing is JSON",
    arguments: [
      ("application/json", nil), ("Application/JSON; charset=utf-8", nil),
      ("application/json ;charset=utf-8", nil), (nil, 415), ("", 415), ("text/plain", 415),
      ("application/x-www-form-urlencoded", 415), ("multipart/form-data; boundary=x", 415),
      ("text/plain; application/json", 415), ("application/jsonp", 415),
    ] as [(String?, Int?)])
  func contentType(type: String?, refusal: Int?) {
    #expect(Self.status("POST", host: "127.0.0.1:3001", type: type) == refusal)
    #expect(Self.status("GET", host: "127.0.0.1:3001", type: type) == nil)
    #expect(Self.status("DELETE", host: "127.0.0.1:3001", type: type, body: []) == nil)
    let foreign = "http://evil.example"
    #expect(
      Self.status("DELETE", host: "127.0.0.1:3001", origin: foreign, type: type, body: []) == 403)
  }

  @Test("no more than a hundred characters of a header are repeated")
  func longNames() {
    let long = String(repeating: "x", count: 101)
    let access = LocalAccess(to: "127.0.0.1", port: 3001)
    let host = access.refusal(of: HTTPRequest(.get, "/", fields: [HTTPField("Host", long)]))
    let fields = [HTTPField("Host", "127.0.0.1:3001"), HTTPField("Origin", long)]
    let origin = access.refusal(of: HTTPRequest(.post, "/", fields: fields))
    for refusal in [host, origin] {
      let text = String(decoding: refusal?.body ?? [], as: UTF8.self)
      #expect(text.contains("'\(long.dropLast())'"), "\(text)")
    }
  }

  @Test("a port on an IPv6 address has its name in brackets")
  func bracketedName() {
    let request = HTTPRequest(.get, "/", fields: [HTTPField("host", "[FD00::7]:3001")])
    #expect(LocalAccess(to: "fd00::7", port: 3001).refusal(of: request) == nil)
    #expect(LocalAccess(to: "192.0.2.7", port: 3001).refusal(of: request)?.status == 421)
  }
}
