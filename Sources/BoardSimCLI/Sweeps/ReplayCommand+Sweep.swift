internal import AppSecrets
internal import BoardHost
internal import Bytes
internal import Platform
internal import RTCMStreams
internal import VirtualBoard

// The sweep of `boardsim replay`: captures, scenarios and seeds.

extension ReplayCommand {
  /// Whether the command is a sweep, whose `--junit` is a folder.
  var isSweep: Bool { captures.count > 1 || sweep.isGiven }

  static var sweepRules: [CommandRule<Self>] {
    [
      CommandRule(
        ["list"], says: "CAPTURE is missing: name a file of RTCM 3, or a list of them by --list"
      ) { $0.captures.isEmpty && $0.sweep.list == nil },
      CommandRule(["seeds", "seed"], says: "--seeds has the seeds: leave out --seed") {
        $0.sweep.seeds != nil && $0.board.seed != nil
      },
      CommandRule(
        ["scenarios", "scenario"], says: "--scenarios has the scenarios: leave out --scenario"
      ) { $0.sweep.scenarios != nil && $0.board.scenario != ScenarioArgument() },
      CommandRule(
        ["record", "report", "trace", "card", "card-image"],
        says:
          "a sweep keeps its results with --junit DIR: leave out --record, --report, --trace and cards"
      ) { $0.isSweep && $0.hasFileOfOneReplay },
      CommandRule(["list"]) { command in
        guard command.isSweep else { return nil }
        let stream = command.captures.first { $0 == "-" || StreamInput.isCaster($0) }
        return stream.map { "a sweep replays files, and '\($0)' is a stream: record it first" }
      },
    ]
  }

  private var hasFileOfOneReplay: Bool {
    record != nil || report != nil || !board.trace.files.isEmpty || board.card.folder != nil
      || board.card.image != nil
  }

  func runSweep() throws {
    let plan = try plan()
    let part = sweep.shard.shard?.numbers(of: plan.jobs.count) ?? 0..<plan.jobs.count
    let folder = junit.map { SweepFolder(path: $0) }
    try folder?.begin(plan)
    let replays = ReplaySweep(
      self, Array(plan.jobs[part]), in: folder,
      workerCount: sweep.jobs?.value ?? Machine.processorCount)
    let (tally, doneBefore) = try replays.run { result in
      try Console.print(isJSON ? String(decoding: result.json, as: UTF8.self) : result.line)
    }
    if !isQuiet { Console.note(tally.text(doneBefore: doneBefore)) }
    let unmet = tally.failed + tally.errors
    guard unmet == 0 else {
      throw Failure(message: "\(unmet) of \(part.count) replays are not as expected")
    }
  }

  private func plan() throws -> SweepPlan {
    let listed = try sweep.list.map(Self.captures(listedIn:)) ?? []
    let plan = SweepPlan(
      captures: captures + listed, scenarios: sweep.scenarios?.scenarios.map(\.text) ?? [],
      seeds: sweep.seeds?.seeds ?? [])
    for scenario in sweep.scenarios?.scenarios ?? [board.scenario] {
      _ = try scenario.expectations()
    }
    guard !plan.jobs.isEmpty else {
      throw Failure(message: "'\(sweep.list ?? "")' names no capture; write one into each line")
    }
    if let repeated = plan.repeated {
      throw Failure(
        message:
          "the sweep has '\(repeated.title)' twice; name each capture, scenario and seed once")
    }
    return plan
  }

  /// Returns the captures of a list: the lines that are neither empty nor begin with `#`.
  private static func captures(listedIn path: String) throws -> [String] {
    var bytes: [UInt8] = []
    var input = try InputStream(path)
    while try input.read({ bytes.append(contentsOf: $0) }) {}
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  // MARK: A replay of the sweep

  /// Returns the replay of a job, with its scenario and seed.
  func replay(of job: SweepJob, _ capture: Capture) throws -> Replay {
    try replay(of: capture, name: StreamInput.title(of: job.capture), on: try board(of: job))
  }

  private func board(of job: SweepJob) throws -> BoardArguments {
    var board = board
    if let scenario = job.scenario {
      board.scenario = try ScenarioArgument(optionText: scenario, of: "--scenarios")
    }
    if let seed = job.seed { board.seed = seed }
    return board
  }

  /// The options that all replays have, and the program, as text.
  var sweepOptions: String {
    let log = board.receiverLog.map { "\(SweepInputs(of: $0, options: ""))" } ?? ""
    return "\(Version.line)\n\(board)\n\(duration as Any)\n\(window)\n\(expectations)\n\(log)"
  }

  /// Returns the digest of all that a job's result depends on, except for the capture.
  func inputDigest(of job: SweepJob, _ options: String) -> String {
    // A scenario that cannot be read is an error of its replay.
    let scenario = (try? board(of: job).scenario.source()) ?? ""
    return Digest.sha256(Array((options + "\n" + scenario).utf8)).hexadecimal
  }
}

extension ReplaySweep.Tally {
  /// The tally in words.
  func text(doneBefore: Int) -> String {
    let count = asExpected + failed + errors
    let parts = [
      "\(count) replays: \(asExpected) as expected", failed > 0 ? "\(failed) failed" : nil,
      errors > 0 ? "\(errors) with an error" : nil,
      doneBefore > 0 ? "\(doneBefore) were done before" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
