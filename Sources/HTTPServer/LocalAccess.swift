package import HTTPMessages

/// The access to a port that is for this machine's programs, and for no web page.
///
/// A page somewhere can make a browser on this machine send requests here. It cannot choose their
/// `Host`, which gives away a name of its own that was made to lead here; nor their `Origin`; nor
/// `Content-Type: application/json` without asking first, which nothing here allows.
package struct LocalAccess: Sendable {
  private let names: [String]
  private let port: UInt16
  /// The token that every client has to send, where the port is open to other machines.
  private let token: [UInt8]?

  /// Access to a port on an address of this machine.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: The port.
  ///   - token: Where it is given, it opens the port under any name to whoever sends it, and to nobody else.
  package init(to host: String, port: UInt16, token: String? = nil) {
    self.port = port
    self.token = token.map { Array($0.utf8) }
    let own = host.contains(":") ? "[\(host)]" : host
    names = ["127.0.0.1", "[::1]", "localhost"] + [own.lowercased()]
  }

  /// Returns the refusal of a request; `nil` when the request is admitted.
  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if let token { return tokenRefusal(of: request, token) ?? typeRefusal(of: request) }
    return hostRefusal(of: request) ?? originRefusal(of: request) ?? typeRefusal(of: request)
  }

  private func tokenRefusal(of request: HTTPRequest, _ token: [UInt8]) -> HTTPResponse? {
    let prefix = "Bearer "
    let field = request.field("Authorization") ?? ""
    let given = field.hasPrefix(prefix) ? Array(field.utf8.dropFirst(prefix.utf8.count)) : []
    // As long for any wrong token of the right length.
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
    // What has no body has no type, as the DELETE that curl sends.
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

  /// As much of a header's value as an error should repeat.
  private func shortened(_ value: String) -> Substring { value.prefix(100) }
}
