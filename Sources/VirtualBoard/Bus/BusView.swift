internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// A board without firmware at a moment, with the values that claims can name.
///
/// Claims name the receiver's own state (`gnss.fix`), the parts' (`parts.sps30.mode`), the bus' counts, the lines that the
/// program outside has said (`sketch.text`), and the exact values of the world (`truth.temperature`).
struct BusView: WatchedBoard {
  let board: BusBoard

  var time: Duration { board.simulation.clock.now }

  subscript(path: String) -> DescribedValue? {
    guard let first = path.split(separator: ".", omittingEmptySubsequences: false).first,
      let make = Self.makers.first(where: { $0.name == first })
    else { return nil }
    return DescribedValue.object([Described(String(first), make.value(board))])[path: path]
  }

  /// All that claims can name, in the order of output.
  var report: DescribedValue {
    .object(Self.makers.map { Described($0.name, $0.value(board)) })
  }

  /// The members of the report, which are made one by one: a look at the board takes few of them.
  private static let makers: [(name: String, value: @Sendable (BusBoard) -> DescribedValue)] = [
    ("board_time", { .number($0.simulation.clock.now.inSeconds, decimals: 6) }),
    ("powered", { .flag($0.isPowered) }),
    ("gnss", { .object($0.simulation.receiverStatus.members(at: $0.simulation.clock.now)) }),
    ("parts", { board in .object(board.simulation.bus.inspect().map(\.state)) }),
    (
      "bus",
      { board in
        let totals = board.simulation.bus.totals
        var counts = BusCounts()
        (counts.transfers, counts.nacks) = (totals.transfers, totals.refusals)
        return .object(counts.members)
      }
    ),
    ("misuse", { .count($0.misuseCount) }), ("sketch", { $0.told.described }),
    ("served", { $0.served() }),
    (
      "truth",
      { board in
        let state = board.simulation.world.state(at: board.simulation.clock.now)
        return .object(
          WorldQuantity.allCases.map { Described($0.name, $0.described(in: state)) })
      }
    ),
  ]
}

/// The lines that a program on the bus has said.
struct ToldLines {
  private var count = 0
  private var last: String?

  mutating func take(_ line: String) {
    count += 1
    last = line
  }

  /// The number of lines, the last one, and its words by their numbers from 1.
  var described: DescribedValue {
    let words = (last ?? "").split(separator: " ").enumerated()
    return .object([
      Described("lines", count: count, "Lines said"),
      Described("text", text: last, "The last line"),
      Described("words", .table(words.map { Described("\($0 + 1)", .read($1)) }, of: .text(nil))),
    ])
  }
}

extension DescribedValue {
  /// Returns a word as a number where it is one, and as text otherwise.
  fileprivate static func read(_ word: some StringProtocol) -> DescribedValue {
    let decimals = word.split(separator: ".", maxSplits: 1).dropFirst().first?.utf8.count ?? 0
    return Double(word).map { .number($0, decimals: decimals) } ?? .text(String(word))
  }
}

extension PartInspection {
  /// The part's state and its traffic, by its name.
  fileprivate var state: Described {
    Described(
      name,
      [Described("powered", .flag(isPowered))]
        + condition.map { Described($0.name, .read($0.value)) } + [
          Described("transfers", count: traffic.transfers),
          Described("nacks", count: traffic.refusals),
        ])
  }
}
