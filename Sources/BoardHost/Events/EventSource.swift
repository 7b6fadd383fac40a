internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// The published state of a board, from which the data of events are made.
struct EventSource: Sendable {
  /// The number of the board.
  let board: Int
  let state: BoardState
  let world: PublishedWorld
  let faults: PublishedFaults
  /// Returns the state of the board's clock.
  let clock: @Sendable () -> ClockState

  /// Asks the board's thread for the sky; the handler is called on that thread, if the board runs.
  let askSky: @Sendable (@escaping @Sendable (SkyReport) -> Void) -> Void

  /// The last snapshot.
  var snapshot: BoardSnapshot { state.snapshot }

  /// The kinds of events that make up the present state, for a new client.
  let present: [EventKind] = [.clock, .status, .sample, .fault, .card]

  /// Returns the data of an event as JSON.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - leftOut: The number of events of the kind that were left out before it.
  ///   - request: The last request, for ``EventKind/request``.
  ///   - sky: The last sky, for ``EventKind/sky``.
  /// - Returns: An object whose first member is the board time.
  func data(
    of kind: EventKind, leftOut: Int, request: RequestJournal.Entry? = nil, sky: SkyReport? = nil
  ) -> [UInt8] {
    let moment = BoardMoment(
      board: board, snapshot: snapshot, world: world.world, faults: faults.all)
    let time = kind == .request ? request?.time : kind == .sky ? sky?.time : nil
    return moment.object(at: time) { json in
      switch kind {
      case .sky: sky?.write(to: &json)
      case .request: if let request { json.members(of: request) }
      case .clock:
        json.members(of: clock(), bootDate: moment.snapshot.bootDate, at: moment.now)
      default: moment.write(kind, to: &json)
      }
      if leftOut > 0 { json.member("left_out", leftOut) }
    }
  }

  /// Returns the data of a finding as JSON.
  func data(of finding: DriverFinding) -> [UInt8] {
    let moment = BoardMoment(board: board, snapshot: snapshot, world: world.world, faults: [])
    return moment.object(at: finding.time) { $0.members(of: finding.described) }
  }

  /// Returns the data of a finding about an app's requests, itself a JSON object, as JSON.
  func data(ofAppFinding finding: [UInt8]) -> [UInt8] {
    let moment = BoardMoment(board: board, snapshot: snapshot, world: world.world, faults: [])
    return moment.object { $0.member("app") { $0.value(json: finding) } }
  }
}
