internal import BoardFirmware

/// Who may use a port that is for this machine's programs, and for no web page.
///
/// A page somewhere can make a browser on this machine send requests here. It cannot choose their
/// `Host`, which gives away a name of its own that was made to lead here; nor their `Origin`; nor
/// `Content-Type: application/json` without asking first, which nothing here allows.
struct LocalAccess: Sendable {
  private let names: [String]

  /// Access to a port on an address of this machine.
  init(to host: String) {
    let own = host.contains(":") ? "[\(host)]" : host
    names = ["127.0.0.1", "[::1]", "localhost"] + [own.lowercased()]
  }

  /// Why a request is refused; `nil` when it is not.
  func refusal(of request: HTTPRequest) -> DataAnswer? {
    hostRefusal(of: request) ?? (request.isWriting ? writingRefusal(of: request) : nil)
  }

  private func hostRefusal(of request: HTTPRequest) -> DataAnswer? {
    guard let host = request.headers["host"], !host.isEmpty else {
      return DataAnswer(
        status: 400, error: "the request has no Host; send 'Host: \(names[0]):\(request.port)'")
    }
    guard !isOurs(host, port: request.port) else { return nil }
    return DataAnswer(
      status: 421,
      error: "this is not '\(shortened(host))'; use http://\(names[0]):\(request.port)")
  }

  private func writingRefusal(of request: HTTPRequest) -> DataAnswer? {
    if let origin = request.headers["origin"], !isOurs(origin: origin, port: request.port) {
      return DataAnswer(
        status: 403, error: "pages of '\(shortened(origin))' may not give orders here")
    }
    let type = request.headers["content-type"]?.prefix { $0 != ";" }.filter { $0 != " " } ?? ""
    guard type.lowercased() != "application/json" else { return nil }
    return DataAnswer(
      status: 415, error: "orders are JSON; send them with 'Content-Type: application/json'")
  }

  private func isOurs(origin: String, port: UInt16) -> Bool {
    let scheme = "http://"
    let text = origin.lowercased()
    return text.hasPrefix(scheme) && isOurs(String(text.dropFirst(scheme.count)), port: port)
  }

  private func isOurs(_ host: String, port: UInt16) -> Bool {
    let text = host.lowercased()
    return names.contains { text == "\($0):\(port)" || (port == 80 && text == $0) }
  }

  /// As much of a header's value as an error should repeat.
  private func shortened(_ value: String) -> Substring { value.prefix(100) }
}

extension HTTPRequest {
  /// Whether the request wants to change something.
  var isWriting: Bool { !["GET", "HEAD", "OPTIONS"].contains(method) }
}
