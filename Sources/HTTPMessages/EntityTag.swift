extension HTTPRequest {
  /// Whether the client already has the body with a tag (`If-None-Match`, RFC 9110, section 13.1.2).
  ///
  /// The client then wants the body only if its tag has changed. The tag includes its quotes, `"1a2b"` or
  /// `W/"1a2b"`; strong and weak tags compare as equal.
  public func alreadyHas(_ tag: String) -> Bool {
    guard method == .get || method == .head, let field = field("If-None-Match") else {
      return false
    }
    let own = Self.quoted(in: Array(tag.utf8))
    return field == "*" || Self.quoted(in: Array(field.utf8)).contains { own.first == $0 }
  }

  /// Returns the texts between quotes, which may contain commas.
  private static func quoted(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    let parts = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { parts[$0] }
  }
}

extension HTTPResponse {
  /// Returns the response with an entity tag, for a client that keeps the body and asks each time whether it
  /// has changed.
  ///
  /// - Parameters:
  ///   - tag: The tag with its quotes; it must change whenever the body changes.
  ///   - request: The request being answered.
  /// - Returns: The response; 304 without a body if the client already has it.
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
