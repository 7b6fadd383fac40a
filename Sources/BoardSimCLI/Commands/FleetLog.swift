internal import BoardFirmware
internal import BoardHost
internal import GNSSBasics
internal import Mathematics

/// A log on standard error of changes of boards: of one board, every change; of many, the tally of fixes.
struct FleetLog {
  private var single: BoardLog
  private let isQuiet: Bool
  private let numbers: Range<Int>
  private var lastTally = ""
  private var lastTold: ContinuousClock.Instant?
  private var losing: Set<Int> = []

  /// Creates the log of the boards with the given numbers.
  init(of numbers: Range<Int>, isQuiet: Bool) {
    self.numbers = numbers
    self.isQuiet = isQuiet
    single = BoardLog(isQuiet: isQuiet)
  }

  /// Writes the changes since the last snapshots; for many boards at most once in 5 s.
  mutating func update(_ snapshots: [BoardSnapshot]) {
    guard numbers.count > 1 else { return single.update(snapshots[0]) }
    updateCards(snapshots)
    let pause = Duration.seconds(5)
    guard !isQuiet, lastTold.map({ .now - $0 >= pause }) ?? true else { return }
    let tally = Self.tally(of: snapshots)
    guard tally != lastTally else { return }
    (lastTally, lastTold) = (tally, .now)
    Console.note("[\(Int(snapshots[0].boardTime.inSeconds)) s] \(tally)")
  }

  private mutating func updateCards(_ snapshots: [BoardSnapshot]) {
    for (number, snapshot) in zip(numbers, snapshots) {
      let card = snapshot.card
      guard card.state != .ok, card.lostLines > 0, losing.insert(number).inserted else { continue }
      Console.note("board \(number): \(BoardLog.sentence(ofLossOn: card))")
    }
  }

  /// Returns the tally of fixes, the best first: `297 rtk-fixed, 3 rtk-float`.
  static func tally(of snapshots: [BoardSnapshot]) -> String {
    GNSSFix.allCases.reversed().compactMap { fix in
      let count = snapshots.count { $0.gnss.fix == fix }
      return count > 0 ? "\(count) \(fix.name)" : nil
    }.joined(separator: ", ")
  }
}
