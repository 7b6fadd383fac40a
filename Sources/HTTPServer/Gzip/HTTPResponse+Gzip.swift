package import HTTPMessages

extension HTTPResponse {
  /// Returns the response compressed, if the client accepts gzip and the body is large enough.
  ///
  /// A strong entity tag becomes a weak one, since the bytes differ while their meaning stays the same.
  package func coded(for request: HTTPRequest) -> HTTPResponse {
    guard body.count >= Self.worthCoding, field("Content-Encoding") == nil else { return self }
    var response = self
    let coding = ContentCoding(acceptedBy: request.field("Accept-Encoding"))
    if coding == .gzip { response.body = Gzip.encode(body) }
    response.declare(coding)
    return response
  }

  /// Adds the header fields for the body's coding, and for its dependence on the request.
  package mutating func declare(_ coding: ContentCoding) {
    fields.append(HTTPField("Vary", "Accept-Encoding"))
    guard coding == .gzip else { return }
    fields.append(HTTPField("Content-Encoding", "gzip"))
    for index in fields.indices where fields[index].name == "ETag" {
      if !fields[index].value.hasPrefix("W/") { fields[index].value = "W/" + fields[index].value }
    }
  }

  /// The smallest body worth compressing, bytes: a response that fits into one packet does not arrive
  /// sooner.
  private static let worthCoding = 1000
}
