internal import BoardHost
internal import Locks
internal import Platform
internal import RTCMStreams
internal import VirtualBoard

/// A run of many replays, several at a time.
final class ReplaySweep: Sendable {
  private struct State {
    /// The place of the next replay to begin.
    var next = 0
    /// For each worker, the completed share of its replay.
    var shares: [Double]
    /// The results that have not been told, each with whether this run made it.
    var finished: [(result: SweepResult, isNew: Bool)] = []
    var doneBefore = 0
    /// The failure that ends the sweep: a result could not be written.
    var failure: Failure?
    var activeCount: Int
    /// Whether the replays under way are to end, and no other begins.
    var isEnding = false
  }

  /// The numbers of replays by their outcome.
  struct Tally: Hashable {
    var asExpected = 0
    var failed = 0
    var errors = 0

    mutating func add(_ result: SweepResult) {
      if result.error != nil {
        errors += 1
      } else if result.isAsExpected {
        asExpected += 1
      } else {
        failed += 1
      }
    }
  }

  private let command: ReplayCommand
  private let jobs: [SweepJob]
  private let folder: SweepFolder?
  private let options: String
  private let state: Lock<State>

  /// Prepares a sweep.
  ///
  /// - Parameters:
  ///   - command: The options that all replays have.
  ///   - jobs: The replays.
  ///   - folder: The folder of the results; `nil` to keep none.
  ///   - workerCount: The number of replays at a time.
  init(_ command: ReplayCommand, _ jobs: [SweepJob], in folder: SweepFolder?, workerCount: Int) {
    (self.command, self.jobs, self.folder) = (command, jobs, folder)
    options = command.sweepOptions
    let count = min(workerCount, jobs.count)
    state = Lock(State(shares: [Double](repeating: 0, count: count), activeCount: count))
  }

  /// Runs all replays.
  ///
  /// - Parameter tell: Called with each result as it comes, not with those of earlier runs.
  /// - Returns: The tally with the replays of earlier runs, and their number.
  /// - Throws: ``Failure/interrupted`` when the process is asked to end, else what prevents a result from being
  ///   written. Results that are there stay.
  func run(tell: (SweepResult) throws -> Void) throws -> (tally: Tally, doneBefore: Int) {
    var progress = Progress("replaying \(jobs.count) times", isQuiet: command.isQuiet)
    let threads = state.withLock(\.shares).indices.compactMap { worker in
      BackgroundThread { [self] in work(worker) }
    }
    guard !threads.isEmpty || jobs.isEmpty else {
      throw Failure(message: "the system has no thread left")
    }
    // A thread that did not start would be waited for without end.
    state.withLock { $0.activeCount -= $0.shares.count - threads.count }
    defer { for thread in threads { thread.join() } }
    var tally = Tally()
    var isActive = true
    while isActive {
      Interruption.pause()
      let (finished, share) = state.withLock { state in
        isActive = state.activeCount > 0
        defer { state.finished = [] }
        return (state.finished, self.share(of: state))
      }
      for (result, _) in finished { tally.add(result) }
      do {
        try self.tell(finished.lazy.filter(\.isNew).map(\.result), tell, &progress)
      } catch {
        state.withLock { $0.isEnding = true }
        throw error
      }
      progress.update(share)
    }
    let (failure, doneBefore) = state.withLock { ($0.failure, $0.doneBefore) }
    if let failure { throw failure }
    try Interruption.check()
    return (tally, doneBefore)
  }

  private func tell(
    _ results: some Sequence<SweepResult>, _ tell: (SweepResult) throws -> Void,
    _ progress: inout Progress
  ) throws {
    for (index, result) in results.enumerated() {
      if index == 0 { progress.finish() }
      try tell(result)
    }
  }

  private func share(of state: State) -> Double {
    let done = Double(state.next - state.activeCount) + state.shares.reduce(0, +)
    return done / Double(max(jobs.count, 1))
  }

  // MARK: Workers

  private func work(_ worker: Int) {
    defer { state.withLock { $0.activeCount -= 1 } }
    var captures = LastCapture()
    while let job = take(worker) {
      let inputs = SweepInputs(of: job.capture, options: command.inputDigest(of: job, options))
      if let earlier = folder?.result(of: job, inputs) {
        state.withLock { state in
          state.doneBefore += 1
          state.finished.append((earlier, isNew: false))
        }
        continue
      }
      guard let result = result(of: job, inputs, &captures, worker) else { return }
      do throws(Failure) {
        try folder?.write(result)
        state.withLock { $0.finished.append((result, isNew: true)) }
      } catch {
        return state.withLock { ($0.failure, $0.isEnding) = (error, true) }
      }
    }
  }

  private func take(_ worker: Int) -> SweepJob? {
    guard !Interruption.isRequested else { return nil }
    return state.withLock { state in
      guard !state.isEnding, state.next < jobs.count else { return nil }
      defer { state.next += 1 }
      state.shares[worker] = 0
      return jobs[state.next]
    }
  }

  /// Does a replay; returns `nil` when it was ended before its end.
  private func result(
    of job: SweepJob, _ inputs: SweepInputs, _ captures: inout LastCapture, _ worker: Int
  ) -> SweepResult? {
    var result = SweepResult(job: job, inputs: inputs)
    do {
      let capture = try captures.capture(job.capture, in: command.window)
      let replay = try command.replay(of: job, capture)
      (result.scenario, result.seed) = (replay.options.scenario.name, replay.options.seed)
      let (report, outcomes) = try replay.run { [self] share in
        state.withLock { state in
          state.shares[worker] = share
          return !state.isEnding && !Interruption.isRequested
        }
      }
      result.take(outcomes, misuse: ReplayCommand.misuse(in: report), command.board.parts.strict)
      result.figures = SweepResult.Figures(of: report)
      result.report = Array(report.json.utf8)
    } catch is ReplayInterruption {
      return nil
    } catch {
      if Interruption.isRequested { return nil }
      result.error = (error as? Failure)?.message ?? (error as? UsageError)?.message ?? "\(error)"
    }
    return result
  }
}

/// The capture that was read last, so that replays of one capture after the other read it once.
private struct LastCapture {
  private var path = ""
  private var last: Capture?

  mutating func capture(_ path: String, in window: WindowArguments) throws -> Capture {
    if path == self.path, let last { return last }
    let capture = try CaptureInput.capture(path, in: window).capture
    (self.path, last) = (path, capture)
    return capture
  }
}
