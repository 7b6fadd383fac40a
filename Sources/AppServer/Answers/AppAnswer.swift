public import HTTPMessages
internal import TextOutput

/// An answer of the server.
public struct AppAnswer: Sendable {
  /// The response's head and body; with ``rows``, the head only.
  public var response: HTTPResponse
  /// The rows that follow the head, a page at a time; `nil` when the body is in ``response``.
  public var rows: RowPages?

  init(_ response: HTTPResponse, rows: RowPages? = nil) {
    self.response = response
    self.rows = rows
  }
}

extension HTTPResponse {
  /// Creates an answer in the apps' own shape, `{"response": TEXT}`, which both apps read with any status.
  public init(status: Int, response text: String, style: AnswerStyle = .apps) {
    self.init(status: status, style: style) { json in
      json.object { $0.member("response", text) }
    }
  }

  /// Creates a JSON response, indented as the original did it in the reference style.
  init(
    status: Int, style: AnswerStyle, _ write: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter()
    write(&json)
    self.init(status: status, json: style == .reference ? json.bytes.indentedJSON() : json.bytes)
  }

  /// Creates the HTML page with which the original's libraries reported an error.
  init(status: Int, errorPage text: String) {
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Error</title>
      </head>
      <body>
      <pre>\(text.escapedForHTML)</pre>
      </body>
      </html>

      """
    self.init(
      status: status, fields: [HTTPField("Content-Type", "text/html; charset=utf-8")],
      body: Array(page.utf8))
  }
}

extension String {
  /// The text with HTML's special characters (`&`, `<`, `>`, `"`, `'`) escaped.
  package var escapedForHTML: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
