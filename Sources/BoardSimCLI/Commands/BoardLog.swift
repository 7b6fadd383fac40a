internal import BoardFirmware
internal import GNSSBasics
internal import Mathematics
internal import NtripProtocol

/// A log on standard error of changes of a board.
struct BoardLog {
  let isQuiet: Bool
  private var fix: GNSSFix?
  private var link: NtripLinkStatus?
  private var isCardLosing = false
  private var findingCount = 0

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Writes the changes since the last snapshot.
  mutating func update(_ snapshot: BoardSnapshot) {
    updateCard(snapshot.card, at: snapshot.boardTime)
    for finding in snapshot.findings.dropFirst(findingCount) {
      say("\(finding.kind.rawValue): \(finding)", at: snapshot.boardTime)
    }
    findingCount = snapshot.findings.count
    guard !isQuiet else { return }
    let gnss = snapshot.gnss
    if fix != gnss.fix {
      say(gnss.reason ?? gnss.fix.name, at: snapshot.boardTime)
      fix = gnss.fix
    }
    let link = snapshot.corrections.link
    if self.link?.state != link.state || self.link?.error != link.error {
      let error = link.error.map { ": \($0)" } ?? ""
      if link.state != .off || self.link != nil {
        say("corrections \(link.state.rawValue)\(error)", at: snapshot.boardTime)
      }
      self.link = link
    }
  }

  /// Reports when the card begins to lose lines, which is an error, and when it accepts lines again.
  private mutating func updateCard(_ card: CardStatus, at time: Duration) {
    let isLosing = card.state != .ok && card.lostLines > 0
    guard isLosing != isCardLosing else { return }
    isCardLosing = isLosing
    if isLosing {
      say(Self.sentence(ofLossOn: card), at: time)
    } else if !isQuiet {
      say("the card takes lines again", at: time)
    }
  }

  /// Returns the message for a card that has begun to lose lines.
  static func sentence(ofLossOn card: CardStatus) -> String {
    "lines for the card are lost: \(card.error ?? "it is gone; put it back")"
  }

  private func say(_ text: String, at time: Duration) {
    let seconds = Int(time.inSeconds)
    Console.note("[\(seconds) s] \(text)")
  }
}
