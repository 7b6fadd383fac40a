internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// The state of a board at a board time, from which the data of events are made.
struct BoardMoment {
  /// The number of the board.
  let board: Int
  let snapshot: BoardSnapshot
  let world: World
  let faults: [BoardFault]

  /// The board time.
  var now: Duration { snapshot.boardTime }

  /// Writes the members of an event's data; none for a kind that is no part of this state.
  func write(_ kind: EventKind, to json: inout JSONWriter) {
    switch kind {
    case .sample:
      json.members(of: snapshot.sample(at: now))
      json.member("stale_after", snapshot.staleAfter.inSeconds, decimals: 3)
      let truth = world.state(at: now)
      json.object("truth") { $0.quantities(of: truth) }
      json.object("true_position") { json in
        json.member("latitude", truth.position.latitude, decimals: 9)
        json.member("longitude", truth.position.longitude, decimals: 9)
        json.member("height", truth.position.height, decimals: 4)
      }
    case .status: json.members(of: snapshot.status(at: now))
    case .fault: json.faults(faults, at: now)
    case .card: json.members(of: .object(snapshot.card.members))
    case .sky, .request, .clock, .finding, .beat, .reset: break
    }
  }

  /// Returns the data of an event as JSON.
  ///
  /// - Parameters:
  ///   - time: The board time of the event; `nil` for that of the state.
  ///   - members: Writes the members after the board time and the board's number.
  /// - Returns: An object without line ends.
  func object(at time: Duration? = nil, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", (time ?? now).inSeconds, decimals: 3)
      json.member("board", board)
      members(&json)
    }
    return json.bytes
  }
}

extension JSONWriter {
  /// Writes the members of a described object, without its board time, which each event has already.
  mutating func members(of value: DescribedValue) {
    for member in value.members where member.name != "board_time" {
      self.member(member.name) { member.value.write(to: &$0) }
    }
  }
}
