internal import Platform

/// The checks of the board's answer to the apps' requests.
extension BoardChecks {
  static var reaching: [BoardCheck] { [reachable, path, redirect, status] }

  /// Returns whether the board answers, which every other check needs.
  static func reachable(_ evidence: BoardEvidence) -> CheckFinding? {
    let (url, first) = (evidence.record.url, evidence.record.first)
    guard let failure = first.failure else {
      return CheckFinding("reachable", .ok, "\(url.authority) answers in \(first.elapsed.brief)")
    }
    return CheckFinding(
      "reachable", .fail, "\(url.authority): \(failure)",
      apps: "MOQA says 'Connection problems', Air Quality that the device is not connected",
      remedy: advice(for: failure, at: url))
  }

  /// Returns advice on a board that does not answer.
  static func advice(for failure: BoardFailure, at url: BoardURL) -> String {
    if url.host == "10.0.2.2" {
      return "10.0.2.2 is this machine as an Android emulator sees it; from here ask 127.0.0.1"
    }
    let port = url.namesPort ? "" : "; the URL names no port, and boards are on 3000"
    switch failure {
    case .noConnection(.unknownHost): return "give the board's address in numbers"
    case .noConnection(.refused) where url.isLoopback:
      return "start a board with 'boardsim run', or name the port it is on\(port)"
    case .noConnection(.refused):
      return
        "is the board on, and is that its port? A simulated one listens beyond its own machine "
        + "only with 'boardsim run --lan'\(port)"
    case .noConnection:
      return "is it in this network? A guest Wi-Fi keeps devices apart, and a firewall has to let "
        + "port \(url.port) in\(port)"
    case .notHTTP: return "another program is on this port\(port)"
    default: return "the board has to answer a GET with 'HTTP/1.1 200 OK'; see docs/wire-format.md"
    }
  }

  static func path(_ evidence: BoardEvidence) -> CheckFinding? {
    let path = evidence.record.url.path
    guard path != "/" else { return nil }
    return CheckFinding(
      "path", .warn, "the URL asks for \(path)",
      apps: "Air Quality takes a whole URL, MOQA only a host and a port: it asks for /",
      remedy: "answer on every path")
  }

  static func redirect(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let target = evidence.record.redirects.last else { return nil }
    let leadsOn = evidence.record.first.reply.map { (300..<400).contains($0.status) } == true
    return CheckFinding(
      "redirect", leadsOn ? .fail : .warn,
      "\(evidence.record.redirects.count) redirects lead to \(target.printable)",
      apps: leadsOn
        ? "the apps end nowhere"
        : "the apps follow at every poll, which makes two requests of each",
      remedy: "answer 200 at once")
  }

  static func status(_ evidence: BoardEvidence) -> CheckFinding? {
    let statuses = evidence.record.everyPoll.compactMap { $0.reply?.status }
    guard !statuses.isEmpty else { return nil }
    guard let bad = statuses.first(where: { $0 != 200 }) else {
      return CheckFinding("status", .ok, "200 for each of \(statuses.count) polls")
    }
    let count = statuses.count { $0 != 200 }
    return CheckFinding(
      "status", .fail, "\(bad) for \(count) of \(statuses.count) polls",
      apps: "MOQA never looks at it and takes the body as data; Air Quality keeps nothing",
      remedy: "answer 200 whenever there are values")
  }
}
