internal import BoardHost
internal import VirtualBoard
internal import RTCMStreams

/// The command `boardsim replay`.
struct ReplayCommand: Command {
  static let words = ["replay"]
  static let abstract = "Run the whole board on a captured correction stream, in virtual time."
  static let examples = [
    "boardsim replay captures/milan-base.rtcm3",
    "boardsim replay captures/milan-base.rtcm3 --expect 'gnss.best_fix == rtk-fixed' --junit fix.xml",
    "boardsim replay base.rtcm3 --expect 'rtcm.bad_crc == 0' --expect 'gnss.seconds_to_rtk_fixed <= 60'",
    "boardsim replay base.rtcm3 --fault 'nack part=sps30 from=60 to=70' "
      + "--expect 'within 10 s of fault-end:nack sensors.sps30.state == ok'",
    "boardsim replay ntrip://127.0.0.1:2101/BASE --duration 120 --expect 'gnss.best_fix == rtk-fixed'",
    "boardsim replay --list captures.txt --seeds 1..100 --scenarios milan-walk,kitchen --jobs 8 --junit results",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments(
        "CAPTURE", \.captures, isRequired: false,
        help: """
          a file of RTCM 3, other bytes between frames are skipped, - for
          standard input, or ntrip[s]://…/MOUNTPOINT, which is first read
          for --duration in real time, or @FILE with such a URL; several
          files are a sweep
          """)
    ] + SweepArguments.parameters(in: \.sweep)
      + BoardArguments.parameters(in: \.board, defaultOrigin: "base") + [
        .option(
          "duration", \.duration, "S", help: "seconds of board time; default: the capture's length")
      ] + WindowArguments.parameters(\.window) + [
        .list(
          "expect", \.expectations, "CLAIM",
          help: ExpectationArgument.help + ",\nbesides those of the scenario"),
        .option(
          "junit", \.junit, "FILE",
          help: "write the expectations' outcomes for a CI server; of a sweep, the folder of the\n"
            + "results, where what is done is not done again"),
        .option(
          "report", \.report, "FILE",
          help: "write the report as JSON into a file; FILE.html is a page with chart, fix, sky,\n"
            + "faults and expectations in one file"),
        .option("record", \.record, "FILE", help: RunRecording.help),
        .flag("json", \.isJSON, help: "print the report as JSON"),
        .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
      ]
  }

  static var rules: [CommandRule<Self>] {
    CardArguments.rules.of(\.board.card) + sweepRules + ShardArguments.rules.of(\.sweep.shard) + [
      CommandRule(
        ["duration"], says: "a caster's stream does not end: give its length with --duration S"
      ) { !$0.isSweep && StreamInput.isCaster($0.capture) && $0.duration == nil },
      .file(of: "junit", \.junit, isNot: \.capture),
      .file(of: "record", \.record, isNot: \.capture),
      .file(of: "report", \.report, isNot: \.capture),
    ] + PartArguments.rules(in: \.board.parts, hasCaster: true)
      + [NameList.rule(of: "trace-parts", \.board.trace.parts, among: \.board.parts)]
  }

  var captures: [String] = []
  var sweep = SweepArguments()
  var board = {
    var board = BoardArguments()
    board.origin = .base
    return board
  }()
  var duration: SecondsArgument?
  var window = WindowArguments()
  var expectations: [ExpectationArgument] = []
  var junit: String?
  var report: String?
  var record: String?
  var isJSON = false
  var isQuiet = false

  func run() async throws {
    Interruption.install()
    guard !isSweep else { return try runSweep() }
    // The unfinished report replaces that of an earlier run, so that even a killed run leaves no outdated
    // report.
    if let junit, PendingFile.isFile(junit) { try writeJUnit(error: "the replay did not end") }
    let start = ContinuousClock.now
    let result: (report: DescribedValue, outcomes: [ExpectationOutcome])
    do {
      result = try await makeReport()
    } catch {
      try writeJUnit(error: "\((error as? Failure)?.message ?? "\(error)")")
      throw error
    }
    try conclude(result.report, result.outcomes, after: ContinuousClock.now - start)
  }

  private func makeReport() async throws
    -> (report: DescribedValue, outcomes: [ExpectationOutcome])
  {
    let card = try board.card.source()
    let capture = try await readCapture()
    if !isQuiet, !capture.dateOutliers.isEmpty { Console.note(capture.dateOutliers.remark) }
    var replay = try replay(of: capture, name: title, on: board)
    replay.card = try card?.slot() ?? .none
    card?.announce(isQuiet: isQuiet)
    let traces = try board.traceFiles()
    let recording = try RunRecording(of: title, to: record, report: report)
    replay.instrument = { board in
      traces?.follow(board.simulation)
      recording?.follow(board, number: 0)
    }
    var progress = Progress("replaying \(title)", isQuiet: isQuiet)
    do {
      let result = try replay.run { fraction in
        progress.update(fraction)
        return !Interruption.isRequested
      }
      try traces?.finish()
      try recording?.finish(result.outcomes)
      return result
    } catch is ReplayInterruption {
      throw Failure.interrupted
    }
  }

  /// Returns the replay of a capture on a board, without card and observers.
  func replay(of capture: Capture, name: String, on board: BoardArguments) throws -> Replay {
    var replay = Replay(
      capture, name: name, options: try board.options, duration: duration?.duration)
    replay.expectations = try board.scenario.expectations() + expectations.map(\.expectation)
    return replay
  }

  /// The capture of a single replay.
  var capture: String { captures.first ?? "" }

  /// The capture's name in the report.
  private var title: String { capture == "-" ? "standard input" : StreamInput.title(of: capture) }

  /// Reads the whole capture; a stream is read before board time begins, so that its pace has no effect.
  private func readCapture() async throws -> Capture {
    guard let time = duration?.duration, StreamInput.isCaster(capture) else {
      return try CaptureInput.capture(capture, in: window).capture
    }
    var input = try StreamInput(capture, isQuiet: isQuiet, duration: time)
    var progress = Progress("reading \(title)", isQuiet: isQuiet)
    let start = ContinuousClock.now
    let bytes = try await CaptureInput.bytes(of: &input, title: title) {
      progress.update((ContinuousClock.now - start) / time)
    }
    return Capture(try window.cut(bytes, of: capture).bytes)
  }

  private func conclude(
    _ report: DescribedValue, _ outcomes: [ExpectationOutcome], after elapsed: Duration
  ) throws {
    let loss = CardLoss(in: report)?.message
    let lines = Self.misuse(in: report)
    let misuse = board.parts.strict == .fail ? lines : nil
    if misuse == nil, let lines { Console.note(lines) }
    try writeJUnit(
      outcomes, error: [loss, misuse].compactMap { $0 }.first, misuse: misuse == nil ? lines : nil)
    if let file = self.report, !RunRecording.isPage(file) {
      try TextFile.write(report.json + "\n", to: file)
    }
    try Console.print(isJSON ? report.json : report.summary(after: elapsed))
    let messages = outcomes.problems + [loss, misuse].compactMap { $0 }
    guard messages.isEmpty else {
      throw Failure(message: messages.joined(separator: "\nboardsim: "))
    }
  }

  /// Returns the driver faults that real hardware would not tolerate, a line each; `nil` for none.
  static func misuse(in report: DescribedValue) -> String? {
    let findings = report.members.first { $0.name == "findings" }?.value.elements ?? []
    let lines = findings.map { finding in
      let words = ["part", "what", "section", "remedy"].compactMap { finding[$0]?.value.text }
      return "misuse: \(words.joined(separator: "; "))"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func writeJUnit(
    _ outcomes: [ExpectationOutcome] = [], error: String?, misuse: String? = nil
  ) throws(Failure) {
    guard let junit else { return }
    let text = JUnitReport.document(
      name: title, outcomes: outcomes, error: error, misuse: misuse)
    try TextFile.write(text, to: junit)
  }
}
