import Bytes

/// A caster's answer in a deviating form that clients have to tolerate.
struct DeviatingAnswer: Hashable, Sendable {
  /// The encoded head, with the body if it is of fixed length.
  var bytes: [UInt8]
  /// The coding of the stream after the head; `nil` when the connection is closed.
  var coding: CasterConnection.Coding?

  fileprivate init(_ text: String, then coding: CasterConnection.Coding? = .plain) {
    (bytes, self.coding) = (Array(text.utf8), coding)
  }

  fileprivate init(_ bytes: [UInt8], then coding: CasterConnection.Coding?) {
    (self.bytes, self.coding) = (bytes, coding)
  }
}

extension CasterAnswer {
  /// Returns the answer in the form that a fault demands.
  ///
  /// Real casters send each of these forms: RTKLIB's caster and tisyang's send no blank line,
  /// Millipede sends a length of 0, gnssserver 1.3.1 omits a line end, and SNIP sends this wording
  /// for bans.
  func deviating(
    by fault: CasterFault, for request: CasterRequest?, from server: String
  ) -> DeviatingAnswer {
    let isChunked = request?.version == .two && request?.takesChunks == true
    let coding = isChunked ? CasterConnection.Coding.chunked : .plain
    switch fault.kind {
    case .noBlankLine: return DeviatingAnswer("ICY 200 OK\r\n")
    case .lengthZero:
      return DeviatingAnswer("ICY 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    case .gluedHead:
      return DeviatingAnswer("HTTP/1.1 200 OK" + Self.versionTwo(server) + "\r\n")
    case .unchunked:
      return DeviatingAnswer("HTTP/1.1 200 OK\r\n" + Self.versionTwo(server) + "\r\n")
    case .chunked:
      let head = "HTTP/1.1 200 OK\r\n" + Self.versionTwo(server)
      return DeviatingAnswer(head + "Transfer-Encoding: chunked\r\n\r\n", then: .chunked)
    case .icy: return DeviatingAnswer("ICY 200 OK\r\n\r\n")
    case .lineFeeds:
      let head = encode(for: request, from: server).filter { $0 != .carriageReturn }
      return DeviatingAnswer(head, then: coding)
    case .http10:
      return DeviatingAnswer(
        "HTTP/1.0 200 OK\r\n" + Self.field(of: server) + "Content-Type: gnss/data\r\n\r\n")
    case .ok: return DeviatingAnswer("OK\n")
    case .headers:
      let head = encode(for: request, from: server).dropLast(2)
      return DeviatingAnswer(head + Self.storm(Int(fault.value(.fields))), then: coding)
    case .table, .httpTable, .unauthorized, .ban, .status:
      return refusing(by: fault, for: request, from: server)
    default: return DeviatingAnswer(encode(for: request, from: server), then: coding)
    }
  }

  private func refusing(
    by fault: CasterFault, for request: CasterRequest?, from server: String
  ) -> DeviatingAnswer {
    var table: [UInt8] = []
    if case .sourcetable(let body) = self { table = body }
    let version = request?.version == .two ? "HTTP/1.1" : "HTTP/1.0"
    switch fault.kind {
    case .table:
      return DeviatingAnswer(
        Self.response("SOURCETABLE 200 OK", server, type: "text/plain", table), then: nil)
    case .httpTable:
      return DeviatingAnswer(
        Self.response("HTTP/1.1 200 OK", server, type: "gnss/sourcetable", table), then: nil)
    case .unauthorized: return DeviatingAnswer("HTTP/1.0 401 Unauthorized\r\n", then: nil)
    case .ban:
      let body = Array("Your address is banned: too many connections.\r\n".utf8)
      return DeviatingAnswer(
        Self.response("\(version) 403 Forbidden", server, type: "text/plain", body), then: nil)
    default:
      let line = "\(version) \(Int(fault.value(.code))) On Request"
      let body = Array("the status was asked for\r\n".utf8)
      return DeviatingAnswer(Self.response(line, server, type: "text/plain", body), then: nil)
    }
  }

  private static func versionTwo(_ server: String) -> String {
    "Ntrip-Version: Ntrip/2.0\r\n\(field(of: server))Connection: close\r\n"
      + "Content-Type: gnss/data\r\n"
  }

  private static func storm(_ count: Int) -> [UInt8] {
    let lines = (1...max(count, 1)).map { "X-Storm-\($0): a line that nobody asked for\r\n" }
    return Array((lines.joined() + "\r\n").utf8)
  }
}
