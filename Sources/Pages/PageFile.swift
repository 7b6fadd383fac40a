package import HTTPMessages
internal import HTTPServer

/// A file of a page, held in memory.
///
/// The page may not load anything from other origins, run scripts or styles of its own text, or be shown in another page.
package struct PageFile: Sendable {
  private let type: String
  private let bytes: [UInt8]
  private let isGzipped: Bool
  private let tag: String

  /// Creates a file from a text made at run time.
  package init(_ type: String, text: String) {
    self.type = type
    bytes = Array(text.utf8)
    isGzipped = false
    tag = Self.tag(Gzip.encode(bytes))
  }

  /// Creates a file from content that was compressed when the program was built.
  package init(_ type: String, gzipped: [UInt8]) {
    self.type = type
    bytes = gzipped
    isGzipped = true
    tag = Self.tag(gzipped)
  }

  /// Returns the entity tag of a file: the checksum and length at the end of its gzip bytes.
  private static func tag(_ gzipped: [UInt8]) -> String {
    let digits = gzipped.suffix(8).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }
    return "W/\"\(digits.joined())\""
  }

  /// Returns the file, or 304 Not Modified when the client's cache already has it.
  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get || request.method == .head else {
      return HTTPResponse(path: request.path, takesOnly: [.get])
    }
    let fields = Self.fields(type)
    guard isGzipped else {
      return HTTPResponse(status: 200, fields: fields, body: bytes).coded(for: request)
        .tagged(tag, for: request)
    }
    var response = HTTPResponse(status: 200, fields: fields, body: bytes)
    var coding = ContentCoding(acceptedBy: request.field("Accept-Encoding"))
    if coding == .identity, let expanded = Gzip.decode(bytes) {
      response.body = expanded
    } else {
      coding = .gzip
    }
    response.declare(coding)
    return response.tagged(tag, for: request)
  }

  /// Returns the header fields of a page's file.
  ///
  /// - Parameter type: The media type.
  /// - Returns: The type, and what a browser may do with the file.
  package static func fields(_ type: String) -> [HTTPField] {
    [
      HTTPField("Content-Type", type),
      HTTPField(
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"),
      HTTPField("X-Content-Type-Options", "nosniff"),
    ]
  }
}
