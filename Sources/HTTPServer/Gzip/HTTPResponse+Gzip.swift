package import HTTPMessages

extension HTTPResponse {
  /// The response compressed, where the client takes that and there is enough of it.
  ///
  /// Its tag, if it has one, becomes a weak one: the bytes differ, what they say does not.
  package func coded(for request: HTTPRequest) -> HTTPResponse {
    guard body.count >= Self.worthCoding, field("Content-Encoding") == nil else { return self }
    var response = self
    let coding = ContentCoding(acceptedBy: request.field("Accept-Encoding"))
    if coding == .gzip { response.body = Gzip.encode(body) }
    response.declare(coding)
    return response
  }

  /// Says in the fields how the body is coded, and that it depends on the request.
  package mutating func declare(_ coding: ContentCoding) {
    fields.append(HTTPField("Vary", "Accept-Encoding"))
    guard coding == .gzip else { return }
    fields.append(HTTPField("Content-Encoding", "gzip"))
    for index in fields.indices where fields[index].name == "ETag" {
      if !fields[index].value.hasPrefix("W/") { fields[index].value = "W/" + fields[index].value }
    }
  }

  /// A body that fits into one packet with its head is not made to arrive sooner.
  private static let worthCoding = 1000
}
