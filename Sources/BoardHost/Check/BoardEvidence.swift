internal import BoardFirmware

/// The evidence for the checks: a record and its parsed texts.
struct BoardEvidence {
  let record: BoardRecord
  let dialect: BoardText.Dialect
  /// Whether the dialect was given, rather than guessed from the answer.
  let isDialectNamed: Bool
  /// The parsed answers of the polls at MOQA's pace; of the original page, only the first answer.
  let texts: [BoardText]

  init(_ record: BoardRecord, dialect: BoardText.Dialect?) {
    self.record = record
    isDialectNamed = dialect != nil
    let text = record.first.reply?.text ?? ""
    let dialect = dialect ?? BoardText.dialect(of: text)
    self.dialect = dialect
    let polls = dialect == .legacyHTML || record.polls.isEmpty ? [record.first] : record.polls
    texts = polls.compactMap { $0.reply.map { BoardText($0.text, as: dialect) } }
  }

  /// The values of a quantity, in the order of the polls.
  func values(of quantity: Quantity) -> [Double] {
    texts.compactMap { $0.value(of: quantity) }
  }
}

/// A check of the evidence, which returns `nil` when the check does not apply.
typealias BoardCheck = (BoardEvidence) -> CheckFinding?

/// The checks of a board, grouped by topic.
enum BoardChecks {
  /// All checks, in reporting order.
  static var all: [BoardCheck] { reaching + wording + meaning + pace + connecting + watching }
}

extension Array where Element == BoardExchange {
  /// The longest time of any exchange; zero for none.
  var slowest: Duration { map(\.elapsed).max() ?? .zero }

  /// The first failure; `nil` when every request was answered.
  var firstFailure: BoardFailure? { lazy.compactMap(\.failure).first }
}

extension Duration {
  /// The duration as short text: `120 ms`, `4.5 s`.
  var brief: String {
    let milliseconds = self / .milliseconds(1)
    if milliseconds < 1000 { return "\(Int(milliseconds.rounded(.up))) ms" }
    return (milliseconds / 1000).fixed(1) + " s"
  }
}
