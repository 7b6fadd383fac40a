internal import BoardFirmware
package import BoardSimulation
package import GNSSBasics
internal import Mathematics
internal import NtripProtocol
internal import NtripMemory
public import RTCMStreams

/// A captured stream through the whole board, in virtual time.
public struct Replay {
  /// What is replayed.
  public let capture: Capture
  /// Its name, for the report and for errors.
  public let name: String
  /// What the board is made from.
  public var options: BoardOptions
  /// How far board time goes; as far as the capture reaches when `nil`.
  public var duration: Duration?
  /// What is in the board's card slot.
  public var card: BoardCard

  /// Creates a replay.
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

  /// Creates a replay of bytes that are looked through here.
  public init(
    _ bytes: [UInt8], name: String, options: BoardOptions, duration: Duration? = nil,
    card: BoardCard = .none
  ) {
    self.init(Capture(bytes), name: name, options: options, duration: duration, card: card)
  }

  /// Runs the board to the end.
  ///
  /// - Parameter progress: Called now and then with the part that is done, `0...1`; `false` ends the
  ///   run.
  /// - Returns: The report, to be written as JSON or asked for single values. It depends on nothing but
  ///   the replay's properties: two reports of one replay are the same bytes.
  /// - Throws: ``CaptureError``, ``EventError``, or ``ReplayInterruption`` when `progress` says so.
  public func run(progress: (Double) -> Bool = { _ in true }) throws -> ReportValue {
    guard capture.counts.frames > 0 else {
      let beginning = capture.bytes.prefix(ForeignStream.beginningLength)
      throw CaptureError(
        path: name, reason: .withoutFrames(ForeignStream(beginning: Array(beginning))))
    }
    let mountpoint = Mountpoint(name: "REPLAY", capture: capture, mode: .once)
    let world = try World(options, corrections: capture, name: name)
    let board = try Board(
      options, world: world, link: .memory(MemoryLink(to: mountpoint, seed: options.boardSeed)),
      card: card)
    let end = duration ?? capture.index.period + Self.afterglow
    let history = try follow(board, until: end, progress)
    return report(board, history)
  }

  /// The last epoch is sent, written and used within this time.
  private static let afterglow = Duration.seconds(1)

  private func follow(
    _ board: Board, until end: Duration, _ progress: (Double) -> Bool
  ) throws(ReplayInterruption) -> FixHistory {
    var history = FixHistory()
    var nextReport = Duration.zero
    var next = Duration.zero
    while next < end {
      next = board.run(until: min(next, end))
      history.observe(board.snapshot, in: board.simulation.world)
      guard board.now >= nextReport else { continue }
      nextReport = board.now + .seconds(10)
      guard progress(board.now / end) else { throw ReplayInterruption(boardTime: board.now) }
    }
    board.run(until: end)
    history.observe(board.snapshot, in: board.simulation.world)
    return history
  }

  private func report(
    _ board: Board, _ history: FixHistory
  ) -> ReportValue {
    let snapshot = board.snapshot
    return .object([
      ReportMember("capture", name),
      ReportMember("scenario", options.scenario.rawValue),
      ReportMember("seed", Int(clamping: options.seed)),
      ReportMember("duration", seconds: board.now),
      ReportMember("rtcm", .object(capture.reportMembers)),
      ReportMember(
        "gnss",
        history.members(reason: snapshot.gnss.reason) + [
          ReportMember("station_id", snapshot.gnss.stationID.map { Int($0) }),
          ReportMember("baseline", snapshot.gnss.baseline, decimals: 1),
          ReportMember("model", snapshot.gnss.model),
        ]),
      ReportMember(
        "correction_bytes",
        [
          ReportMember("caster", board.casterBytes),
          ReportMember("client", Int(snapshot.corrections.link.bytes)),
          ReportMember("firmware", snapshot.corrections.bytesReceived),
          ReportMember("written", snapshot.corrections.bytesWritten),
          ReportMember("receiver", board.simulation.receiver.correctionBytes),
        ]),
      ReportMember("sensors", snapshot.sensors.reportMembers),
      ReportMember("measurement", snapshot.measurement.reportMembers),
      ReportMember(
        "card",
        [
          ReportMember("state", snapshot.card.state.name),
          ReportMember("lines", snapshot.card.lines),
          ReportMember("lost_lines", snapshot.card.lostLines),
          ReportMember("error", snapshot.card.error),
        ]),
    ])
  }
}

/// A replay was ended before its end, and so has no report.
public struct ReplayInterruption: Error, Hashable, Sendable {
  /// How far it had come.
  public var boardTime: Duration
}

extension World {
  /// The world the options describe, its track beside the stream's station if they want that.
  ///
  /// - Throws: ``CaptureError`` when they do, and the stream names no station.
  init(_ options: BoardOptions, corrections: Capture, name: String) throws(CaptureError) {
    if options.origin == .base && corrections.station == nil {
      throw CaptureError(path: name, reason: .withoutStation)
    }
    self.init(options, station: corrections.station?.position)
  }

  /// The world the options describe, with the station's position where the origin is the base.
  package init(_ options: BoardOptions, station: ECEFPosition?) {
    let origin: GeodeticPosition? =
      switch options.origin {
      case .scenario: nil
      case .base: station.map { GeodeticPosition($0).moved(east: 0, north: 1000) }
      case .at(let position): position
      }
    self.init(
      scenario: options.scenario, origin: origin, bootDate: options.bootDate, head: options.head)
  }
}

extension Capture {
  fileprivate var reportMembers: [ReportMember] {
    [
      ReportMember("frames", frames.byType.map { ReportMember("\($0.type)", $0.count) }),
      ReportMember("total_frames", counts.frames),
      ReportMember("bad_crc", counts.badCRC),
      ReportMember("truncated_at_eof_candidates", counts.truncatedAtEnd),
      ReportMember("frame_bytes", counts.frameBytes),
      ReportMember("other_bytes", counts.otherBytes),
      ReportMember("bytes", counts.bytes),
    ]
  }
}

extension SensorStatuses {
  fileprivate var reportMembers: [ReportMember] {
    byName.map { name, status in
      ReportMember(
        name,
        [
          ReportMember("state", status.state.name), ReportMember("starts", status.starts),
          ReportMember("error", status.error),
        ])
    }
  }
}

extension Measurement {
  fileprivate var reportMembers: [ReportMember] {
    Quantity.allCases.map { quantity in
      ReportMember(quantity.name, self[quantity]?.value, decimals: quantity.decimals)
    }
  }
}
