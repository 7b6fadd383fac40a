extension HTTPRequest {
  /// Whether the client has what this tag is of, and asks for it only if it is another one now
  /// (`If-None-Match`, RFC 9110, section 13.1.2).
  ///
  /// A tag has its quotes, `"1a2b"` or `W/"1a2b"`; strong and weak ones are alike here.
  public func alreadyHas(_ tag: String) -> Bool {
    guard method == .get || method == .head, let field = field("If-None-Match") else {
      return false
    }
    let own = Self.quoted(in: Array(tag.utf8))
    return field == "*" || Self.quoted(in: Array(field.utf8)).contains { own.first == $0 }
  }

  /// Returns the texts between quotes; commas may stand there too.
  private static func quoted(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    let parts = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { parts[$0] }
  }
}

extension HTTPResponse {
  /// The response with a tag, for a client that may keep it and asks each time whether it still is so.
  ///
  /// - Parameters:
  ///   - tag: With its quotes; another one as soon as the body is another.
  ///   - request: What is answered.
  /// - Returns: 304 without a body where the client has it already.
  public func tagged(_ tag: String, for request: HTTPRequest) -> HTTPResponse {
    var response = self
    response.fields += [HTTPField("ETag", tag), HTTPField("Cache-Control", "no-cache")]
    guard request.alreadyHas(tag) else { return response }
    response.status = 304
    response.body = []
    response.fields.removeAll { $0.name.hasPrefix("Content-") }
    return response
  }
}
