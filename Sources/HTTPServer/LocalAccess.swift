package import HTTPMessages

/// Who may use a port that is for this machine's programs, and for no web page.
///
/// A page somewhere can make a browser on this machine send requests here. It cannot choose their
/// `Host`, which gives away a name of its own that was made to lead here; nor their `Origin`; nor
/// `Content-Type: application/json` without asking first, which nothing here allows.
package struct LocalAccess: Sendable {
  private let names: [String]
  private let port: UInt16

  /// Access to a port on an address of this machine.
  package init(to host: String, port: UInt16) {
    self.port = port
    let own = host.contains(":") ? "[\(host)]" : host
    names = ["127.0.0.1", "[::1]", "localhost"] + [own.lowercased()]
  }

  /// Why a request is refused; `nil` when it is not.
  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    hostRefusal(of: request) ?? (!request.method.isSafe ? writingRefusal(of: request) : nil)
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

  private func writingRefusal(of request: HTTPRequest) -> HTTPResponse? {
    if let origin = request.field("Origin"), !isOurs(origin: origin) {
      return HTTPResponse(
        status: 403, error: "pages of '\(shortened(origin))' may not give orders here")
    }
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
