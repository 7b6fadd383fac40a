internal import BoardFirmware

/// The checks of speed and of values that change with time.
extension BoardChecks {
  static var pace: [BoardCheck] { [cadence, time, overlapping, load] }

  /// The timeout of MOQA's requests.
  static let patience = Duration.seconds(5)

  static func cadence(_ evidence: BoardEvidence) -> CheckFinding? {
    let bodies = evidence.record.polls.compactMap { $0.reply?.body }
    guard bodies.count > 1, let last = evidence.record.polls.last else { return nil }
    let changes = zip(bodies, bodies.dropFirst()).count { $0 != $1 }
    let span = (last.sentAt - evidence.record.polls[0].sentAt).brief
    if evidence.dialect == .legacyHTML {
      return CheckFinding("cadence", .ok, "the page grows with each of \(bodies.count) polls")
    }
    if isDrivenByPolls(evidence.record.burst) {
      return CheckFinding(
        "cadence", .warn, "new values for each poll, however soon it comes",
        apps: "two phones, or a slower one, see another world", remedy: "change them with time")
    }
    guard changes > 0 else {
      return CheckFinding(
        "cadence", .warn, "the same text in \(bodies.count) polls within \(span)",
        apps: "their charts draw a straight line", remedy: "does it measure at all?")
    }
    return CheckFinding(
      "cadence", .ok, "\(changes) changes in \(bodies.count) polls within \(span)")
  }

  /// Whether nearly every poll of a burst returns other values, although hardly any time passes.
  private static func isDrivenByPolls(_ burst: [BoardExchange]) -> Bool {
    let bodies = burst.compactMap { $0.reply?.body }
    guard bodies.count >= 10, let last = burst.last, last.sentAt - burst[0].sentAt < .seconds(3)
    else { return false }
    return zip(bodies, bodies.dropFirst()).count { $0 != $1 } * 2 > bodies.count
  }

  static func time(_ evidence: BoardEvidence) -> CheckFinding? {
    let polls = evidence.record.polls + evidence.record.kept
    guard !polls.isEmpty else { return nil }
    if let late = polls.first(where: { $0.failure != nil }), let failure = late.failure {
      return CheckFinding(
        "time", .fail, "a poll had no answer within \(late.elapsed.brief): \(failure)",
        apps: "MOQA gives up after 5 s with 'Connection problems', Air Quality waits on",
        remedy: "answer every poll within a second")
    }
    return timing(of: polls.slowest)
  }

  private static func timing(of slowest: Duration) -> CheckFinding {
    let found = "the slowest answer took \(slowest.brief)"
    switch slowest {
    case patience...:
      return CheckFinding(
        "time", .fail, found, apps: "MOQA gives up after 5 s with 'Connection problems'",
        remedy: "answer within a second")
    case .seconds(1)...:
      return CheckFinding(
        "time", .warn, found, apps: "MOQA asks each second without waiting for the last answer",
        remedy: "answer within a second, from values measured before")
    default: return CheckFinding("time", .ok, found)
    }
  }

  static func overlapping(_ evidence: BoardEvidence) -> CheckFinding? {
    let polls = evidence.record.overlapping
    guard !polls.isEmpty else { return nil }
    let answered = polls.count { $0.reply != nil && $0.elapsed < patience }
    let found = "\(answered) of \(polls.count) polls at once answered within 5 s"
    guard answered == polls.count else {
      return CheckFinding(
        "overlapping", .fail, found + (polls.firstFailure.map { ": \($0)" } ?? ""),
        apps: "MOQA sends up to 5 at once to a slow board, and shows an alert for each lost one",
        remedy: "take connections while one is served")
    }
    return CheckFinding("overlapping", .ok, "\(found), the slowest in \(polls.slowest.brief)")
  }

  static func load(_ evidence: BoardEvidence) -> CheckFinding? {
    let burst = evidence.record.burst
    guard let last = burst.last else { return nil }
    let answered = burst.compactMap(\.reply)
    let span = last.sentAt + last.elapsed - burst[0].sentAt
    let found = "\(answered.count) of \(burst.count) polls answered in \(span.brief)"
    guard answered.count == burst.count else {
      return CheckFinding(
        "load", .fail, found + (burst.firstFailure.map { ": \($0)" } ?? ""),
        apps: "MOQA makes 3,600 polls in an hour",
        remedy: "close each connection and free what it took")
    }
    return growth(of: answered.map(\.body.count), evidence, found)
  }

  private static func growth(
    of lengths: [Int], _ evidence: BoardEvidence, _ found: String
  ) -> CheckFinding {
    guard evidence.dialect != .legacyHTML, let first = lengths.first, let last = lengths.last,
      last > first + 100, lengths == lengths.sorted()
    else { return CheckFinding("load", .ok, found) }
    return CheckFinding(
      "load", .fail, "\(found), and the answer grew from \(first) to \(last) bytes",
      apps: "they read the beginning only, until the board's memory is full",
      remedy: "begin each answer with an empty text")
  }
}
