/// A caster without sockets: the state of its mountpoints and their connections.
///
/// The owner of the caster moves the bytes:
///
/// ```swift
/// let id = caster.connect(at: now)
/// caster.receive(bytes.span, from: id, at: now) { id, action in … }
/// caster.advance(to: now) { id, action in … }  // and again at caster.nextSliceTime
/// caster.expire(at: now) { id, action in … }  // and again at caster.nextDeadline
/// ```
/// The first reader of a mountpoint starts its playback. Later readers join between two slices, so
/// that every reader receives whole frames from the first byte on. A source pushes a stream that
/// others read. When a source leaves, its readers stay for a while and another source may take its
/// place. `now` is any clock that never goes back. Two clocks are possible: one for the streams,
/// and another one for the timeouts of clients in ``connect(at:from:isSurplus:)`` and
/// ``expire(at:perform:)``.
public struct Caster: Sendable {
  /// The identity of a connection; never reused.
  public struct ConnectionID: Hashable, Sendable {
    let slot: Int
    let generation: UInt32
  }

  /// An action that the owner performs on a connection.
  public enum Action: Hashable, Sendable {
    /// Send these bytes.
    case send([UInt8])
    /// Compare the password with the hashes, and report the result to
    /// ``Caster/verified(_:_:isRight:at:perform:)``.
    case verify(PasswordCheck)
    /// Close the connection once everything has been sent.
    ///
    /// The caster has already forgotten the connection. `byteCount` is the number of stream bytes sent to it.
    case close(byteCount: Int)
    /// Reset the connection at once (TCP RST); `byteCount` is as in `close`.
    case reset(byteCount: Int)
  }

  /// The role of a connection.
  enum Role: Hashable, Sendable {
    /// The request has not been answered yet.
    case undecided
    /// A reader of this mountpoint, possibly waiting for a source or a position.
    case reader(of: String)
    /// A source that pushes this mountpoint.
    case source(of: String)
  }

  struct Client: Sendable {
    var connection: CasterConnection
    /// The client's address; empty when unknown.
    let address: String
    /// Whether the transport has no room for the client; it may read the sourcetable, but no stream.
    let isSurplus: Bool
    var version = NtripVersion.one
    /// The program and the user name of the request, cut to ``AnsweredRequest/longestText``.
    var agent = ""
    var user = ""
    var role = Role.undecided
    /// The index of the broadcast that the client reads.
    var broadcast: Int?
    var byteCount = 0
    var position: GGASentence?
    /// The request whose password is being verified; later the request of an admitted source or
    /// "nearest" reader.
    var request: CasterRequest?
    /// The times at which the request was granted and a source was last heard, on the clock of
    /// ``Caster/expire(at:perform:)``.
    var start = Duration.zero
    var heardAt = Duration.zero
    /// Whether the source has sent data since the last check.
    var hasSpoken = false
    /// The stream times at which the reader joined and last sent a position.
    var joinTime = Duration.zero
    var positionTime: Duration?
    /// The output that is sent piece by piece; `nil` while none is pending.
    var waiting: PacedOutput?
  }

  struct Slot: Sendable {
    var generation: UInt32 = 0
    var client: Client?
  }

  /// The playback speed of captures relative to the recording, above 0.
  ///
  /// A mountpoint that has begun keeps its speed.
  public var speed: Double {
    didSet { precondition(speed > 0 && speed.isFinite, "speed must be above 0") }
  }

  /// The users and their rights; with `nil`, everybody may read and nobody may push.
  public var users: CasterUsers? {
    didSet {
      verifiedPasswords = []
      sourcetable = nil
    }
  }

  /// The limits of connections and readers.
  public var limits = CasterLimits()
  /// The sourcetable's records beside the mountpoints: `CAS` and `NET` records.
  public var neighbours: [Sourcetable.Record] = [] { didSet { sourcetable = nil } }

  /// The mountpoints in service; ``register()`` follows each change of their number or order.
  var broadcasts: [Broadcast]
  /// The index of each mountpoint by name; of two with the same name, that of the first.
  private(set) var places: [String: Int] = [:]
  /// The indices of the mountpoints whose slices are due at times, so that pushed ones cost no look at them.
  private var timed: [Int] = []
  var slots: [Slot] = []
  private var freeSlots: [Int] = []
  /// Connections whose request may still be outstanding, in the order of their deadlines.
  private var expected: [ConnectionID] = []
  /// The number of connections at the front of `expected` whose request has come or that are closed.
  private var heardCount = 0
  /// The number of connections per address; connections with an empty address are not counted.
  var connectionCounts: [String: Int] = [:]
  var readerCount = 0
  /// The cache of password checks that succeeded.
  var verifiedPasswords: Set<PasswordCheck> = []
  /// The cached encoded sourcetable; `nil` when it has to be rebuilt.
  var sourcetable: [UInt8]?
  /// The last time seen on the clock of ``connect(at:from:isSurplus:)`` and ``expire(at:perform:)``.
  var serverTime = Duration.zero
  /// The time of the next check of sources and waiting readers; `nil` without sources and waiting readers.
  var nextRound: Duration?
  /// The last stream time seen.
  package internal(set) var streamTime = Duration.zero
  /// The injected faults.
  var troubles = CasterTroubles()
  /// The number of changes of the streams that there are, and of those that have readers.
  package internal(set) var changeCount = 0
  /// The number of changes of the streams that there are.
  package internal(set) var supplyChangeCount = 0
  /// The receiver of exported streams, called once for each slice; it must not block.
  package var onExport: (@Sendable (_ mountpoint: String, _ slice: [UInt8]) -> Void)?
  /// The receiver of readers' positions at mountpoints that need them; it must not block.
  ///
  /// `node` is the other caster that has the stream; `nil` for a stream of the caster's own.
  package var onPosition: (@Sendable (_ mountpoint: String, _ node: String?, GGASentence) -> Void)?
  /// The observer of answers to requests, called once for each; it must not block.
  package var onAnswer: (@Sendable (AnsweredRequest) -> Void)?
  /// The slots of connections with pending paced output.
  var waitingSlots: Set<Int> = []
  let server: String

  /// Creates a caster.
  ///
  /// - Parameters:
  ///   - mountpoints: The offered mountpoints; of two with the same name, the first is served.
  ///   - users: The users and their rights; with `nil`, everybody may read and nobody may push.
  ///   - speed: The playback speed of captures relative to the recording, above 0.
  ///   - server: The program's name and version for the `Server` header; answers prefix it with `NTRIP`.
  public init(
    _ mountpoints: [Mountpoint], users: CasterUsers? = nil, speed: Double = 1,
    server: String = "boardsim"
  ) {
    precondition(speed > 0 && speed.isFinite, "speed must be above 0")
    self.speed = speed
    self.users = users
    self.server = server
    broadcasts = mountpoints.map { Broadcast($0) }
    register()
  }

  /// The mountpoints of the caster, including pushed mountpoints that have no source now.
  public var mountpoints: [Mountpoint] { broadcasts.map { $0.mountpoint } }

  /// Whether every capture has been played to its end and none repeats.
  public var hasEnded: Bool { broadcasts.allSatisfy { $0.hasEnded } }

  /// The next time at which ``advance(to:perform:)`` has work; `nil` when only a client can change that.
  public var nextSliceTime: Duration? {
    let slice = timed.lazy.compactMap { broadcasts[$0].nextTime }.min()
    guard hasTroubles, let fault = nextFaultTime else { return slice }
    return slice.map { min($0, fault) } ?? fault
  }

  /// The next time at which ``expire(at:perform:)`` has work; `nil` when no timeout is running.
  public var nextDeadline: Duration? {
    let request = heardCount < expected.count ? deadline(of: expected[heardCount]) : nil
    guard let request, let nextRound else { return request ?? nextRound }
    return min(request, nextRound)
  }

  /// Whether another connection from an address is accepted.
  ///
  /// An address may hold twice its limit of connections: the excess is for connections that have
  /// sent no request yet or are being refused.
  public func accepts(from address: String) -> Bool {
    guard let limit = limits.connectionsPerAddress else { return true }
    return connectionCounts[address, default: 0] < 2 * max(limit, 1)
  }

  /// Accepts a connection.
  ///
  /// - Parameters:
  ///   - now: The time on the clock of the timeouts.
  ///   - address: The client's address without the port; limits are counted per address.
  ///   - isSurplus: Whether the transport has no room for the connection; a request for a stream is
  ///     then refused.
  /// - Returns: The connection's identity.
  public mutating func connect(
    at now: Duration, from address: String = "", isSurplus: Bool = false
  ) -> ConnectionID {
    serverTime = max(serverTime, now)
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].client = Client(
      connection: CasterConnection(at: now), address: address, isSurplus: isSurplus)
    if !address.isEmpty { connectionCounts[address, default: 0] += 1 }
    let id = ConnectionID(slot: slot, generation: slots[slot].generation)
    expected.append(id)
    return id
  }

  /// Forgets a connection that the client has closed or the transport has given up.
  ///
  /// - Returns: The number of stream bytes sent to the connection; 0 when it was already forgotten.
  @discardableResult
  public mutating func disconnect(_ id: ConnectionID) -> Int {
    guard let client = client(id) else { return 0 }
    switch client.role {
    case .undecided: break
    case .reader:
      readerCount -= 1
      if let broadcast = client.broadcast { leave(id, broadcast) }
    case .source(let name): loseSource(id, of: name)
    }
    count(-1, from: client.address)
    waitingSlots.remove(id.slot)
    slots[id.slot].client = nil
    slots[id.slot].generation &+= 1
    freeSlots.append(id.slot)
    passHeard()
    return client.byteCount
  }

  /// Forgets a connection that does not keep up with its stream, and counts it as dropped.
  ///
  /// - Returns: The number of stream bytes sent to the connection; 0 when it was already forgotten.
  @discardableResult
  public mutating func drop(_ id: ConnectionID) -> Int {
    if let broadcast = client(id)?.broadcast { broadcasts[broadcast].dropCount += 1 }
    return disconnect(id)
  }

  /// Returns the number of stream bytes sent to an open connection; 0 for a closed one.
  public func byteCount(of id: ConnectionID) -> Int { client(id)?.byteCount ?? 0 }

  /// Whether a connection's request is still outstanding.
  package func isAwaiting(_ id: ConnectionID) -> Bool { deadline(of: id) != nil }

  /// Processes bytes from a client; bytes of a closed connection are discarded.
  ///
  /// `now` is the stream time.
  public mutating func receive(
    _ bytes: Span<UInt8>, from id: ConnectionID, at now: Duration,
    perform: (ConnectionID, Action) -> Void
  ) {
    streamTime = max(streamTime, now)
    guard client(id) != nil else { return }
    slots[id.slot].client?.connection.receive(bytes)
    takeEvents(of: id, at: now, perform)
    passHeard()
    advance(to: now, perform: perform)
  }

  /// Sends all slices due at stream time `now`, and applies the faults due.
  public mutating func advance(to now: Duration, perform: (ConnectionID, Action) -> Void) {
    streamTime = max(streamTime, now)
    if hasTroubles { goWrong(perform) }
    for index in timed {
      while let slice = broadcasts[index].due(at: now) { send(slice, of: index, perform) }
      if broadcasts[index].hasEnded { end(index, perform) }
    }
  }

  /// Closes clients whose timeout has expired: for the request, the pushed stream, or a missing source.
  public mutating func expire(at now: Duration, perform: (ConnectionID, Action) -> Void) {
    serverTime = max(serverTime, now)
    passHeard()
    while heardCount < expected.count {
      let id = expected[heardCount]
      guard let event = slots[id.slot].client?.connection.nextTimeout(at: now) else { break }
      handle(event, from: id, at: now, perform)
      passHeard()
    }
    if let nextRound, nextRound <= now { goRound(perform) }
  }
}

extension Caster {
  /// Registers the mountpoints by name, and those that have slices due at times.
  mutating func register() {
    places = [:]
    for index in broadcasts.indices where places[broadcasts[index].mountpoint.name] == nil {
      places[broadcasts[index].mountpoint.name] = index
    }
    timed = broadcasts.indices.filter { broadcasts[$0].isTimed }
  }

  func client(_ id: ConnectionID) -> Client? {
    slots.indices.contains(id.slot) && slots[id.slot].generation == id.generation
      ? slots[id.slot].client : nil
  }

  func id(of slot: Int) -> ConnectionID {
    ConnectionID(slot: slot, generation: slots[slot].generation)
  }

  /// Whether a fault may still strike, or paced output of an earlier fault is pending.
  private var hasTroubles: Bool {
    !waitingSlots.isEmpty || !troubles.isOver(at: streamTime)
  }

  private mutating func count(_ change: Int, from address: String) {
    guard !address.isEmpty, let count = connectionCounts[address] else { return }
    connectionCounts[address] = count + change > 0 ? count + change : nil
  }

  mutating func takeEvents(
    of id: ConnectionID, at now: Duration, _ perform: (ConnectionID, Action) -> Void
  ) {
    while client(id) != nil, let event = slots[id.slot].client?.connection.nextEvent() {
      handle(event, from: id, at: now, perform)
    }
  }

  private mutating func handle(
    _ event: CasterConnection.Event, from id: ConnectionID, at now: Duration,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    switch event {
    case .position(let position):
      if mayTell(id, at: now, perform) { move(id, to: position, at: now) }
    case .otherSentence: hearOther(id, perform)
    case .failure(let refusal): answer(nil, of: id, with: .refusal(refusal), perform)
    case .request(let request):
      note(request, of: id)
      if !troubles.isEmpty, misanswer(request, of: id, perform) { return }
      consider(request, of: id, at: now, perform)
    case .data(let bytes): broadcast(bytes, from: id, perform)
    case .end: perform(id, .close(byteCount: disconnect(id)))
    }
  }

  /// Keeps the parts of a request that the connection is known by.
  private mutating func note(_ request: CasterRequest, of id: ConnectionID) {
    slots[id.slot].client?.version = request.version
    slots[id.slot].client?.position = request.position
    slots[id.slot].client?.agent = String((request.agent ?? "").prefix(AnsweredRequest.longestText))
    slots[id.slot].client?.user = String(
      (request.credentials?.user ?? "").prefix(AnsweredRequest.longestText))
  }

  mutating func answer(
    _ request: CasterRequest?, of id: ConnectionID, with answer: CasterAnswer,
    by fault: CasterFault? = nil, _ perform: (ConnectionID, Action) -> Void
  ) {
    let fault = fault ?? deviation(of: answer, to: request)
    tell(request, of: id, AnsweredRequest.Outcome(answer), by: fault)
    guard
      let head = slots[id.slot].client?.connection.answer(
        request, with: answer, from: server, by: fault)
    else { return }
    open(id, for: request, with: head, perform)
    guard slots[id.slot].client?.connection.isClosing == true else { return }
    perform(id, .close(byteCount: disconnect(id)))
  }

  /// Returns the deadline of a connection's request; `nil` when the request has come or the
  /// connection is gone.
  private func deadline(of id: ConnectionID) -> Duration? {
    slots[id.slot].generation == id.generation
      ? slots[id.slot].client?.connection.nextDeadline : nil
  }

  /// Skips connections at the front of `expected` whose request has come or that are gone.
  ///
  /// A search for the first outstanding request would take time proportional to the number of readers.
  private mutating func passHeard() {
    while heardCount < expected.count, deadline(of: expected[heardCount]) == nil { heardCount += 1 }
    guard heardCount > expected.count / 2 else { return }
    expected.removeFirst(heardCount)
    heardCount = 0
  }
}

// MARK: Streams

extension Caster {
  /// Sends a slice of a stream to all its readers.
  mutating func send(
    _ slice: [UInt8], of broadcast: Int, _ perform: (ConnectionID, Action) -> Void
  ) {
    if broadcasts[broadcast].isExported, broadcasts[broadcast].neighbour == nil {
      onExport?(broadcasts[broadcast].mountpoint.name, slice)
    }
    if hasTroubles { return sendWrongly(slice, of: broadcast, perform) }
    broadcasts[broadcast].mountpoint.onSlice?(slice)
    let chunk = Self.chunk(slice)
    for slot in broadcasts[broadcast].readers {
      let isChunked = slots[slot].client?.connection.coding == .chunked
      slots[slot].client?.byteCount += slice.count
      perform(id(of: slot), .send(isChunked ? chunk : slice))
    }
    broadcasts[broadcast].byteCount += slice.count * broadcasts[broadcast].readers.count
  }

  /// Returns the bytes as one chunk of an HTTP/1.1 body.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    ChunkEncoder.append(bytes.span, to: &chunk)
    return chunk
  }

  /// Ends a stream and closes all its readers.
  mutating func end(_ broadcast: Int, _ perform: (ConnectionID, Action) -> Void) {
    for slot in broadcasts[broadcast].readers {
      let id = id(of: slot)
      flush(id, perform)
      if let last = slots[slot].client?.connection.end(), !last.isEmpty { perform(id, .send(last)) }
      perform(id, .close(byteCount: disconnect(id)))
    }
  }
}
