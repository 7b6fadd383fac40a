internal import BoardFirmware

/// The checks of the HTTP features that phones and browsers need.
extension BoardChecks {
  static var connecting: [BoardCheck] { [length, keepAlive, http10, head, origin] }

  static func length(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let reply = evidence.record.first.reply else { return nil }
    let surplus = evidence.record.everyPoll.compactMap { $0.reply?.surplus }.max() ?? 0
    guard surplus == 0 else {
      return CheckFinding(
        "length", .fail, "\(surplus) bytes more than the answer's own end",
        apps: "on a connection that is kept they are read as the next answer",
        remedy: "send a Content-Length that counts every byte")
    }
    switch reply.ending {
    case .length: return CheckFinding("length", .ok, "Content-Length \(reply.body.count)")
    case .chunks: return CheckFinding("length", .ok, "in chunks")
    case .connection:
      return CheckFinding("length", .ok, "none: the connection's end is the answer's")
    case .none: return nil
    }
  }

  static func keepAlive(_ evidence: BoardEvidence) -> CheckFinding? {
    let polls = evidence.record.kept
    guard let first = polls.first?.reply, let last = polls.last else { return nil }
    let answered = polls.count { $0.reply != nil }
    if first.announcesEnd {
      return CheckFinding(
        "keep-alive", .ok, "closes after each answer, as it says",
        apps: "they make a new connection for each poll")
    }
    guard let failure = last.failure else {
      return CheckFinding("keep-alive", .ok, "\(answered) polls on one connection")
    }
    let isClosed = if case .cutOff(0) = failure { true } else { false }
    return CheckFinding(
      "keep-alive", isClosed ? .warn : .fail,
      "after \(answered) answers on one connection: \(failure)",
      apps: isClosed
        ? "phones try again on a new connection, and lose time"
        : "phones send the next poll on the same connection and wait for ever",
      remedy: "serve it, or send 'Connection: close' and close")
  }

  static func http10(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let exchange = evidence.record.old else { return nil }
    guard let reply = exchange.reply, reply.status == 200 else {
      return unneeded("http-1.0", exchange, remedy: "answer it as HTTP/1.1, then close")
    }
    guard reply.ending != .chunks else {
      return CheckFinding(
        "http-1.0", .warn, "an answer in chunks, which HTTP/1.0 does not have",
        apps: "phones speak 1.1; small clients read the chunks' lengths as data",
        remedy: "close the connection at the end instead")
    }
    return CheckFinding("http-1.0", .ok, "answered with HTTP/1.\(reply.minorVersion)")
  }

  static func head(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let exchange = evidence.record.head else { return nil }
    guard let reply = exchange.reply, reply.status == 200, reply.surplus == 0 else {
      return unneeded("head", exchange, remedy: "answer with the head of a GET and no body")
    }
    return CheckFinding("head", .ok, "answered without a body")
  }

  /// Returns a warning about a deviation from HTTP in a request that no app makes.
  private static func unneeded(
    _ name: String, _ exchange: BoardExchange, remedy: String
  ) -> CheckFinding {
    let found =
      exchange.failure.map { "\($0)" }
      ?? exchange.reply.map {
        $0.surplus > 0 ? "\($0.surplus) bytes behind the head" : "status \($0.status)"
      } ?? ""
    return CheckFinding(
      name, .warn, found, apps: "the apps never ask that; other tools do", remedy: remedy)
  }

  static func origin(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let reply = evidence.record.first.reply else { return nil }
    let options = evidence.record.options.map { exchange in
      exchange.reply.map { "OPTIONS answers \($0.status)" }
        ?? "OPTIONS: \(exchange.failure.map { "\($0)" } ?? "")"
    }
    guard let allowed = reply[field: "access-control-allow-origin"] else {
      return CheckFinding(
        "origin", evidence.dialect == .legacyHTML ? .ok : .warn, "no Access-Control-Allow-Origin",
        apps: "phones do not ask for it; the apps' web versions get nothing",
        remedy: "send 'Access-Control-Allow-Origin: *'")
    }
    return CheckFinding(
      "origin", .ok,
      ["Access-Control-Allow-Origin: \(allowed.printable)", options].compactMap(\.self)
        .joined(separator: ", "))
  }
}
