internal import BoardFirmware
internal import Platform

/// The check of the apps' view while the board is switched off and on.
extension BoardChecks {
  static var watching: [BoardCheck] { [offAndOn] }

  static func offAndOn(_ evidence: BoardEvidence) -> CheckFinding? {
    let polls = evidence.record.watched
    guard let last = polls.last else { return nil }
    guard let from = polls.firstIndex(where: { $0.failure != nil }) else {
      return CheckFinding(
        "off-and-on", .ok, "\(polls.count) polls answered: it never went away while watched")
    }
    let began = polls[from].sentAt - polls[0].sentAt
    guard let back = polls[from...].firstIndex(where: { $0.reply != nil }), last.reply != nil else {
      return CheckFinding(
        "off-and-on", .fail,
        "away from \(began.brief) on\(manner(polls[from...])), and not back at the end",
        apps: sight(polls[from...]), remedy: "let it join the Wi-Fi again by itself")
    }
    return comeback(evidence, away: polls[from..<back], after: polls[back...], began)
  }

  private static func comeback(
    _ evidence: BoardEvidence, away: ArraySlice<BoardExchange>,
    after: ArraySlice<BoardExchange>, _ began: Duration
  ) -> CheckFinding {
    let expected = evidence.texts.first?.pieceCount
    let texts = after.compactMap { $0.reply.map { BoardText($0.text, as: evidence.dialect) } }
    let broken = texts.filter { $0.pieceCount != expected }.count
    let empty = texts.filter { $0.fields.contains { $0.number == .empty } }.count
    let found =
      "away from \(began.brief) on for \(away.count) polls\(manner(away)), then \(texts.count) answers"
    if broken > 0 {
      return CheckFinding(
        "off-and-on", .fail, "\(found), \(broken) of them with another count of fields",
        apps: "they take the fields by position", remedy: "keep a field empty that has no value")
    }
    return CheckFinding(
      "off-and-on", .ok, empty > 0 ? "\(found), \(empty) of them with empty fields" : found,
      apps: sight(away))
  }

  private static func manner(_ polls: ArraySlice<BoardExchange>) -> String {
    let silent = polls.count { isSilent($0.failure) }
    return silent == 0 ? " (refused at once)" : " (\(silent) without any answer)"
  }

  private static func sight(_ polls: ArraySlice<BoardExchange>) -> String {
    polls.contains { isSilent($0.failure) }
      ? "MOQA waits 5 s for each poll, then alerts; Air Quality waits without end"
      : "MOQA alerts each second; Air Quality keeps its last values and says nothing"
  }

  private static func isSilent(_ failure: BoardFailure?) -> Bool {
    switch failure {
    case .silent, .unfinished, .noConnection(.timedOut), .noConnection(.unreachable): true
    default: false
    }
  }
}
