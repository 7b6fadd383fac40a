internal import HTTPMessages
internal import HTTPServer

/// A file of a documentation page, held in memory.
struct PageFile {
  private let type: String
  private let bytes: [UInt8]
  private let isGzipped: Bool
  private let tag: String

  /// Creates a file from a text made at run time.
  init(_ type: String, text: String) {
    self.type = type
    bytes = Array(text.utf8)
    isGzipped = false
    tag = Self.tag(Gzip.encode(bytes))
  }

  /// Creates a file from content that was compressed when the program was built.
  init(_ type: String, gzipped: [UInt8]) {
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
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let fields = DocumentationPage.fields(type)
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
