internal import GNSSBasics
internal import Positioning
internal import TextOutput

/// The solutions of a run, counted by their states.
struct SolvedEpochs {
  /// The positions, without epochs that have none.
  private(set) var records: [PositionRecord] = []
  /// All solutions as a document; `nil` unless one is asked for.
  private(set) var document: SolutionDocument?
  /// The number of epochs.
  private(set) var epochs = 0
  private var counts: [Solution.State: Int] = [:]
  /// The time from the first epoch to the first fixed one, seconds.
  private var firstFix: Double?
  private var begin: GPSTime?
  /// The reasons of epochs that are not fixed, by their words without figures, with the first of each.
  private var reasons: [String: (count: Int, first: String)] = [:]

  /// Creates an empty run.
  ///
  /// - Parameter hasDocument: Whether the solutions are kept as a JSON document.
  init(hasDocument: Bool) { document = hasDocument ? SolutionDocument() : nil }

  /// Adds the solution of the next epoch.
  mutating func add(_ solution: Solution) {
    epochs += 1
    counts[solution.state, default: 0] += 1
    begin = begin ?? solution.time
    if let record = PositionRecord(solution) { records.append(record) }
    document?.add(solution)
    if solution.state == .fixed {
      if firstFix == nil { firstFix = begin.map { solution.time.seconds(since: $0) } }
    } else if !solution.reason.isEmpty {
      // Figures differ from epoch to epoch.
      let kind = solution.reason.filter { !$0.isNumber && $0 != "." }
      reasons[kind, default: (0, solution.reason)].count += 1
    }
  }

  private func count(_ state: Solution.State) -> Int { counts[state] ?? 0 }

  /// The states from the best one down.
  private static let states: [Solution.State] = [.fixed, .float, .differential, .single, .none]

  /// The numbers as lines of text.
  var text: String {
    let parts = Self.states.filter { count($0) > 0 }.map { state in
      let share = 100 * Double(count(state)) / Double(max(epochs, 1))
      return "\(count(state)) \(state.name) (\(PlainText.number(share, decimals: 1)) %)"
    }
    var lines = ["\(epochs) epochs: \(parts.joined(separator: ", "))"]
    if let firstFix {
      lines.append("first fixed after \(PlainText.number(firstFix, decimals: 1)) s")
    }
    let kinds = reasons.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
    lines += kinds.prefix(8).map { "\($0.count) epochs, at first: \($0.first)" }
    return lines.joined(separator: "\n")
  }

  /// The numbers as one JSON object.
  func json(rate: Double) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("epochs", epochs)
      for state in Self.states { json.member(state.name, count(state)) }
      json.member("first_fix", firstFix, decimals: 3)
      json.member("epochs_per_second", rate, decimals: 0)
    }
    return json.text
  }
}

extension Solution {
  /// The epoch in a line: its time and state, why it is no better, and what it leaves out.
  var explanation: String {
    var parts = ["\(time.unixTime.iso8601) \(state.name)"]
    if !reason.isEmpty { parts.append(reason) }
    parts += leftOut.map(\.description)
    return parts.joined(separator: "; ")
  }
}

extension SolutionDocument {
  /// The extension of the name of a file with such a document.
  static var ending: String { ".json" }
}
