internal import BoardHost

/// `boardsim replay`.
struct ReplayCommand: Command {
  static let words = ["replay"]
  static let abstract = "Run the whole board on a captured correction stream, in virtual time."
  static let examples = [
    "boardsim replay captures/milan-base.rtcm3",
    "boardsim replay captures/milan-base.rtcm3 --expect 'gnss.best_fix == rtk-fixed' --junit fix.xml",
    "boardsim replay base.rtcm3 --expect 'rtcm.bad_crc == 0' --expect 'gnss.seconds_to_rtk_fixed <= 60'",
  ]
  static var parameters: [Parameter<Self>] {
    [.argument("CAPTURE", \.capture, help: "a file of RTCM 3, other bytes may stand between")]
      + BoardArguments.parameters(in: \.board, defaultOrigin: "base") + [
        .option(
          "duration", \.duration, "S", help: "seconds of board time; default: the capture's length"),
        .list(
          "expect", \.expectations, "CLAIM",
          help: "PATH OP VALUE, OP one of == != < <= > >=; may be given several times"),
        .option("junit", \.junit, "FILE", help: "write the expectations' outcomes for a CI server"),
        .flag("json", \.isJSON, help: "print the report as JSON"),
        .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
      ]
  }

  var capture = ""
  var board = {
    var board = BoardArguments()
    board.origin = .base
    return board
  }()
  var duration: SecondsArgument?
  var expectations: [ExpectationArgument] = []
  var junit: String?
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let replay = Replay(
      try CaptureFile.read(capture), name: capture, options: board.options,
      duration: duration?.duration)
    var progress = Progress("replaying \(capture)", isQuiet: isQuiet)
    let start = ContinuousClock.now
    let report = try replay.run { fraction in
      progress.update(fraction)
      return !Interruption.isRequested
    }
    progress.finish()
    if Interruption.isRequested { throw Failure(message: "interrupted; no report") }
    try conclude(report.timed(ContinuousClock.now - start))
  }

  private func conclude(_ report: ReportValue) throws {
    let outcomes = expectations.map { $0.expectation.check(report) }
    Console.print(isJSON ? report.json : report.summary)
    if let junit {
      try TextFile.write(JUnitReport.document(name: capture, outcomes: outcomes), to: junit)
    }
    let unmet = outcomes.filter { !$0.isMet }
    guard unmet.isEmpty else {
      throw Failure(
        message: unmet.map { "expectation not met: \($0)" }.joined(separator: "\nboardsim: "))
    }
  }
}

/// A claim about the report.
struct ExpectationArgument: OptionValue {
  var expectation: Expectation

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(ExpectationError) {
      expectation = try Expectation(text)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}
