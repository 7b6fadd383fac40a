import HTTPMessages
import Testing

@Suite("Codings and tags")
struct ContentCodingTests {
  @Test(
    "gzip goes to those who take it",
    arguments: [
      "gzip", "GZIP", "x-gzip", "deflate, gzip;q=1.0, *;q=0.5", "gzip, deflate, br, zstd", "*",
      "br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip;q=0.001", " gzip ; q=0.5 ", "identity;q=0.5, gzip",
      "gzip;q=0.5, identity;q=0.5", "compress;q=0.5, *;q=1", ",,gzip,", "identity;q=0, *",
      "gzip;q=1, identity", "gzip, identity;q=1", "gzip, *;q=0",
    ])
  func gzip(field: String) {
    #expect(ContentCoding(acceptedBy: field) == .gzip)
  }

  @Test(
    "a body goes as it is to those who say nothing of gzip, do not take it, or like it less",
    arguments: [
      nil, "", "identity", "deflate, br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *",
      "gzip;q=0.5, identity", "gzip;q=0.4, identity;q=0.5", "gzipped", "gzip;q=", "gzip;q=2",
      "gzip;q=-1", "gzip;level=9", "gzip;q=0.5;q=1", "gzip;q=nan", ";", "é", "gzip q=1",
    ])
  func identity(field: String?) {
    #expect(ContentCoding(acceptedBy: field) == .identity)
  }

  private static func asking(_ field: String, method: HTTPMethod = .get) -> HTTPRequest {
    HTTPRequest(method, "/", fields: [HTTPField("if-none-match", field)])
  }

  @Test(
    "who has it already is not sent it again",
    arguments: ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "W/\"b\",W/\"a\"", "\"x,y\", \"a\"", "*"],
    ["\"a\"", "W/\"a\""])
  func matching(field: String, tag: String) {
    #expect(Self.asking(field).alreadyHas(tag))
    #expect(Self.asking(field, method: .head).alreadyHas(tag))
    #expect(!Self.asking(field, method: .post).alreadyHas(tag))
    let response = HTTPResponse(status: 200, json: [1]).tagged(tag, for: Self.asking(field))
    #expect(response.status == 304 && response.body.isEmpty)
    #expect(response.fields == [HTTPField("ETag", tag), HTTPField("Cache-Control", "no-cache")])
  }

  @Test(
    "who has another one, or nothing, is",
    arguments: ["", "\"b\"", "a", "\"a", "a\"", "\"A\"", "\"b\"a\"c\"", "\"\"", "W/", "\"*\""])
  func differing(field: String) {
    #expect(!Self.asking(field).alreadyHas("\"a\""))
    #expect(!HTTPRequest(.get, "/").alreadyHas("\"a\""))
    let response = HTTPResponse(status: 200, json: [1]).tagged("\"a\"", for: Self.asking(field))
    #expect(response.status == 200 && response.body == [1])
    #expect(response.field("ETag") == "\"a\"")
    #expect(response.field("Cache-Control") == "no-cache")
  }
}
