import Bytes

/// A caster's answer to a request, and its encoding.
enum CasterAnswer: Hashable, Sendable {
  /// The stream is granted and follows the head.
  case stream
  /// The source is granted the mountpoint and may push.
  case welcome
  /// The sourcetable, with the table as body.
  case sourcetable([UInt8])
  /// The request is refused.
  case refusal(CasterRefusal)
}

extension CasterAnswer {
  /// Returns the encoded head, with the body if it is of fixed length.
  ///
  /// `server` is the text of the `Server` line.
  func encode(for request: CasterRequest?, from server: String) -> [UInt8] {
    // POST belongs to version 2, even without a version header.
    let isHTTP = request?.version == .two || request?.method == .post
    switch self {
    case .welcome:
      return isHTTP ? Self.welcome(request, server) : Array("ICY 200 OK\r\n\r\n".utf8)
    case .stream:
      return isHTTP ? Self.streamHead(request, server) : Array("ICY 200 OK\r\n\r\n".utf8)
    case .sourcetable(let table):
      return isHTTP || request?.isFromBrowser == true
        ? Self.response(
          "HTTP/1.1 200 OK", server, type: isHTTP ? "gnss/sourcetable" : "text/plain", table)
        : Self.response("SOURCETABLE 200 OK", server, type: "text/plain", table)
    case .refusal(let refusal) where request?.method == .source:
      return Array("ERROR - \(refusal.phrase)\r\n".utf8)
    case .refusal(let refusal):
      // A mountpoint's name comes from the client and may hold control characters.
      let body = "\(refusal)".utf8.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 } + Array("\r\n".utf8)
      let line = (isHTTP ? "HTTP/1.1 " : "HTTP/1.0 ") + refusal.status
      return Self.response(line, server, refusal.fields, type: "text/plain", body)
    }
  }

  private static func streamHead(_ request: CasterRequest?, _ server: String) -> [UInt8] {
    var head = "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n\(field(of: server))"
    head += "Cache-Control: no-store, no-cache, max-age=0\r\nPragma: no-cache\r\n"
    head += "Connection: close\r\nContent-Type: gnss/data\r\n"
    if request?.takesChunks == true { head += "Transfer-Encoding: chunked\r\n" }
    return Array((head + "\r\n").utf8)
  }

  /// Returns the answer after which a source begins to push.
  private static func welcome(_ request: CasterRequest?, _ server: String) -> [UInt8] {
    let go = request?.awaitsContinue == true ? "HTTP/1.1 100 Continue\r\n\r\n" : ""
    let head = "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n\(field(of: server))"
    return Array((go + head + "Connection: close\r\n\r\n").utf8)
  }

  static func response(
    _ line: String, _ server: String, _ fields: String = "", type: String, _ body: [UInt8]
  ) -> [UInt8] {
    var head = "\(line)\r\n"
    if line.utf8.starts(with: "HTTP/1.1".utf8) { head += "Ntrip-Version: Ntrip/2.0\r\n" }
    head += "\(field(of: server))\(fields)Connection: close\r\n"
    head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  /// Returns the `Server` header line; clients recognise casters by the word `NTRIP` in it.
  static func field(of server: String) -> String {
    let name = server.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    let isMarked = name[...].begins(with: "NTRIP")
    return "Server: \(isMarked ? "" : "NTRIP ")\(name[...].text)\r\n"
  }
}

extension CasterRefusal {
  /// The header lines specific to the refusal.
  fileprivate var fields: String {
    switch self {
    case .unauthorized(let mountpoint):
      "WWW-Authenticate: Basic realm=\"/\(quotable(mountpoint))\"\r\n"
    case .unknownMethod: "Allow: GET, POST\r\n"
    case .withoutSource: "Retry-After: 5\r\n"
    case .tooMany: "Retry-After: 60\r\n"
    default: ""
    }
  }

  /// Returns the text without quotes, backslashes and control characters, for a quoted string (RFC
  /// 9110 §5.6.4).
  private func quotable(_ text: String) -> String {
    text.utf8.filter { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }[...]
      .text
  }
}
