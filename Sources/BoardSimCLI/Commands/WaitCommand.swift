internal import GNSSBasics
internal import BoardFirmware
internal import BoardHost
internal import TextOutput

/// The command `boardsim wait`.
struct WaitCommand: Command {
  static let words = ["wait"]
  static let abstract = "Wait until a simulated board serves, or has a fix."
  static let examples = [
    "boardsim wait http://127.0.0.1:3000",
    "boardsim wait http://127.0.0.1:3000 --fix rtk-fixed --timeout 60",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("URL", \.url, help: "the board's address, http://host:port"),
      .option(
        "fix", \.fix, "NAME", help: "3d, dgnss, rtk-float or rtk-fixed; a better one will do"),
      .option("timeout", \.timeout, "S", help: "end with status 1 after S seconds; default 60"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var url = BoardArgument()
  var fix: FixName?
  var timeout = SecondsArgument(60)
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let url = try url.url
    let start = ContinuousClock.now
    let wait = BoardWait(
      url, for: fix?.fix, isWanted: { !Interruption.isRequested },
      pause: Interruption.pause(for:),
      report: { if !isQuiet { Console.note("waiting for \(url): \($0)") } })
    let readiness = wait.run(atMost: timeout.duration)
    if case .notYet = readiness { try Interruption.check() }
    try conclude(url, readiness, after: ContinuousClock.now - start)
  }

  private func conclude(
    _ url: BoardURL, _ readiness: BoardReadiness, after time: Duration
  ) throws(Failure) {
    switch readiness {
    case .ready(let condition):
      try Console.print(
        isJSON ? json(url, time, condition: condition) : "ready: \(url) \(condition.summary)")
    case .notYet(let reason):
      if isJSON { try Console.print(json(url, time, reason: reason)) }
      let wanted = fix.map { "no \($0.rawValue)" } ?? "not ready"
      throw Failure(
        message: "\(url): \(wanted) after \(timeout.duration / .seconds(1)) s: \(reason)")
    }
  }

  private func json(
    _ url: BoardURL, _ time: Duration, condition: BoardCondition? = nil, reason: String? = nil
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("url", "\(url)")
      json.member("ready", condition != nil)
      json.member("fix", condition?.fix.name)
      json.member("board_time", condition?.boardTime, decimals: 3)
      json.member("reason", reason ?? condition?.summary)
      json.member("waited", time / .seconds(1), decimals: 1)
    }
    return json.text
  }
}

/// A fix to wait for.
enum FixName: String, OptionChoice {
  case threeD = "3d"
  case dgnss
  case rtkFloat = "rtk-float"
  case rtkFixed = "rtk-fixed"

  /// The corresponding fix of a board.
  var fix: GNSSFix {
    switch self {
    case .threeD: .threeD
    case .dgnss: .dgnss
    case .rtkFloat: .rtkFloat
    case .rtkFixed: .rtkFixed
    }
  }
}
