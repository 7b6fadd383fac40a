internal import VirtualBoard
internal import BoardFirmware
internal import BoardHost

/// Lines that are missing on the card, or not signed; a run with lost lines has failed.
struct CardLoss {
  private let lost: Int
  private let lines: Int
  private let error: String?

  /// Creates the loss of a board's card; `nil` when nothing was lost.
  init?(_ card: CardStatus) {
    self.init(lost: card.lostLines, lines: card.lines, error: card.error)
  }

  /// Creates the loss of a replay's card; `nil` when nothing was lost.
  init?(in report: DescribedValue) {
    func count(_ path: String) -> Int {
      if case .count(let count?)? = report[path: path] { count } else { 0 }
    }
    self.init(
      lost: count("card.lost_lines"), lines: count("card.lines"),
      error: report[path: "card.error"]?.text)
  }

  private init?(lost: Int, lines: Int, error: String?) {
    guard lost > 0 || error != nil else { return nil }
    (self.lost, self.lines, self.error) = (lost, lines, error)
  }

  /// The lost lines and the reason, for the end of the command.
  var message: String {
    if lost == 0, let error { return "the card: \(error)" }
    let reason = error.map { ": \($0)" } ?? "; the card has room again, or is back"
    return "the card lost \(lost) of \(lost + lines) lines\(reason)"
  }
}
