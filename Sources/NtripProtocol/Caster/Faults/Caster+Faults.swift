// Fault injection: the caster misbehaves as its faults say.

extension Caster {
  /// Replaces the injected faults; setting the same faults with the same seed again has no effect.
  ///
  /// With the same seed, a fault that was there before keeps its random numbers, even if its times change.
  ///
  /// - Parameters:
  ///   - faults: The faults, timed by the stream time. Of several faults that exclude each other,
  ///     the last one takes effect.
  ///   - seed: The seed of the random numbers: the same seed, faults and clients give the same bytes.
  ///   - damage: The closure that damages frames; without it, `flip`, `double`, `reorder` and
  ///     `halve` have no effect.
  public mutating func setFaults(
    _ faults: [CasterFault], seed: UInt64 = 0, damaging damage: StreamDamage? = nil
  ) {
    guard faults != troubles.faults || seed != troubles.seed else { return }
    troubles =
      seed == troubles.seed
      ? CasterTroubles(faults, after: troubles, damage: damage)
      : CasterTroubles(faults, seed: seed, damage: damage)
  }

  /// The next time at which a fault needs an action; `nil` when only a client or a slice can cause one.
  var nextFaultTime: Duration? {
    let change = troubles.isEmpty ? nil : troubles.nextChange(after: streamTime)
    let waiting = waitingSlots.lazy.compactMap { slots[$0].client?.waiting?.nextTime }.min()
    return [change, waiting, nextPositionDeadline].compactMap { $0 }.min()
  }

  /// Performs the actions that faults make due.
  mutating func goWrong(_ perform: (ConnectionID, Action) -> Void) {
    release(perform)
    guard !troubles.isEmpty else { return }
    if troubles.hasBegun(.dies, at: streamTime) { die(perform) }
    if troubles.isOn(.ggaTimeout, at: streamTime) { closeQuietReaders(perform) }
  }

  private mutating func strikes(_ kind: CasterFault.Kind, _ id: ConnectionID) -> CasterFault? {
    guard !troubles.isEmpty, let name = client(id)?.role.mountpoint else { return nil }
    return troubles.strike(kind, name, at: streamTime)
  }

  /// Closes a connection without sending anything further.
  private mutating func close(_ id: ConnectionID, _ perform: (ConnectionID, Action) -> Void) {
    perform(id, .close(byteCount: disconnect(id)))
  }
}

// MARK: Requests

extension Caster {
  /// Gives the wrong answer that a fault demands for a request; returns `false` when no fault applies.
  mutating func misanswer(
    _ request: CasterRequest, of id: ConnectionID, _ perform: (ConnectionID, Action) -> Void
  ) -> Bool {
    let name = request.mountpoint
    if let fault = troubles.strike(.dies, name, at: streamTime) {
      tell(request, of: id, .closed, by: fault)
      close(id, perform)
      return true
    }
    guard request.method == .get else { return false }
    if let fault = troubles.strike(.reset, name, at: streamTime), fault.value(.bytes) == 0 {
      tell(request, of: id, .closed, by: fault)
      perform(id, .reset(byteCount: disconnect(id)))
      return true
    }
    if let fault = troubles.strike(.silent, name, at: streamTime) {
      tell(request, of: id, .unanswered, by: fault)
      return true
    }
    guard let fault = troubles.strike(.refusal, name, at: streamTime) else { return false }
    answer(request, of: id, with: .sourcetable(table(for: request)), by: fault, perform)
    return true
  }

  /// Returns the fault that changes the head of a stream's answer; `nil` when no fault applies.
  mutating func deviation(of answer: CasterAnswer, to request: CasterRequest?) -> CasterFault? {
    guard !troubles.isEmpty, answer == .stream, let request else { return nil }
    return troubles.strike(.head, request.mountpoint, at: streamTime)
  }

  /// Sends the head of an answer, byte by byte under a `drip` fault.
  mutating func open(
    _ id: ConnectionID, for request: CasterRequest?, with head: [UInt8],
    _ perform: (ConnectionID, Action) -> Void
  ) {
    slots[id.slot].client?.joinTime = streamTime
    guard !troubles.isEmpty, let request, client(id)?.connection.coding != nil else {
      return perform(id, .send(head))
    }
    say([head], to: id, of: request.mountpoint, perform)
  }
}

// MARK: Streams

extension Caster {
  /// Sends a slice of a stream to all its readers, subject to the faults.
  mutating func sendWrongly(
    _ slice: [UInt8], of broadcast: Int, _ perform: (ConnectionID, Action) -> Void
  ) {
    let name = broadcasts[broadcast].mountpoint.name
    let damaged = troubles.damaged(slice, of: name, at: streamTime)
    guard !damaged.isEmpty else { return }
    broadcasts[broadcast].mountpoint.onSlice?(damaged)
    for slot in broadcasts[broadcast].readers {
      let id = id(of: slot)
      let old = byteCount(of: id)
      let new = deliver(damaged, to: id, perform)
      broadcasts[broadcast].byteCount += new - old
    }
  }

  /// Sends a slice to one reader, and returns the total number of stream bytes sent to the reader.
  private mutating func deliver(
    _ slice: [UInt8], to id: ConnectionID, _ perform: (ConnectionID, Action) -> Void
  ) -> Int {
    guard let client = client(id), let name = client.role.mountpoint else { return 0 }
    let isMute = client.position == nil && strikes(.gga, id) != nil
    if isMute || strikes(.stall, id) != nil { return client.byteCount }
    let isChunked = client.connection.coding == .chunked
    let limit = strikes(.reset, id).map { Int($0.value(.bytes)) } ?? .max
    if client.byteCount + slice.count >= limit {
      let part = Array(slice.prefix(max(limit - client.byteCount, 0)))
      let count = count(part, for: id)
      say([isChunked ? Self.chunk(part) : part], to: id, of: name, perform)
      flush(id, perform)
      perform(id, .reset(byteCount: disconnect(id)))
      return count
    }
    if strikes(.cutChunk, id) != nil {
      let part = Array(slice.prefix(max(slice.count / 2, 1)))
      let count = count(part, for: id)
      let head = isChunked ? ChunkEncoder.head(ofLength: slice.count + 1) : []
      say([head + part], to: id, of: name, perform)
      flush(id, perform)
      close(id, perform)
      return count
    }
    let count = count(slice, for: id)
    say([isChunked ? Self.chunk(slice) : slice], slice, to: id, of: name, perform)
    return count
  }

  private mutating func count(_ part: [UInt8], for id: ConnectionID) -> Int {
    slots[id.slot].client?.byteCount += part.count
    return byteCount(of: id)
  }
}

// MARK: Paced output

extension Caster {
  /// The interval between the pieces of a chunk: 5 ms, so that each piece travels in its own TCP segment.
  private static var pieceInterval: Duration { .milliseconds(5) }

  /// Sends bytes at once, or paces them behind pending output where a fault demands pacing.
  ///
  /// `data` holds the stream bytes when `pieces` is one chunk; a `chunks` fault divides these bytes into
  /// other chunks.
  private mutating func say(
    _ pieces: [[UInt8]], _ data: [UInt8]? = nil, to id: ConnectionID, of name: String,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    var (pieces, interval) = (pieces, Duration?.none)
    if let data, client(id)?.connection.coding == .chunked,
      troubles.strike(.chunks, name, at: streamTime) != nil
    {
      (pieces, interval) = (troubles.chunks(of: data), Self.pieceInterval)
    }
    if let drip = troubles.strike(.drip, name, at: streamTime) {
      pieces = pieces.joined().map { [$0] }
      interval = .seconds(1 / drip.value(.rate))
    }
    guard let interval else {
      flush(id, perform)
      for piece in pieces where !piece.isEmpty { perform(id, .send(piece)) }
      return
    }
    var waiting = client(id)?.waiting ?? PacedOutput()
    waiting.append(pieces, every: interval, at: streamTime)
    guard waiting.backlog <= PacedOutput.longestBacklog else {
      perform(id, .close(byteCount: drop(id)))
      return
    }
    slots[id.slot].client?.waiting = waiting
    waitingSlots.insert(id.slot)
    release(perform)
  }

  /// Sends the pending pieces that are due.
  private mutating func release(_ perform: (ConnectionID, Action) -> Void) {
    for slot in waitingSlots.sorted() {
      let pieces = slots[slot].client?.waiting?.due(at: streamTime) ?? []
      for piece in pieces { perform(id(of: slot), .send(piece)) }
      if slots[slot].client?.waiting?.backlog ?? 0 == 0 {
        slots[slot].client?.waiting = nil
        waitingSlots.remove(slot)
      }
    }
  }

  /// Sends all pending output of a connection at once, because the connection or the fault ends.
  mutating func flush(_ id: ConnectionID, _ perform: (ConnectionID, Action) -> Void) {
    guard let rest = slots[id.slot].client?.waiting?.takeAll() else { return }
    slots[id.slot].client?.waiting = nil
    waitingSlots.remove(id.slot)
    if !rest.isEmpty { perform(id, .send(rest)) }
  }
}

// MARK: Positions and ends

extension Caster {
  /// Records the time of a position; returns `false` when the reader sends too often and is closed.
  mutating func mayTell(
    _ id: ConnectionID, at now: Duration, _ perform: (ConnectionID, Action) -> Void
  ) -> Bool {
    let last = client(id)?.positionTime
    slots[id.slot].client?.positionTime = now
    guard let last, let fault = strikes(.ggaRate, id),
      now - last < .seconds(1 / fault.value(.hertz))
    else { return true }
    close(id, perform)
    return false
  }

  /// Closes a reader that sent something other than a valid GGA sentence, under a `gga-only` fault.
  mutating func hearOther(_ id: ConnectionID, _ perform: (ConnectionID, Action) -> Void) {
    if strikes(.ggaOnly, id) != nil { close(id, perform) }
  }

  /// Returns the time at which a `gga-timeout` fault closes a reader; `nil` when no such fault applies.
  private func positionDeadline(_ slot: Int) -> Duration? {
    guard let client = slots[slot].client, case .reader(let name) = client.role else { return nil }
    let limits = troubles.faults.lazy.filter { fault in
      fault.kind == .ggaTimeout && fault.isActive(at: streamTime) && fault.concerns(name)
    }
    .map { $0.value(.seconds) }
    return limits.min().map { (client.positionTime ?? client.joinTime) + .seconds($0) }
  }

  private var nextPositionDeadline: Duration? {
    guard troubles.isOn(.ggaTimeout, at: streamTime) else { return nil }
    return slots.indices.lazy.compactMap { positionDeadline($0) }.min()
  }

  private mutating func closeQuietReaders(_ perform: (ConnectionID, Action) -> Void) {
    for slot in slots.indices {
      guard let deadline = positionDeadline(slot), deadline <= streamTime else { continue }
      close(id(of: slot), perform)
    }
  }

  /// Closes all connections that a `dies` fault affects.
  ///
  /// Connections without a request are closed when their request comes.
  private mutating func die(_ perform: (ConnectionID, Action) -> Void) {
    for slot in slots.indices where strikes(.dies, id(of: slot)) != nil {
      close(id(of: slot), perform)
    }
  }
}

extension Caster.Role {
  /// The mountpoint that the connection reads or pushes; `nil` before a request is granted.
  fileprivate var mountpoint: String? {
    switch self {
    case .undecided: nil
    case .reader(let name), .source(let name): name
    }
  }
}
