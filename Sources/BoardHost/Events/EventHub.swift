internal import BoardFirmware
internal import BoardSimulation
internal import HTTPServer
internal import Locks
internal import Synchronization
internal import TextOutput

/// The events of a board for any number of clients, made from what the board's thread publishes.
///
/// Events are made only while somebody reads them, and for half a minute after, so that a client that connects
/// again can go on. No client has a thread, and a slow one is cut off.
final class EventHub: Sendable {
  private struct State {
    var ring: EventRing
    var watch = SnapshotWatch()
    var thinning = EventThinning()
    var readers: [Reader] = []
    var followers: [Follower] = []
    /// The number of findings that have been sent.
    var findingCount = 0
    /// The findings about apps' requests that have not been sent, as JSON.
    var appFindings: [[UInt8]] = []
    var lastRequest: RequestJournal.Entry?
    var lastSky: SkyReport?
    /// The time since when nobody reads; `nil` while somebody does.
    var deserted: ContinuousClock.Instant?
    /// The time until which events are kept for clients that connect again; `nil` before the first client.
    var keptUntil: ContinuousClock.Instant?

    /// Whether somebody takes a kind of event, or may ask for it later.
    mutating func isWanted(_ kind: EventKind, at now: ContinuousClock.Instant) -> Bool {
      if !readers.isEmpty { keptUntil = now + EventHub.patience }
      if let keptUntil, now < keptUntil { return true }
      return followers.contains { $0.kinds.contains(kind) }
    }
  }

  /// A client's stream and the kinds of events that it takes.
  private struct Reader {
    var stream: ResponseStream
    var kinds: Set<EventKind>
    /// Whether the client can go on from an event's id, which it cannot with several boards in one stream.
    var hasIDs: Bool
  }

  /// A function that takes kinds of events for ever.
  private struct Follower {
    var kinds: Set<EventKind>
    var take: @Sendable (EventKind, [UInt8]) -> Void
  }

  /// The time after the last client for which events are kept.
  static let patience = Duration.seconds(30)

  private let source: EventSource
  private let state: Lock<State>
  private let isWatched = Atomic<Bool>(false)

  /// Creates the hub of a board.
  ///
  /// - Parameters:
  ///   - source: The board's published state.
  ///   - lastID: The id before that of the first event.
  init(_ source: EventSource, after lastID: UInt64) {
    self.source = source
    state = Lock(State(ring: EventRing(after: lastID)))
  }

  // MARK: What happens

  /// Records a published snapshot; called on the board's thread.
  func note(_ snapshot: BoardSnapshot) {
    note { $0.watch.take(snapshot, source.faults.all) }
  }

  /// Records a request to the data port.
  func note(_ request: RequestJournal.Entry) {
    note { state in
      state.lastRequest = request
      return [.request]
    }
  }

  /// Records a finding about an app's requests, a JSON object without line ends.
  func noteFinding(ofApp json: [UInt8]) {
    note { state in
      state.appFindings.append(json)
      return [.finding]
    }
  }

  /// Records a change of the clock's pace.
  func noteClock() { note { _ in [.clock] } }

  /// Records the sky, as somebody asked for it; called on the board's thread.
  private func note(_ sky: SkyReport) {
    note { state in
      state.lastSky = sky
      return [.sky]
    }
  }

  /// Records what has happened and sends what is due, if events are made at all.
  ///
  /// - Parameter kinds: Changes the state, and returns the kinds of events that this makes.
  private func note(_ kinds: (inout State) -> [EventKind]) {
    guard isWatched.load(ordering: .acquiring) else { return }
    state.withLock { state in
      for kind in kinds(&state) { state.thinning.add(kind) }
      send(&state, at: .now)
    }
  }

  /// Sends a sign of life and what waits, and asks for the sky where a client takes it; for one call a second.
  ///
  /// - Returns: Whether another call is wanted.
  func beat(at now: ContinuousClock.Instant = .now) -> Bool {
    let wantsSky = state.withLock { $0.readers.contains { $0.kinds.contains(.sky) } }
    if wantsSky { source.askSky { [weak self] in self?.note($0) } }
    return state.withLock { state in
      state.thinning.add(.beat)
      send(&state, at: now)
      guard state.readers.isEmpty else { return true }
      guard state.followers.isEmpty else { return false }
      let deserted = state.deserted ?? now
      state.deserted = deserted
      guard now - deserted >= Self.patience else { return true }
      isWatched.store(false, ordering: .releasing)
      state.ring.clear()
      (state.watch, state.thinning) = (SnapshotWatch(), EventThinning())
      return false
    }
  }

  private func send(_ state: inout State, at now: ContinuousClock.Instant) {
    for (kind, leftOut) in state.thinning.takeDue(at: now) {
      guard state.isWanted(kind, at: now) else {
        state.ring.clear()
        continue
      }
      if kind == .finding {
        sendFindings(&state)
      } else {
        let data = source.data(
          of: kind, leftOut: leftOut, request: state.lastRequest, sky: state.lastSky)
        send(data, of: kind, &state)
      }
    }
  }

  /// Sends each finding that has not been sent.
  private func sendFindings(_ state: inout State) {
    let findings = source.snapshot.findings
    for finding in findings.dropFirst(state.findingCount) {
      send(source.data(of: finding), of: .finding, &state)
    }
    state.findingCount = findings.count
    for finding in state.appFindings {
      send(source.data(ofAppFinding: finding), of: .finding, &state)
    }
    state.appFindings = []
  }

  private func send(_ data: [UInt8], of kind: EventKind, _ state: inout State) {
    for follower in state.followers where follower.kinds.contains(kind) {
      follower.take(kind, data)
    }
    let entry = state.ring.append(kind, data)
    let withoutID =
      state.readers.contains { !$0.hasIDs }
      ? EventText.encode(kind, data, id: nil) : []
    state.readers.removeAll { reader in
      guard reader.kinds.contains(kind) else { return false }
      return !reader.stream.send(reader.hasIDs ? entry.bytes : withoutID)
    }
  }

  // MARK: Clients

  /// Adds a client, which gets the present state, or what it has missed.
  ///
  /// - Parameters:
  ///   - stream: The client's stream.
  ///   - kinds: The kinds of events that the client takes.
  ///   - lastID: The last id that the client has seen; `nil` for a new client.
  ///   - hasIDs: Whether the events have ids.
  /// - Returns: Whether ``beat(at:)`` has to be called from now on.
  func add(
    _ stream: ResponseStream, of kinds: Set<EventKind>, after lastID: String?, hasIDs: Bool = true
  ) -> Bool {
    state.withLock { state in
      let isFirst = !isWatched.exchange(true, ordering: .acquiringAndReleasing)
      if isFirst { begin(&state) }
      state.deserted = nil
      if hasIDs, let lastID, let missed = UInt64(lastID).flatMap({ state.ring.entries(after: $0) })
      {
        for entry in missed where kinds.contains(entry.kind) { stream.send(entry.bytes) }
      } else {
        if lastID != nil { stream.send(text(of: .reset)) }
        // With several boards, the present state of all may be longer than a client's backlog.
        for kind in source.present where hasIDs && kinds.contains(kind) {
          stream.send(text(of: kind))
        }
      }
      state.readers.append(Reader(stream: stream, kinds: kinds, hasIDs: hasIDs))
      return isFirst
    }
  }

  /// Calls a function with the data of each event from now on.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events that the function takes.
  ///   - take: Called with the kind and the data, JSON without line ends, on the thread that recorded the event. It
  ///     must return quickly, and not call the hub.
  func follow(_ kinds: Set<EventKind>, _ take: @escaping @Sendable (EventKind, [UInt8]) -> Void) {
    state.withLock { state in
      if !isWatched.exchange(true, ordering: .acquiringAndReleasing) { begin(&state) }
      state.followers.append(Follower(kinds: kinds, take: take))
    }
  }

  /// Begins to make events: what has been so far is none.
  private func begin(_ state: inout State) {
    let snapshot = source.snapshot
    _ = state.watch.take(snapshot, source.faults.all)
    state.findingCount = snapshot.findings.count
  }

  /// Returns an event of the present state, which has no id because it is not an event of the ring.
  private func text(of kind: EventKind) -> [UInt8] {
    EventText.encode(kind, source.data(of: kind, leftOut: 0), id: nil)
  }
}
