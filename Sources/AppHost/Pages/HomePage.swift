internal import AppServer
package import HTTPMessages
internal import Pages

/// The page at `/`: one line of plain text, which the apps show, or a page with links for browsers.
package struct HomePage: Sendable {
  /// A link of the page.
  package struct Link: Hashable, Sendable {
    /// The link's path.
    package let path: String
    /// The link's text.
    package let text: String

    /// Creates a link to a path.
    package init(_ path: String, _ text: String) {
      self.path = path
      self.text = text
    }
  }

  private let line: String
  private let links: [Link]

  /// Creates the page from its line and its links.
  package init(line: String, links: [Link]) {
    self.line = line
    self.links = links
  }

  /// Answers a parsed request; returns `nil` for other paths than `/`.
  package func answer(_ request: HTTPRequest) -> HTTPResponse? {
    guard request.path == "/" else { return nil }
    guard request.method == .get || request.method == .head else {
      return HTTPResponse(path: "/", takesOnly: [.get])
    }
    let isPage = Self.takesPages(request)
    var fields = PageFile.fields("text/\(isPage ? "html" : "plain"); charset=utf-8")
    fields.append(HTTPField("Vary", "Accept"))
    return HTTPResponse(
      status: 200, fields: fields, body: Array((isPage ? page : line + "\n").utf8))
  }

  /// Returns whether a client accepts HTML, as browsers do and the apps do not.
  private static func takesPages(_ request: HTTPRequest) -> Bool {
    let types = (request.field("Accept") ?? "").split(separator: ",")
    return types.contains { type in
      type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() == "text/html"
    }
  }

  private var page: String {
    let items = links.map {
      #"<li><a href="\#($0.path.escapedForHTML)">\#($0.text.escapedForHTML)</a></li>"#
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>boardsim</title>
      <link rel="stylesheet" href="/docs/page.css">
      </head>
      <body>
      <p>\(line.escapedForHTML)</p>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </body>
      </html>

      """
  }
}
