@testable import AppHost
import HTTPMessages
import HTTPServer
import Testing

@Suite("The page that describes a port")
struct DocumentationPageTests {
  private static let files = SwaggerUI(
    script: Gzip.encode(Array(String(repeating: "script ", count: 500).utf8)),
    style: Gzip.encode(Array("style".utf8)), licence: Gzip.encode(Array("licence".utf8)))

  private static func page(_ explorer: SwaggerUI?) -> DocumentationPage {
    DocumentationPage(
      title: "a <port>", description: "/api-docs",
      operations: [DocumentedOperation(.get, "/a?b=1&c", "reads \"a\"")], explorer: explorer)
  }

  private static func get(_ path: String, accepting coding: String? = nil) -> HTTPRequest {
    HTTPRequest(.get, path, fields: coding.map { [HTTPField("Accept-Encoding", $0)] } ?? [])
  }

  private static func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test("without Swagger UI it is a list of what there is, and asks for no script")
  func plain() throws {
    let page = Self.page(nil)
    for path in ["/docs", "/docs/"] {
      let text = Self.text(try #require(page.answer(Self.get(path))))
      #expect(text.contains("<h1>a &lt;port&gt;</h1>"))
      #expect(
        text.contains(
          "<tr><td>GET</td><td><code>/a?b=1&amp;c</code></td><td>reads &quot;a&quot;</td></tr>"))
      #expect(text.contains(#"<a href="/api-docs">"#))
      #expect(!text.contains("<script") && !text.contains("<style") && !text.contains("style="))
    }
    for path in ["/docs/swagger-ui-bundle.js", "/docs/start.js", "/docs/LICENSE", "/docs/x"] {
      #expect(page.answer(Self.get(path))?.status == 404)
    }
  }

  @Test("the apps' operations are in it, each with its whole path")
  func operations() {
    let paths = DocumentedOperation.ofApplicationServer.map { "\($0.method.name) \($0.path)" }
    #expect(paths.count == 9)
    #expect(paths.contains("GET /api/data/findByDate"))
    #expect(
      DocumentedOperation.ofWeather.map(\.path) == ["/data/2.5/weather", "/data/2.5/forecast"])
  }

  @Test("what the page asks for is there, and all of it is of this server")
  func explorer() throws {
    let page = Self.page(Self.files)
    let html = Self.text(try #require(page.answer(Self.get("/docs"))))
    let wanted = html.split(separator: "\"").filter { $0.hasPrefix("/") }.map(String.init)
    #expect(wanted.contains("/docs/swagger-ui-bundle.js") && wanted.contains("/docs/LICENSE"))
    for path in wanted where path != "/api-docs" {
      #expect(page.answer(Self.get(path))?.status == 200, "\(path)")
    }
    #expect(!html.contains("http") && !html.contains("<style") && !html.contains("style="))
    #expect(html.ranges(of: "<script").count == html.ranges(of: "<script src=").count)
    #expect(
      Self.text(try #require(page.answer(Self.get("/docs/start.js")))).contains(
        #"url: "/api-docs""#))
  }

  @Test("files go as they are kept to those who take gzip, and expanded to others")
  func codings() throws {
    let page = Self.page(Self.files)
    let path = "/docs/swagger-ui-bundle.js"
    let coded = try #require(page.answer(Self.get(path, accepting: "gzip, br")))
    #expect(coded.body == Self.files.script)
    #expect(coded.field("Content-Encoding") == "gzip")
    let plain = try #require(page.answer(Self.get(path)))
    #expect(Self.text(plain).hasPrefix("script script"))
    #expect(plain.field("Content-Encoding") == nil)
    #expect(plain.field("Vary") == "Accept-Encoding")
    #expect(plain.field("ETag") == coded.field("ETag"))
    #expect(plain.field("Cache-Control") == "no-cache")
  }

  @Test("who has a file is not sent it again, and another file has another tag")
  func tags() throws {
    let page = Self.page(Self.files)
    var tags: Set<String> = []
    let paths = [
      "/docs", "/docs/page.css", "/docs/start.js", "/docs/swagger-ui.css", "/docs/LICENSE",
    ]
    for path in paths {
      let tag = try #require(page.answer(Self.get(path))?.field("ETag"))
      tags.insert(tag)
      let again = HTTPRequest(.get, path, fields: [HTTPField("If-None-Match", tag)])
      let answer = try #require(page.answer(again))
      #expect(answer.status == 304 && answer.body.isEmpty)
    }
    #expect(tags.count == paths.count)
  }

  @Test("pages may load nothing from elsewhere, and run nothing that stands in them")
  func policy() throws {
    for path in ["/docs", "/docs/x"] {
      let answer = try #require(Self.page(Self.files).answer(Self.get(path)))
      let policy = try #require(answer.field("Content-Security-Policy"))
      #expect(policy.hasPrefix("default-src 'self'; "))
      #expect(!policy.contains("unsafe"))
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test("other paths are not its own, and other methods are refused")
  func others() {
    let page = Self.page(nil)
    for path in ["/", "/docsx", "/api/docs", "/doc"] { #expect(page.answer(Self.get(path)) == nil) }
    let answer = page.answer(HTTPRequest(.post, "/docs"))
    #expect(answer?.status == 405)
    #expect(answer?.field("Allow") == "GET, HEAD")
  }

  @Test("a description's path stands in the script as it is")
  func escaping() throws {
    let page = DocumentationPage(
      title: "", description: "/a\"</script>\\é😀\n", operations: [], explorer: Self.files)
    let text = Self.text(try #require(page.answer(Self.get("/docs/start.js"))))
    #expect(text.contains(#"url: "/a\u0022\u003c/script\u003e\u005c\u00e9\ud83d\ude00\u000a","#))
  }

  @Test("what was built in is whole", .enabled(if: SwaggerUI.embedded != nil))
  func embedded() throws {
    let files = try #require(SwaggerUI.embedded)
    let script = String(decoding: try #require(Gzip.decode(files.script)), as: UTF8.self)
    #expect(script.contains("SwaggerUIBundle"))
    let style = String(decoding: try #require(Gzip.decode(files.style)), as: UTF8.self)
    #expect(style.contains(".swagger-ui"))
    let licence = String(decoding: try #require(Gzip.decode(files.licence)), as: UTF8.self)
    #expect(licence.contains("Apache License"))
  }
}
