import HTTPMessages
import Testing

@Suite("Requests")
struct HTTPRequestTests {
  @Test(
    "a path is decoded, and what is no escape stays",
    arguments: [
      ("/", "/"), ("/a%20b", "/a b"), ("/%C3%A8", "/è"), ("/a%2Fb%2f", "/a/b/"), ("/%zz", "/%zz"),
      ("/%4", "/%4"), ("/100%", "/100%"), ("/a+b", "/a+b"), ("/%41%5a%7E", "/AZ~"), ("", ""),
      ("/%g0", "/%g0"), ("/%0g", "/%0g"), ("/%/", "/%/"), ("/%@@", "/%@@"), ("/%:0", "/%:0"),
    ])
  func path(target: String, path: String) {
    #expect(HTTPRequest(.get, target).path == path)
    #expect(HTTPRequest(.get, target + "?x=1").path == path)
  }

  @Test("a query has its parameters in their order, decoded")
  func query() {
    let request = HTTPRequest(.get, "/t?at=60&name=a+b%26c&flag&empty=&at=61&x=1=2?3&y+z=4")
    #expect(
      request.query == [
        HTTPField("at", "60"), HTTPField("name", "a b&c"), HTTPField("flag", ""),
        HTTPField("empty", ""), HTTPField("at", "61"), HTTPField("x", "1=2?3"),
        HTTPField("y z", "4"),
      ])
    #expect(request.parameter("at") == "60")
    #expect(request.parameter("AT") == nil)
    #expect(HTTPRequest(.get, "/t?").query == [])
    #expect(HTTPRequest(.get, "/t?=1&=").query == [HTTPField("", "1"), HTTPField("", "")])
  }

  @Test("a field is found by its name in any case, and two of a name are one")
  func fields() {
    let request = HTTPRequest(
      .get, "/", fields: [HTTPField("Host", "a"), HTTPField("X-[", "1"), HTTPField("HOST", "b")])
    #expect(request.field("host") == "a, b")
    #expect(request.field("x-[") == "1")
    #expect(request.field("x-{") == nil)
    #expect(request.field("hos") == nil)
  }

  @Test("what it is made of is what it has")
  func parts() {
    let request = HTTPRequest(
      method: .put, path: "/p", query: [HTTPField("q", "1")], fields: [HTTPField("f", "2")],
      body: [3], client: "fe80::1%eth0")
    #expect(request.method == .put && request.path == "/p" && request.parameter("q") == "1")
    #expect(request.field("f") == "2" && request.body == [3])
    #expect(request.client == "fe80::1%eth0")
  }

  @Test("methods are told apart by their names, upper and lower case apart")
  func methods() {
    for name in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
      #expect(HTTPMethod(name) != .other(name))
      #expect(HTTPMethod(name).name == name)
      #expect(HTTPMethod(name.lowercased()) == .other(name.lowercased()))
      #expect(HTTPMethod(name).isSafe == ["GET", "HEAD", "OPTIONS"].contains(name))
    }
    #expect(HTTPMethod("BREW").name == "BREW")
    #expect(!HTTPMethod("BREW").isSafe)
  }
}
