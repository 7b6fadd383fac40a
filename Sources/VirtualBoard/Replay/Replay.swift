internal import BoardFirmware
package import BoardSimulation
package import GNSSBasics
internal import Mathematics
internal import NtripProtocol
internal import NtripMemory
public import RTCMStreams
public import TextOutput

/// A replay of a captured stream through the whole board, in virtual time.
public struct Replay {
  /// The capture to replay.
  public let capture: Capture
  /// The capture's name, for the report and for errors.
  public let name: String
  /// The options of the board.
  public var options: BoardOptions
  /// The board time at the end; when `nil`, the capture's period plus one second.
  public var duration: Duration?
  /// The content of the board's card slot.
  public var card: BoardCard
  /// The expectations of the board.
  public var expectations: [Expectation] = []
  /// The observer of the board, called with it at power-on.
  package var instrument: (Board) -> Void = { _ in }

  /// Creates a replay of a capture through a board with some options.
  public init(
    _ capture: Capture, name: String, options: BoardOptions, duration: Duration? = nil,
    card: BoardCard = .none
  ) {
    self.capture = capture
    self.name = name
    self.options = options
    self.duration = duration
    self.card = card
  }

  /// Creates a replay of bytes, after scanning them for frames.
  public init(
    _ bytes: [UInt8], name: String, options: BoardOptions, duration: Duration? = nil,
    card: BoardCard = .none
  ) {
    self.init(Capture(bytes), name: name, options: options, duration: duration, card: card)
  }

  /// Runs the board to the end.
  ///
  /// - Parameter progress: Called now and then with the completed share, `0...1`; `false` ends the
  ///   run.
  /// - Returns: The report, to be written as JSON or queried for single values, and the outcomes of
  ///   the expectations. The report depends only on the replay's properties: two reports of one
  ///   replay are the same bytes.
  /// - Throws: ``CaptureError``, ``EventError``, or ``ReplayInterruption`` when `progress` returns
  ///   `false`.
  public func run(
    progress: (Double) -> Bool = { _ in true }
  ) throws -> (report: DescribedValue, outcomes: [ExpectationOutcome]) {
    try capture.requireFrames(in: name)
    let mountpoint = Mountpoint(name: "REPLAY", capture: capture, mode: .once)
    let world = try World(options, corrections: capture, name: name)
    let board = try Board(
      options, world: world, link: .memory(MemoryLink(to: mountpoint, seed: options.boardSeed)),
      card: card)
    instrument(board)
    board.expect(expectations)
    let end = duration ?? capture.index.period + Self.afterglow
    let history = try follow(board, until: end, progress)
    board.stop()
    let report = report(board, history)
    let outcomes = board.outcomes(of: expectations, report: report)
    return (report.adding(outcomes), outcomes)
  }

  /// The time in which the last epoch is sent, written and used.
  private static let afterglow = Duration.seconds(1)

  private func follow(
    _ board: Board, until end: Duration, _ progress: (Double) -> Bool
  ) throws(ReplayInterruption) -> FixHistory {
    var history = FixHistory()
    var nextReport = Duration.zero
    var next = Duration.zero
    while next < end {
      next = board.run(until: min(next, end))
      history.observe(board.gnss, at: board.now, in: board.simulation.world)
      guard board.now >= nextReport else { continue }
      nextReport = board.now + .seconds(10)
      guard progress(board.now / end) else { throw ReplayInterruption(boardTime: board.now) }
    }
    board.run(until: end)
    history.observe(board.gnss, at: board.now, in: board.simulation.world)
    return history
  }

  private func report(
    _ board: Board, _ history: FixHistory
  ) -> DescribedValue {
    let snapshot = board.snapshot
    let status = snapshot.status(at: board.now)
    let members = [
      Described("capture", text: name),
      Described("scenario", text: options.scenario.name),
      Described("seed", count: options.seed),
      Described("duration", number: board.now.inSeconds, decimals: 3),
      Described("rtcm", capture.reportMembers),
      Described("gnss", history.members(reason: snapshot.gnss.reason) + receiver(snapshot, status)),
      Described("correction_bytes", correctionBytes(board, snapshot.corrections)),
      Described(
        "sensors",
        status.members(of: "sensors").map { sensor in
          Described(sensor.name, sensor.value.members.only("state", "starts", "error"))
        }),
      Described("measurement", snapshot.measurement.reportMembers),
      Described("bus", status.members(of: "bus")),
      Described("findings", .array(snapshot.findings.map(\.described))),
      Described(
        "card", status.members(of: "card").only("state", "lines", "lost_lines", "error")),
    ]
    // A board with a line alone has it.
    let line = status.members(of: "line")
    return .object(members + (line.isEmpty ? [] : [Described("line", line)]))
  }

  private func receiver(_ snapshot: BoardSnapshot, _ status: DescribedValue) -> [Described] {
    let gnss = status.members(of: "gnss")
    return gnss.only("station_id")
      + [Described("baseline", number: snapshot.gnss.baseline, decimals: 1)] + gnss.only("model")
  }

  private func correctionBytes(_ board: Board, _ corrections: CorrectionCounts) -> [Described] {
    [
      Described("caster", count: board.casterBytes),
      Described("client", count: corrections.link.bytes),
      Described("firmware", count: corrections.bytesReceived),
      Described("written", count: corrections.bytesWritten),
      Described("receiver", count: board.simulation.receiverCorrectionBytes),
    ]
  }
}

extension DescribedValue {
  /// Returns the report with the outcomes of expectations, where there are any.
  package func adding(_ outcomes: [ExpectationOutcome]) -> DescribedValue {
    guard !outcomes.isEmpty else { return self }
    let results = outcomes.map { outcome in
      DescribedValue.object([
        Described("expectation", text: outcome.expectation.text),
        Described("met", .flag(outcome.isMet)),
        Described("found", outcome.found ?? .text(nil)),
        Described("board_time", number: outcome.time?.inSeconds, decimals: 3),
        Described("reason", text: outcome.reason),
      ])
    }
    return .object(members + [Described("expectations", .array(results))])
  }
}

/// The error for a replay that was interrupted, and so has no report.
public struct ReplayInterruption: Error, Hashable, Sendable {
  /// The board time of the interruption.
  public var boardTime: Duration
}

extension World {
  /// Creates the world of a board's options, with the track beside the stream's station for the
  /// origin `.base`.
  ///
  /// - Throws: ``CaptureError`` for the origin `.base` when the stream names no station.
  init(_ options: BoardOptions, corrections: Capture, name: String) throws(CaptureError) {
    if options.origin == .base && corrections.station == nil {
      throw CaptureError(path: name, reason: .withoutStation)
    }
    self.init(options, station: corrections.station?.position)
  }

  /// Creates the world of a board's options, with the station's position for the origin `.base`.
  package init(_ options: BoardOptions, station: ECEFPosition?) {
    let origin: GeodeticPosition? =
      switch options.origin {
      case .scenario: nil
      case .base: station.map { GeodeticPosition($0).moved(east: 0, north: 1000) }
      case .at(let position): position
      }
    self.init(options, origin: origin)
  }

  /// Creates the world of a board's options, with a start of the track that overrides the scenario's.
  init(_ options: BoardOptions, origin: GeodeticPosition?) {
    self.init(
      scenario: options.scenario.world, origin: origin, bootDate: options.bootDate,
      head: options.head, seed: options.scenario.weatherSeed ?? options.seed)
  }
}

extension DescribedValue {
  /// Returns the members of the member `name`; empty when it is missing.
  fileprivate func members(of name: String) -> [Described] { self[name]?.value.members ?? [] }
}

extension Capture {
  fileprivate var reportMembers: [Described] {
    [
      Described(
        "frames",
        .table(frames.byType.map { Described("\($0.type)", count: $0.count) }, of: .count(0)))
    ] + counts.named.map { Described($0.name, count: $0.count) }
  }
}

extension Measurement {
  fileprivate var reportMembers: [Described] {
    Quantity.allCases.map { quantity in
      Described(quantity.name, number: self[quantity]?.value, decimals: quantity.decimals)
    }
  }
}
