internal import AppHost
internal import BoardFirmware
internal import BoardHost
internal import BoardSimulation
internal import VirtualBoard

/// A run of `boardsim run`: the boards' service, the apps' server beside it, the log and the results.
struct RunSession {
  private let command: RunCommand
  private let configuration: BoardService.Configuration
  private let traces: TraceFiles?
  private let recording: RunRecording?
  private let results: ExpectationResults
  private let desk = AnnexDesk()

  /// Reads the command's files, and opens those of its traces.
  init(_ command: RunCommand) throws {
    var configuration = try command.configuration()
    let traces = try command.board.traceFiles()
    let results = ExpectationResults(try Self.expectations(of: command))
    let recording = try RunRecording(
      of: configuration.board.scenario.name, to: command.record, report: command.report?.path)
    let first = command.numbers.lowerBound
    configuration.instrument = { number, board in
      traces?.follow(board.simulation)
      if number == first { recording?.follow(board, number: number) }
      board.expect(results.expectations)
    }
    configuration.whenEnded = { _, board in results.conclude(board) }
    if command.hasServer { configuration.annex = desk.annex }
    (self.command, self.configuration) = (command, configuration)
    (self.traces, self.recording, self.results) = (traces, recording, results)
  }

  /// Returns the expectations of the scenario and of the options.
  ///
  /// The scenario's do not apply to a run without a duration, which is ended by hand at any time.
  private static func expectations(of command: RunCommand) throws -> [Expectation] {
    let own = command.expectations.map(\.expectation)
    guard command.duration != nil else { return own }
    return try command.board.scenario.expectations() + own
  }

  /// Runs the boards to the end of their time, to a request to end, to a finding of `--strict fail` or to
  /// the end of the telemetry.
  ///
  /// - Throws: What prevents the start, or the first failure that ``conclude(_:)`` finds.
  func run() async throws {
    if let junit = command.junit { try results.write(junit, error: "the run did not end") }
    let service: BoardService
    do { service = try startBoards() } catch is StartInterruption { return }
    let appService = try await startServer(beside: service)
    desk.open(appService?.admin)
    try command.announce(service, appService, configuration.card)
    var log = FleetLog(of: command.numbers, isQuiet: command.isQuiet)
    follow(service, &log)
    await appService?.stop()
    service.stop()
    log.update(service.snapshots)
    try conclude(service)
  }
}

// MARK: The start

extension RunSession {
  private func startBoards() throws -> BoardService {
    let count = command.numbers.count
    var progress = Progress("starting \(count) boards", isQuiet: command.isQuiet)
    return try BoardService(configuration) { ready in
      progress.update(Double(ready) / Double(count))
      return !Interruption.isRequested
    }
  }

  /// Starts the apps' server; returns `nil` without one.
  ///
  /// A failing start stops the boards.
  private func startServer(beside service: BoardService) async throws -> AppService? {
    do {
      return try await command.startServer(
        beside: service, from: configuration.board.bootDate)
    } catch {
      service.stop()
      throw error
    }
  }
}

// MARK: The end

extension RunSession {
  /// Writes the log until the boards end, the process is asked to, `--strict fail` has a finding, or the telemetry ends.
  private func follow(_ service: BoardService, _ log: inout FleetLog) {
    while !Interruption.isRequested, !service.waitForEnd(atMost: .milliseconds(200)) {
      log.update(service.snapshots)
      if firstFinding(service.snapshots) != nil || service.telemetry?.failure != nil { return }
    }
  }

  /// Completes the files, then throws the run's first failure.
  private func conclude(_ service: BoardService) throws {
    let snapshots = service.snapshots
    try traces?.finish()
    try recording?.finish(results.outcomes)
    try command.report?.write(snapshots, service.orders, of: command.numbers, results.outcomes)
    if let junit = command.junit { try results.write(junit) }
    if let failure = service.telemetry?.failure { throw Failure(message: "telemetry: \(failure)") }
    try results.check()
    try checkCards(snapshots)
    try checkFindings(snapshots)
  }

  private func checkCards(_ snapshots: [BoardSnapshot]) throws(Failure) {
    for (number, snapshot) in zip(command.numbers, snapshots) {
      guard let loss = CardLoss(snapshot.card) else { continue }
      throw Failure(
        message: command.numbers.count > 1 ? "board \(number): \(loss.message)" : loss.message)
    }
  }

  private func checkFindings(_ snapshots: [BoardSnapshot]) throws(Failure) {
    guard let first = firstFinding(snapshots) else { return }
    throw Failure(message: "a driver did what silicon punishes (--strict fail): \(first)")
  }

  /// Returns the first driver fault that ends the run; `nil` without `--strict fail`.
  private func firstFinding(_ snapshots: [BoardSnapshot]) -> DriverFinding? {
    guard command.board.parts.strict == .fail else { return nil }
    return snapshots.lazy.flatMap(\.findings).first { $0.kind == .misuse }
  }
}
