internal import BoardHost

/// The command `boardsim check`.
struct CheckCommand: Command {
  static let words = ["check"]
  static let abstract = "Say whether a board, ours or somebody else's, is what the apps expect."
  static let examples = [
    "boardsim check http://127.0.0.1:3000",
    "boardsim check http://192.168.1.20 --dialect air-quality --junit board.xml",
    "boardsim check http://192.168.1.20:3000 --watch 60",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("URL", \.url, help: "http://host[:port], plain HTTP as boards speak it"),
      .option(
        "dialect", \.dialect, "NAME",
        help: "moqa, air-quality or legacy-html; default: detected from the answers"),
      .option(
        "interval", \.interval, "S",
        help: "seconds between the first six polls; default 1, as MOQA asks; Air Quality 3 to 10"),
      .option(
        "polls", \.polls, "N", help: "polls without a pause, for at most 10 s; default 100"),
      .option(
        "timeout", \.timeout, "S",
        help: "seconds to wait for an answer; default 10, twice the apps' 5"),
      .option(
        "watch", \.watch, "S",
        help: "poll for S more seconds, while you switch the board off and on"),
      .option("junit", \.junit, "FILE", help: "write a test case for each check"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var url = BoardArgument()
  var dialect: DialectName?
  var interval: SecondsArgument?
  var polls: UInt16 = 100
  var timeout: SecondsArgument?
  var watch: SecondsArgument?
  var junit: String?
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let url = try url.url
    // The unfinished report replaces that of an earlier run, so that even a killed run leaves no outdated
    // report.
    if let junit, PendingFile.isFile(junit) {
      try TextFile.write(CheckReport.unfinishedJUnit(of: url), to: junit)
    }
    var progress = Progress("checking \(url)", isQuiet: isQuiet)
    var probe = BoardProbe(
      url, plan: plan, isWanted: { !Interruption.isRequested }, pause: Interruption.pause(for:),
      report: { show($0, &progress) })
    let record = probe.record()
    progress.finish()
    try Interruption.check()
    let report = CheckReport(of: record, as: dialect?.rawValue)
    try Console.print(isJSON ? report.json : report.text)
    if let junit { try TextFile.write(report.junit, to: junit) }
    let failures = report.findings.count(.fail)
    if failures > 0 {
      throw Failure(message: "\(failures) of \(report.findings.count) checks failed")
    }
  }

  private var plan: BoardProbe.Plan {
    var plan = BoardProbe.Plan()
    if let interval { plan.interval = interval.duration }
    plan.burstCount = Int(polls)
    if let timeout { plan.patience = timeout.duration }
    plan.watch = watch?.duration
    return plan
  }

  private func show(_ step: BoardProbe.Step, _ progress: inout Progress) {
    switch step {
    case .polling(let index, let count): progress.update(0.6 * Double(index) / Double(count))
    case .connecting: progress.update(0.7)
    case .burst: progress.update(0.8)
    case .watching(let left):
      let whole = watch.map { $0.duration / .seconds(1) } ?? 1
      if Double(left) >= whole, !isQuiet {
        progress.finish()
        Console.note("watching for \(left) s: switch the board off, and on again")
      }
      progress.update(1 - Double(left) / whole)
    }
  }
}
