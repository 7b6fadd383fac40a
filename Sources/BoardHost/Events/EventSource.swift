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
    let snapshot = snapshot
    let now = snapshot.boardTime
    let time = kind == .request ? request?.time : kind == .sky ? sky?.time : nil
    return object(at: time ?? now) { json in
      switch kind {
      case .sample:
        json.members(of: snapshot.sample(at: now))
        json.member("stale_after", snapshot.staleAfter.inSeconds, decimals: 3)
        json.object("truth") { $0.quantities(of: world.world.state(at: now)) }
      case .status: json.members(of: snapshot.status(at: now))
      case .sky: sky?.write(to: &json)
      case .request: if let request { json.members(of: request) }
      case .fault: json.faults(faults.all, at: now)
      case .clock: json.members(of: clock(), bootDate: snapshot.bootDate, at: now)
      case .card: json.members(of: .object(snapshot.card.members))
      case .finding, .beat, .reset: break
      }
      if leftOut > 0 { json.member("left_out", leftOut) }
    }
  }

  /// Returns the data of a finding as JSON.
  func data(of finding: DriverFinding) -> [UInt8] {
    object(at: finding.time) { $0.members(of: finding.described) }
  }

  private func object(at time: Duration, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", time.inSeconds, decimals: 3)
      json.member("board", board)
      members(&json)
    }
    return json.bytes
  }
}

extension JSONWriter {
  /// Writes the members of a described object, without its board time, which each event has already.
  fileprivate mutating func members(of value: DescribedValue) {
    for member in value.members where member.name != "board_time" {
      self.member(member.name) { member.value.write(to: &$0) }
    }
  }
}
