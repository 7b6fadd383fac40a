import HTTPMessages
import Pages
import Testing

@testable import AppHost

@Suite("What there is at /")
struct HomePageTests {
  private let home = HomePage(line: "boardsim is <here>")

  private func text(accepting types: String?, of home: HomePage) throws -> String {
    let fields = types.map { [HTTPField("accept", $0)] } ?? []
    let answer = try #require(home.answer(HTTPRequest(.get, "/", fields: fields)))
    let isPage = answer.field("Content-Type") == "text/html; charset=utf-8"
    #expect(isPage || answer.field("Content-Type") == "text/plain; charset=utf-8")
    #expect(answer.fields.contains(HTTPField("Vary", "Accept")))
    #expect(answer.status == 200)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>") == isPage)
    return text
  }

  @Test(
    "the apps get one plain line",
    arguments: [nil, "*/*", "application/json", "application/json, text/plain, */*", "text/htmlx"])
  func line(types: String?) throws {
    #expect(try text(accepting: types, of: home) == "boardsim is <here>\n")
  }

  @Test(
    "browsers get the server's page",
    arguments: ["text/html", "text/html,application/xhtml+xml;q=0.9", "a/b, Text/HTML;q=0.8"])
  func page(types: String) throws {
    let text = try text(accepting: types, of: home)
    #expect(text.contains(#"src="/page/server.js""#))
    #expect(text.contains(#"<a href="/docs">"#))
    let without = HomePage(line: "boardsim is <here>", page: nil)
    #expect(try self.text(accepting: types, of: without) == "boardsim is <here>\n")
  }

  @Test("the page's files are its own, other paths are not, and other methods are refused")
  func others() {
    #expect(home.answer(HTTPRequest(.get, "/page/server.js"))?.status == 200)
    #expect(home.answer(HTTPRequest(.get, "/page/none.js")) == nil)
    #expect(home.answer(HTTPRequest(.get, "/docs")) == nil)
    #expect(home.answer(HTTPRequest(.head, "/"))?.status == 200)
    #expect(home.answer(HTTPRequest(.post, "/"))?.status == 405)
  }
}
