internal import GNSSBasics
internal import Positioning
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim gnss compare`.
struct GNSSCompare: Command {
  static let words = ["gnss", "compare"]
  static let abstract = "Say how far a solution's positions are from the truth."
  static let examples = [
    "boardsim gnss compare rtk.pos truth.csv",
    "boardsim gnss compare rtk.pos 35.13469901,136.97757549,104.8626 --json",
    "boardsim gnss compare rtk.pos other.pos --expect 'fix_rate >= 99' --expect 'wrong == 0'",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.solution,
        help: "positions as RTKLIB's programs write them; - for standard input"),
      .argument(
        "TRUTH", \.truth,
        help: "true positions as CSV (tow, lat, lon, h), another solution,\nor LAT,LON,H"),
      .option(
        "wrong-fix", \.wrongFix, "METRES",
        help: "the level error from which a fixed position is wrong; default 0.1"),
      .option(
        "offset", \.offset, "E,N,U",
        help: "metres from the true positions to the solution's antenna"),
      .option(
        "gap", \.gap, "S",
        help:
          "the time between two true positions up to which the truth\nis interpolated; default 2"
      ),
      .list(
        "expect", \.expectations, "CLAIM",
        help: "an expectation of a member of --json: PATH OP VALUE, OP one of\n"
          + "== != < <= > >=; repeatable"),
      .flag("json", \.isJSON, help: "print one JSON object"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule([], says: "standard input can be read once; name a file for one of the two") {
        $0.solution == "-" && $0.truth.path == "-"
      }
    ]
  }

  var solution = ""
  var truth = TruthArgument()
  var wrongFix = PositiveArgument(0.1, typedAs: "0.1")
  var offset = OffsetArgument()
  var gap = PositiveArgument(2, typedAs: "2")
  var expectations: [ClaimArgument] = []
  var isJSON = false

  func run() throws {
    Interruption.install()
    let records = try SolutionInput.read(solution)
    let truth = try truth.truth(near: records[0].time)
    let comparison = TrackComparison(of: records, with: truth, by: comparisonRules)
    let report = comparison.report
    try Console.print(isJSON ? report.json : comparison.text)
    let problems = expectations.map { $0.expectation.check(report) }.problems
    let loss = comparison.samples.isEmpty ? [apart(records, truth)] : []
    guard (loss + problems).isEmpty else {
      throw Failure(message: (loss + problems).joined(separator: "\nboardsim: "))
    }
  }

  private var comparisonRules: TrackComparison.Rules {
    var rules = TrackComparison.Rules()
    rules.wrongFix = wrongFix.value
    rules.longestGap = gap.value
    (rules.east, rules.north, rules.up) = (offset.east, offset.north, offset.up)
    return rules
  }

  /// Returns the failure of a solution and a truth without a common epoch, with the times of both.
  private func apart(_ records: [PositionRecord], _ truth: PositionTruth) -> String {
    var times = ""
    if case .track(let track) = truth {
      times = ": \(Self.span(records.map(\.time))), and \(Self.span(track.points.map(\.time)))"
    }
    return "'\(solution)' has no epoch with a true position\(times)"
  }

  private static func span(_ times: [GPSTime]) -> String {
    guard let first = times.min(), let last = times.max() else { return "no time" }
    return "\(first.unixTime.iso8601) to \(last.unixTime.iso8601)"
  }
}

/// A claim about a report that has one time, its end.
struct ClaimArgument: OptionValue {
  let expectation: Expectation

  init(optionText text: String, of parameter: String) throws(UsageError) {
    expectation = try ExpectationArgument(optionText: text, of: parameter).expectation
    guard expectation.period == .atEnd else {
      throw UsageError(
        message: "\(parameter): a comparison has no times; write PATH OP VALUE, not '\(text)'")
    }
  }
}
