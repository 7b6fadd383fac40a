package import HTTPMessages
internal import Platform

/// The access rule of a port for programs on this machine, which excludes web pages.
///
/// A web page anywhere can make a browser on this machine send requests to the port. The page cannot choose
/// their `Host`, which reveals a name of its own that was made to resolve to this machine. It cannot choose
/// their `Origin`. It cannot send `Content-Type: application/json` without a preflight request, which this
/// port never grants.
package struct LocalAccess: Sendable {
  private let names: [String]
  private let port: UInt16
  /// The token that every client must send; `nil` for a port that only this machine can use.
  private let token: [UInt8]?

  /// Creates the rule of a port at an address of this machine.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: The port.
  ///   - token: The token that opens the port under any name to its holders, and to no other client; `nil`
  ///     for none.
  package init(to host: String, port: UInt16, token: String? = nil) {
    self.port = port
    self.token = token.map { Array($0.utf8) }
    let own = ListenAddress.bracketed(host).lowercased()
    names = ["127.0.0.1", "[::1]", "localhost", own]
  }

  /// Returns the refusal of a request; `nil` when the request is admitted.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isPublic: Whether the request is for something that every client may read, without the token.
  /// - Returns: The refusal.
  package func refusal(of request: HTTPRequest, isPublic: Bool = false) -> HTTPResponse? {
    if let token {
      return (isPublic ? nil : tokenRefusal(of: request, token)) ?? typeRefusal(of: request)
    }
    return hostRefusal(of: request) ?? originRefusal(of: request) ?? typeRefusal(of: request)
  }

  private func tokenRefusal(of request: HTTPRequest, _ token: [UInt8]) -> HTTPResponse? {
    let prefix = "Bearer "
    let field = request.field("Authorization") ?? ""
    let given = field.hasPrefix(prefix) ? Array(field.utf8.dropFirst(prefix.utf8.count)) : []
    // The time is the same for every wrong token of the right length.
    var difference = UInt8(given.count == token.count ? 0 : 1)
    for (one, other) in zip(given, token) { difference |= one ^ other }
    guard difference != 0 else { return nil }
    var response = HTTPResponse(
      status: 401, error: "this port needs its token; send 'Authorization: Bearer TOKEN'")
    response.fields.append(HTTPField("WWW-Authenticate", "Bearer"))
    return response
  }

  private func hostRefusal(of request: HTTPRequest) -> HTTPResponse? {
    guard let host = request.field("Host"), !host.isEmpty else {
      return HTTPResponse(
        status: 400, error: "the request has no Host; send 'Host: \(names[0]):\(port)'")
    }
    guard !isOurs(host) else { return nil }
    return HTTPResponse(
      status: 421,
      error: "this is not '\(shortened(host))'; use http://\(names[0]):\(port)")
  }

  private func originRefusal(of request: HTTPRequest) -> HTTPResponse? {
    guard !request.method.isSafe, let origin = request.field("Origin"), !isOurs(origin: origin)
    else { return nil }
    return HTTPResponse(
      status: 403, error: "pages of '\(shortened(origin))' may not give orders here")
  }

  private func typeRefusal(of request: HTTPRequest) -> HTTPResponse? {
    // A request without a body has no type, such as the DELETE that curl sends.
    guard !request.method.isSafe, !request.body.isEmpty else { return nil }
    let type = request.field("Content-Type")?.prefix { $0 != ";" }.filter { $0 != " " } ?? ""
    guard type.lowercased() != "application/json" else { return nil }
    return HTTPResponse(
      status: 415, error: "orders are JSON; send them with 'Content-Type: application/json'")
  }

  private func isOurs(origin: String) -> Bool {
    let scheme = "http://"
    let text = origin.lowercased()
    return text.hasPrefix(scheme) && isOurs(String(text.dropFirst(scheme.count)))
  }

  private func isOurs(_ host: String) -> Bool {
    let text = host.lowercased()
    return names.contains { text == "\($0):\(port)" || (port == 80 && text == $0) }
  }

  /// Returns the beginning of a header field's value, at most 100 characters, for an error text.
  private func shortened(_ value: String) -> Substring { value.prefix(100) }
}
