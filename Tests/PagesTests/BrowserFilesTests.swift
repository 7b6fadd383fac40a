@testable import Pages
import HTTPMessages
import Testing

@Suite("The pages' files")
struct BrowserFilesTests {
  private static let modules = [
    "account", "admin", "api", "bar", "boards", "caster", "chart", "clients", "cluster", "compare",
    "faults",
    "filter", "fix", "graph", "ground", "html", "live", "map", "memory", "mountpoint",
    "mountpoints", "observed", "panel", "parts", "people", "polar", "polled", "power", "recorded",
    "records",
    "region", "replay", "rows", "scenario", "server", "session", "sky", "start", "stations",
    "traffic", "values", "words", "world",
  ]

  private func text(_ name: String) throws -> String {
    try #require(BrowserFiles.text(name), "\(name) is not in the program")
  }

  @Test(
    "a page loads files that are there, by their paths, and nothing else",
    arguments: ["index.html", "replay.html", "server.html", "admin.html", "caster.html"])
  func loads(page: String) throws {
    let outside: Set = [
      "api/v1/openapi.json", "/api/v1/openapi.json", "/docs", "/api-docs", "/metrics",
    ]
    let text = try text(page)
    let paths = text.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
    #expect(paths.count >= 4)
    for path in paths where !outside.contains(path) {
      let name = String(path.dropFirst(BrowserFiles.directory.count))
      #expect(path.hasPrefix(BrowserFiles.directory))
      // Leaflet and dygraphs are fetched when the program is built.
      let isOthers = name.hasPrefix("leaflet") || name.hasPrefix("dygraph")
      #expect(isOthers || BrowserFiles[name] != nil, "\(path)")
    }
    #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains("onload="))
  }

  @Test("each module imports from modules that are there what they export", arguments: modules)
  func imports(module: String) throws {
    for found in try text(module + ".js").matches(of: /import \{ (.*) \} from "\.\/(\w+)\.js";/) {
      let other = try text(String(found.2) + ".js")
      for name in found.1.split(separator: ", ") {
        let declarations = ["function", "async function", "class", "const"].map {
          "export \($0) \(name)"
        }
        #expect(declarations.contains { other.contains($0) }, "\(name) of \(found.2)")
      }
    }
  }

  @Test("every text that a page says has its row of words, and every row is said somewhere")
  func words() throws {
    let rows = try text("words.js").matches(
      of: /\n  "([^"]+)": \["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\]/)
    let keys = Set(rows.map { String($0.1) })
    #expect(keys.count == rows.count && keys.count > 150)
    let scripts = try Self.modules.filter { $0 != "words" }.map { try text($0 + ".js") }.joined()
    let said = scripts.matches(of: /(?:say|panel|facts)\("([^"]+)"/).map { String($0.1) }
    #expect(said.count > 100)
    for key in said { #expect(keys.contains(key), "'\(key)' has no words") }
    // Some keys are put together, as `values.${name}` or from a list of names.
    let families = Set(scripts.matches(of: /`([a-zA-Z.]+)\.\$\{/).map { String($0.1) })
    for key in keys {
      let family = key.split(separator: ".").dropLast().joined(separator: ".")
      let isName = scripts.contains("\"\(key)\"") || scripts.contains(" \(key): ")
      #expect(
        isName || families.contains(family) || key.hasPrefix("fix."), "'\(key)' is never said")
    }
  }

  @Test("both languages have the same places for values")
  func places() throws {
    for row in try text("words.js").matches(
      of: /\n  "([^"]+)": \["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\]/)
    {
      let places = [row.2, row.3].map { $0.matches(of: /\{\d\}/).map { String($0.0) }.sorted() }
      #expect(places[0] == places[1] && !row.2.isEmpty && !row.3.isEmpty, "\(row.1)")
    }
  }

  @Test("a file goes with its type, and may load from its own port only")
  func fields() throws {
    let types = [
      "start.js": "text/javascript", "page.css": "text/css", "icon.svg": "image/svg+xml",
      "index.html": "text/html",
    ]
    for (name, type) in types {
      let answer = try #require(BrowserFiles[name]).answer(HTTPRequest(.get, "/page/" + name))
      #expect(answer.field("Content-Type") == type + "; charset=utf-8")
      #expect(answer.field("Content-Security-Policy")?.hasPrefix("default-src 'self';") == true)
      #expect(answer.field("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
    }
    #expect(BrowserFiles["nothing.js"] == nil && BrowserFiles["../Package.swift"] == nil)
  }
}
