internal import HTTPMessages
internal import Pages

/// The page at `/`: one line of plain text, which the apps show, or the server's page for browsers.
struct HomePage: Sendable {
  private let line: String
  private let page: PageFile?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - line: The line of text.
  ///   - page: The page for browsers; `nil` in a program that was built without it, where browsers get the line.
  init(line: String, page: PageFile? = BrowserFiles.file(at: "/", page: "server.html")) {
    self.line = line
    self.page = page
  }

  /// Answers a parsed request; returns `nil` for other paths than `/` and those of the page's files.
  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    guard request.path == "/" else {
      return BrowserFiles.file(at: request.path, page: "server.html")?.answer(request)
    }
    var response = file(for: request).answer(request)
    response.fields.append(HTTPField("Vary", "Accept"))
    return response
  }

  private func file(for request: HTTPRequest) -> PageFile {
    if let page, Self.takesPages(request) { return page }
    return PageFile("text/plain; charset=utf-8", text: line + "\n")
  }

  /// Returns whether a client accepts HTML, as browsers do and the apps do not.
  private static func takesPages(_ request: HTTPRequest) -> Bool {
    let types = (request.field("Accept") ?? "").split(separator: ",")
    return types.contains { type in
      type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() == "text/html"
    }
  }
}
