import AppHost
import HTTPMessages
import Testing

@Suite("What there is at /")
struct HomePageTests {
  private let page = HomePage(
    line: "boardsim is <here>", links: [HomePage.Link("/docs", "what it takes")])

  private func text(accepting types: String?) throws -> String {
    let fields = types.map { [HTTPField("accept", $0)] } ?? []
    let answer = try #require(page.answer(HTTPRequest(.get, "/", fields: fields)))
    let isPage = answer.field("Content-Type") == "text/html; charset=utf-8"
    #expect(isPage || answer.field("Content-Type") == "text/plain; charset=utf-8")
    #expect(answer.field("Vary") == "Accept")
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>") == isPage)
    return text
  }

  @Test(
    "the apps get one plain line",
    arguments: [nil, "*/*", "application/json", "application/json, text/plain, */*", "text/htmlx"])
  func line(types: String?) throws {
    #expect(try text(accepting: types) == "boardsim is <here>\n")
  }

  @Test(
    "browsers get a page with links",
    arguments: ["text/html", "text/html,application/xhtml+xml;q=0.9", "a/b, Text/HTML;q=0.8"])
  func links(types: String) throws {
    let text = try text(accepting: types)
    #expect(text.contains("boardsim is &lt;here&gt;"))
    #expect(text.contains(#"<a href="/docs">what it takes</a>"#))
  }

  @Test("other paths are not its own, and other methods are refused")
  func others() {
    #expect(page.answer(HTTPRequest(.get, "/docs")) == nil)
    #expect(page.answer(HTTPRequest(.head, "/"))?.status == 200)
    #expect(page.answer(HTTPRequest(.post, "/"))?.status == 405)
  }
}
