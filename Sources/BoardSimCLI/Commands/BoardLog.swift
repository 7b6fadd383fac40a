internal import BoardFirmware
internal import Mathematics
internal import NtripProtocol

/// Tells on standard error what changes on a board.
struct BoardLog {
  let isQuiet: Bool
  private var fix: GNSSStatus.Fix?
  private var link: NtripLinkStatus?

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Says what is different from the last time.
  mutating func update(_ snapshot: BoardSnapshot) {
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

  private func say(_ text: String, at time: Duration) {
    let seconds = Int(time.inSeconds)
    Console.note("[\(seconds) s] \(text)")
  }
}
