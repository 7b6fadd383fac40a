/// A caster without its sockets: owns the mountpoints and the connections to them.
///
/// Whoever owns it moves the bytes:
///
/// ```swift
/// let id = caster.connect(at: now)
/// caster.receive(bytes.span, from: id, at: now) { id, action in … }
/// caster.advance(to: now) { id, action in … }  // and again at caster.nextSliceTime
/// caster.expire(at: now) { id, action in … }  // and again at caster.nextDeadline
/// ```
/// The first reader of a mountpoint that is played starts it; readers who come later join between two
/// slices, so that everybody gets whole frames from the first byte on. A source pushes what others read:
/// they stay when it goes, for a while, and another one takes its place. `now` is any clock that never
/// goes back. It may be two clocks: one for the streams, and another, ``connect(at:from:isSurplus:)``'s and
/// ``expire(at:perform:)``'s, for how long clients may take.
public struct Caster: Sendable {
  /// Names a connection; never used twice.
  public struct ConnectionID: Hashable, Sendable {
    let slot: Int
    let generation: UInt32
  }

  /// An action on a connection.
  public enum Action: Hashable, Sendable {
    /// These bytes are to be sent.
    case send([UInt8])
    /// The password is to be compared with the hashes, and the result told by
    /// ``Caster/verified(_:_:isRight:at:perform:)``.
    case verify(PasswordCheck)
    /// The connection is to be closed when everything has been sent; the caster has forgotten it,
    /// and sent it so many bytes of the stream.
    case close(byteCount: Int)
    /// The same, but by breaking it off: TCP's RST.
    case reset(byteCount: Int)
  }

  /// The role of a connection.
  enum Role: Hashable, Sendable {
    /// The connection has not been answered yet.
    case undecided
    /// The connection reads this mountpoint, or waits for one.
    case reader(of: String)
    /// The connection pushes this mountpoint.
    case source(of: String)
  }

  struct Client: Sendable {
    var connection: CasterConnection
    /// The client's address; empty where nobody says.
    let address: String
    /// Whether there is no place for it: it may have the sourcetable and no stream.
    let isSurplus: Bool
    var version = NtripVersion.one
    var role = Role.undecided
    /// The index of the broadcast it reads.
    var broadcast: Int?
    var byteCount = 0
    var position: GGASentence?
    /// The client's request, while its password is looked at; then, with its login.
    var request: CasterRequest?
    /// Since when it pushes, and when it was last heard, by the clock of ``Caster/expire(at:perform:)``.
    var start = Duration.zero
    var heardAt = Duration.zero
    /// Whether it has said something since that was looked at.
    var hasSpoken = false
    /// Since when it reads, and when it last told a position, by the streams' time.
    var joinTime = Duration.zero
    var positionTime: Duration?
    /// The output that goes out piece by piece; `nil` while nothing waits.
    var waiting: PacedOutput?
  }

  struct Slot: Sendable {
    var generation: UInt32 = 0
    var client: Client?
  }

  /// The factor by which captures are played faster than recorded, above 0.
  ///
  /// A mountpoint that has begun keeps its speed.
  public var speed: Double {
    didSet { precondition(speed > 0 && speed.isFinite, "speed must be above 0") }
  }

  /// The users and their rights; `nil` lets everybody read, and nobody push.
  public var users: CasterUsers? {
    didSet {
      verifiedPasswords = []
      sourcetable = nil
    }
  }

  /// The limits of clients.
  public var limits = CasterLimits()
  /// The sourcetable's records beside the mountpoints: of the caster, and of networks.
  public var neighbours: [Sourcetable.Record] = [] { didSet { sourcetable = nil } }

  var broadcasts: [Broadcast]
  var slots: [Slot] = []
  private var freeSlots: [Int] = []
  /// Connections that may not have sent their request yet, in the order of their deadlines.
  private var expected: [ConnectionID] = []
  /// The number of them in front that have sent it, or are gone.
  private var heardCount = 0
  /// The number of connections of each address; none is counted for the empty one.
  var connectionCounts: [String: Int] = [:]
  var readerCount = 0
  /// Passwords that were found right.
  var verifiedPasswords: Set<PasswordCheck> = []
  /// The encoded table; `nil` when it has to be made anew.
  var sourcetable: [UInt8]?
  /// The clock of ``connect(at:from:isSurplus:)`` and ``expire(at:perform:)``, when it was last seen.
  var serverTime = Duration.zero
  /// When sources and those who wait for one are looked at; `nil` while there are none.
  var nextRound: Duration?
  /// The streams' time, when it was last seen.
  var streamTime = Duration.zero
  /// The faults that are injected.
  var troubles = CasterTroubles()
  /// The slots of connections for which something waits.
  var waitingSlots: Set<Int> = []
  let server: String

  /// Creates a caster.
  ///
  /// - Parameters:
  ///   - mountpoints: What it offers; of two with one name, the first is served.
  ///   - users: Who may do what; `nil` lets everybody read, and nobody push.
  ///   - speed: How many times faster than recorded the captures are played, above 0.
  ///   - server: The program's name and version, which answers tell; `NTRIP` is put in front.
  public init(
    _ mountpoints: [Mountpoint], users: CasterUsers? = nil, speed: Double = 1,
    server: String = "boardsim"
  ) {
    precondition(speed > 0 && speed.isFinite, "speed must be above 0")
    self.speed = speed
    self.users = users
    self.server = server
    broadcasts = mountpoints.map { Broadcast($0) }
  }

  /// The mountpoints of the caster, when there is somebody to push them.
  public var mountpoints: [Mountpoint] { broadcasts.map { $0.mountpoint } }

  /// Every capture has been played, and none is repeated.
  public var hasEnded: Bool { broadcasts.allSatisfy { $0.hasEnded } }

  /// When ``advance(to:perform:)`` has something to do; `nil` when only a client can change that.
  public var nextSliceTime: Duration? {
    let slice = broadcasts.lazy.compactMap { $0.nextTime }.min()
    guard hasTroubles, let fault = nextFaultTime else { return slice }
    return slice.map { min($0, fault) } ?? fault
  }

  /// When ``expire(at:perform:)`` has something to do; `nil` while nobody owes anything.
  public var nextDeadline: Duration? {
    let request = heardCount < expected.count ? deadline(of: expected[heardCount]) : nil
    guard let request, let nextRound else { return request ?? nextRound }
    return min(request, nextRound)
  }

  /// Whether another connection from an address is to be accepted: one may have as many that have not asked for
  /// anything yet, or are being turned away, as it may have connections.
  public func accepts(from address: String) -> Bool {
    guard let limit = limits.connectionsPerAddress else { return true }
    return connectionCounts[address, default: 0] < 2 * max(limit, 1)
  }

  /// Accepts a connection.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - address: Where it comes from, without the port; limits are counted by it.
  ///   - isSurplus: Whether the transport has no place for it: it is told so if it asks for a stream.
  /// - Returns: Its name.
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

  /// Forgets a connection that the client has closed or the transport given up.
  ///
  /// - Returns: How many bytes of the stream were sent to it; 0 when it was forgotten before.
  @discardableResult
  public mutating func disconnect(_ id: ConnectionID) -> Int {
    guard let client = client(id) else { return 0 }
    switch client.role {
    case .undecided: break
    case .reader:
      readerCount -= 1
      if let broadcast = client.broadcast { broadcasts[broadcast].leave(id.slot) }
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

  /// Forgets a connection that does not keep up with its stream.
  ///
  /// - Returns: How many bytes of the stream were sent to it; 0 when it was forgotten before.
  @discardableResult
  public mutating func drop(_ id: ConnectionID) -> Int {
    if let broadcast = client(id)?.broadcast { broadcasts[broadcast].dropCount += 1 }
    return disconnect(id)
  }

  /// Returns the number of bytes of the stream sent to an open connection; 0 for one that is gone.
  public func byteCount(of id: ConnectionID) -> Int { client(id)?.byteCount ?? 0 }

  /// Whether a connection's request is still to come, or its end is.
  package func isAwaiting(_ id: ConnectionID) -> Bool { deadline(of: id) != nil }

  /// Takes bytes from a client; those of a connection that is gone are thrown away.
  ///
  /// `now` is the streams' time.
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

  /// Sends what is due by `now`.
  public mutating func advance(to now: Duration, perform: (ConnectionID, Action) -> Void) {
    streamTime = max(streamTime, now)
    if hasTroubles { goWrong(perform) }
    for index in broadcasts.indices {
      while let slice = broadcasts[index].due(at: now) { send(slice, of: index, perform) }
      if broadcasts[index].hasEnded { end(index, perform) }
    }
  }

  /// Turns away those who took too long: for their request, for their stream, or for a source.
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
  func client(_ id: ConnectionID) -> Client? {
    slots.indices.contains(id.slot) && slots[id.slot].generation == id.generation
      ? slots[id.slot].client : nil
  }

  func id(of slot: Int) -> ConnectionID {
    ConnectionID(slot: slot, generation: slots[slot].generation)
  }

  /// Whether anything goes wrong on request, or still waits because of that.
  private var hasTroubles: Bool { !troubles.isEmpty || !waitingSlots.isEmpty }

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
      slots[id.slot].client?.version = request.version
      slots[id.slot].client?.position = request.position
      if !troubles.isEmpty, misanswer(request, of: id, perform) { return }
      consider(request, of: id, at: now, perform)
    case .data(let bytes): broadcast(bytes, from: id, perform)
    case .end: perform(id, .close(byteCount: disconnect(id)))
    }
  }

  mutating func answer(
    _ request: CasterRequest?, of id: ConnectionID, with answer: CasterAnswer,
    by fault: CasterFault? = nil, _ perform: (ConnectionID, Action) -> Void
  ) {
    let fault = fault ?? deviation(of: answer, to: request)
    guard
      let head = slots[id.slot].client?.connection.answer(
        request, with: answer, from: server, by: fault)
    else { return }
    open(id, for: request, with: head, perform)
    guard slots[id.slot].client?.connection.isClosing == true else { return }
    perform(id, .close(byteCount: disconnect(id)))
  }

  /// By when a connection has to have sent its request; `nil` when it has, or is gone.
  private func deadline(of id: ConnectionID) -> Duration? {
    slots[id.slot].generation == id.generation
      ? slots[id.slot].client?.connection.nextDeadline : nil
  }

  /// Passes over those in front who have sent their request, or are gone: to look for the first who has
  /// not would take as long as there are readers.
  private mutating func passHeard() {
    while heardCount < expected.count, deadline(of: expected[heardCount]) == nil { heardCount += 1 }
    guard heardCount > expected.count / 2 else { return }
    expected.removeFirst(heardCount)
    heardCount = 0
  }
}

// MARK: Streams

extension Caster {
  /// Sends a part of a stream to all who read it.
  mutating func send(
    _ slice: [UInt8], of broadcast: Int, _ perform: (ConnectionID, Action) -> Void
  ) {
    if hasTroubles { return sendWrongly(slice, of: broadcast, perform) }
    let chunk = Self.chunk(slice)
    for slot in broadcasts[broadcast].readers {
      let isChunked = slots[slot].client?.connection.coding == .chunked
      slots[slot].client?.byteCount += slice.count
      perform(id(of: slot), .send(isChunked ? chunk : slice))
    }
    broadcasts[broadcast].byteCount += slice.count * broadcasts[broadcast].readers.count
  }

  /// The bytes as one chunk of an HTTP/1.1 body.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    ChunkEncoder.append(bytes.span, to: &chunk)
    return chunk
  }

  /// Ends a stream for all who read it.
  mutating func end(_ broadcast: Int, _ perform: (ConnectionID, Action) -> Void) {
    for slot in broadcasts[broadcast].readers {
      let id = id(of: slot)
      flush(id, perform)
      if let last = slots[slot].client?.connection.end(), !last.isEmpty { perform(id, .send(last)) }
      perform(id, .close(byteCount: disconnect(id)))
    }
  }
}
