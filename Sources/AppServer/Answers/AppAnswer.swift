public import HTTPMessages
internal import TextOutput

/// An answer of the server.
public struct AppAnswer: Sendable {
  /// Head and body; of ``rows`` the head only.
  public var response: HTTPResponse
  /// Rows that follow, a page at a time.
  public var rows: RowPages?

  init(_ response: HTTPResponse, rows: RowPages? = nil) {
    self.response = response
    self.rows = rows
  }
}

extension HTTPResponse {
  /// An answer in the apps' own shape, `{"response": TEXT}`, which both of them understand with any status.
  public init(status: Int, response text: String, style: AnswerStyle = .apps) {
    self.init(status: status, style: style) { json in
      json.object { $0.member("response", text) }
    }
  }

  /// JSON, indented in the original's style.
  init(
    status: Int, style: AnswerStyle, _ write: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter()
    write(&json)
    self.init(status: status, json: style == .reference ? json.bytes.indentedJSON() : json.bytes)
  }

  /// The page with which the original's libraries told an error.
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
  /// The text with what HTML would take for its own escaped.
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
