internal import AppServer
package import HTTPMessages
internal import HTTPServer
internal import OpenData
internal import Pages

/// The pages that document a port's operations: Swagger UI when the program was built with it, otherwise a
/// plain list.
///
/// The pages are at `/docs` and below. All of their content comes from the program, and the pages may not
/// load anything from other origins.
package struct DocumentationPage: Sendable {
  private let title: String
  private let description: String
  private let operations: [DocumentedOperation]
  private let explorer: SwaggerUI?

  /// Creates the pages.
  ///
  /// - Parameters:
  ///   - title: The title of the documented interface.
  ///   - description: The path of the machine-readable description, OpenAPI or Swagger 2.0.
  ///   - operations: The operations, in the order of the list.
  package init(title: String, description: String, operations: [DocumentedOperation]) {
    self.init(
      title: title, description: description, operations: operations, explorer: .embedded)
  }

  init(
    title: String, description: String, operations: [DocumentedOperation], explorer: SwaggerUI?
  ) {
    self.title = title
    self.description = description
    self.operations = operations
    self.explorer = explorer
  }

  /// Answers a parsed request; returns `nil` for paths outside `/docs`.
  package func answer(_ request: HTTPRequest) -> HTTPResponse? {
    guard request.path == "/docs" || request.path.hasPrefix("/docs/") else { return nil }
    guard let file = file(at: request.path.dropFirst("/docs".count)) else {
      return HTTPResponse(
        status: 404, fields: PageFile.fields("text/plain; charset=utf-8"),
        body: Array("there is nothing here; see /docs\n".utf8))
    }
    return file.answer(request)
  }

  private func file(at path: Substring) -> PageFile? {
    switch path {
    case "", "/":
      let html = explorer == nil ? plainPage : explorerPage
      return PageFile("text/html; charset=utf-8", text: html)
    case "/page.css": return PageFile("text/css; charset=utf-8", text: Self.sheet)
    default: return explorer.flatMap { file(at: path, of: $0) }
    }
  }

  private func file(at path: Substring, of explorer: SwaggerUI) -> PageFile? {
    switch path {
    case "/swagger-ui-bundle.js":
      PageFile("text/javascript; charset=utf-8", gzipped: explorer.script)
    case "/swagger-ui.css": PageFile("text/css; charset=utf-8", gzipped: explorer.style)
    case "/LICENSE": PageFile("text/plain; charset=utf-8", gzipped: explorer.licence)
    case "/start.js": PageFile("text/javascript; charset=utf-8", text: start)
    default: nil
    }
  }

  // MARK: The files' content

  private var explorerPage: String {
    page(
      head: #"<link rel="stylesheet" href="/docs/swagger-ui.css">"#,
      body: """
        <div id="swagger-ui"></div>
        <script src="/docs/swagger-ui-bundle.js"></script>
        <script src="/docs/start.js"></script>
        <footer><a href="\(description.escapedForHTML)">the description for programs</a>,
        <a href="/docs/LICENSE">the licence of Swagger UI</a></footer>
        """)
  }

  private var plainPage: String {
    let rows = operations.map { operation in
      "<tr><td>\(operation.method.name.escapedForHTML)</td><td><code>\(operation.path.escapedForHTML)</code></td>"
        + "<td>\(operation.summary.escapedForHTML)</td></tr>\n"
    }
    return page(
      head: "",
      body: """
        <h1>\(title.escapedForHTML)</h1>
        <table>
        \(rows.joined())</table>
        <footer><a href="\(description.escapedForHTML)">the description for programs</a></footer>
        """)
  }

  private func page(head: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.escapedForHTML)</title>
    \(head)<link rel="stylesheet" href="/docs/page.css">
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  /// The start script, in its own file because the page may not run inline scripts.
  private var start: String {
    """
    window.onload = function () {
      window.ui = SwaggerUIBundle({
        url: "\(description.inScript)", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null
      });
    };

    """
  }

  private static let sheet = """
    body { margin: 1em auto; max-width: 70em; padding: 0 1em; font-family: sans-serif; color: #222; }
    table { border-collapse: collapse; }
    td { padding: 0.3em 1em 0.3em 0; vertical-align: top; border-bottom: 1px solid #ddd; }
    footer { margin: 2em 0; font-size: 0.9em; }

    """
}

/// An operation in the list of a documentation page.
package struct DocumentedOperation: Hashable, Sendable {
  /// The operation's HTTP method.
  package let method: HTTPMethod
  /// The operation's full path.
  package let path: String
  /// A one-line summary of the operation.
  package let summary: String

  /// Creates an entry for the list of operations.
  package init(_ method: HTTPMethod, _ path: String, _ summary: String) {
    self.method = method
    self.path = path
    self.summary = summary
  }

  /// The operations of the server that the apps use.
  package static let ofApplicationServer = Operation.allCases.map { operation in
    DocumentedOperation(operation.method, Operation.base + operation.path, operation.summary)
  }

  /// The operations of the region's open data.
  package static let ofOpenData = [
    ("nf78-nj6b", "The region's weather sensors"), ("647i-nhxk", "What weather sensors measured"),
    ("ib47-atvt", "The region's air sensors"), ("nicp-bhqi", "What air sensors measured"),
  ].map { set, summary in
    DocumentedOperation(
      .get, "\(OpenDataServer.path)\(set).json", "\(summary); .geojson and .csv too")
  }

  /// The operations of the weather in OpenWeatherMap's form.
  package static let ofWeather = [
    ("weather", "The present weather as OpenWeatherMap tells it"),
    (
      "forecast",
      "The weather of the next five days in steps of three hours, as OpenWeatherMap tells it"
    ),
  ].map { subject, summary in
    DocumentedOperation(
      .get, "\(OpenDataServer.weatherPath)\(subject)", "\(summary); lat and lon, or q, and appid")
  }
}

extension String {
  /// The text escaped for use within a script's quotes.
  var inScript: String {
    var text = ""
    for scalar in unicodeScalars {
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && !"\"\\<>&'".unicodeScalars.contains(scalar)
      text +=
        isPlain
        ? String(scalar)
        : scalar.utf16.map { unit in
          "\\u" + String(UInt32(unit) | 0x1_0000, radix: 16).dropFirst()
        }.joined()
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var utf16: String.UTF16View { String(self).utf16 }
}
