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
/// The first reader of a mountpoint starts it; readers who come later join between two slices, so
/// that everybody gets whole frames from the first byte on. `now` is any clock that never goes back.
/// It may be two clocks: one for the streams, and another, ``connect(at:)``'s and
/// ``expire(at:perform:)``'s, for how long clients may take.
public struct Caster: Sendable {
  /// Names a connection; never used twice.
  public struct ConnectionID: Hashable, Sendable {
    let slot: Int
    let generation: UInt32
  }

  /// What is to be done with a connection.
  public enum Action: Hashable, Sendable {
    /// These bytes are to be sent.
    case send([UInt8])
    /// The connection is to be closed when everything has been sent; the caster has forgotten it,
    /// and sent it so many bytes of the stream.
    case close(byteCount: Int)
  }

  struct Client: Sendable {
    var connection: CasterConnection
    var version = NtripVersion.one
    /// The index of the broadcast it reads.
    var broadcast: Int?
    var byteCount = 0
    var position: GGASentence?
  }

  struct Slot: Sendable {
    var generation: UInt32 = 0
    var client: Client?
  }

  /// How many times faster than recorded the captures are played, above 0.
  ///
  /// A mountpoint that has begun keeps its speed.
  public var speed: Double {
    didSet { precondition(speed > 0 && speed.isFinite, "speed must be above 0") }
  }

  private(set) var broadcasts: [Broadcast]
  private(set) var slots: [Slot] = []
  private var freeSlots: [Int] = []
  /// Connections that may not have sent their request yet, in the order of their deadlines.
  private var expected: [ConnectionID] = []
  private let sourcetable: [UInt8]
  private let server: String

  /// Creates a caster.
  ///
  /// - Parameters:
  ///   - mountpoints: What it offers; of two with one name, the first is served.
  ///   - speed: How many times faster than recorded the captures are played, above 0.
  ///   - server: The program's name and version, which answers tell; `NTRIP` is put in front.
  public init(_ mountpoints: [Mountpoint], speed: Double = 1, server: String = "boardsim") {
    precondition(speed > 0 && speed.isFinite, "speed must be above 0")
    self.speed = speed
    self.server = server
    broadcasts = mountpoints.map { Broadcast($0) }
    sourcetable = Sourcetable(mountpoints.map { .stream($0.record) }).encode()
  }

  /// What the caster offers.
  public var mountpoints: [Mountpoint] { broadcasts.map { $0.mountpoint } }

  /// Every capture has been played, and none is repeated.
  public var hasEnded: Bool { broadcasts.allSatisfy { $0.hasEnded } }

  /// When ``advance(to:perform:)`` has something to do; `nil` when only a client can change that.
  public var nextSliceTime: Duration? {
    broadcasts.lazy.compactMap { $0.nextTime }.min()
  }

  /// When ``expire(at:perform:)`` has something to do; `nil` while nobody owes a request.
  public var nextDeadline: Duration? {
    expected.lazy.compactMap { id in client(id)?.connection.nextDeadline }.first
  }

  /// Accepts a connection.
  public mutating func connect(at now: Duration) -> ConnectionID {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].client = Client(connection: CasterConnection(at: now))
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
    if let broadcast = client.broadcast { broadcasts[broadcast].leave(id.slot) }
    slots[id.slot].client = nil
    slots[id.slot].generation &+= 1
    freeSlots.append(id.slot)
    return client.byteCount
  }

  /// How many bytes of the stream were sent to an open connection; 0 for one that is gone.
  public func byteCount(of id: ConnectionID) -> Int { client(id)?.byteCount ?? 0 }

  /// Takes bytes from a client; those of a connection that is gone are thrown away.
  ///
  /// `now` is the streams' time.
  public mutating func receive(
    _ bytes: Span<UInt8>, from id: ConnectionID, at now: Duration,
    perform: (ConnectionID, Action) -> Void
  ) {
    guard client(id) != nil else { return }
    slots[id.slot].client?.connection.receive(bytes)
    while let event = slots[id.slot].client?.connection.nextEvent() {
      handle(event, from: id, at: now, perform)
    }
    advance(to: now, perform: perform)
  }

  /// Sends what is due by `now`.
  public mutating func advance(to now: Duration, perform: (ConnectionID, Action) -> Void) {
    for index in broadcasts.indices {
      while let slice = broadcasts[index].due(at: now) { send(slice, of: index, perform) }
      if broadcasts[index].hasEnded { end(index, perform) }
    }
  }

  /// Turns away those who took too long for their request.
  public mutating func expire(at now: Duration, perform: (ConnectionID, Action) -> Void) {
    let isOver = { (id: ConnectionID) in
      (client(id)?.connection.nextDeadline).map { $0 <= now } ?? true
    }
    let count = expected.prefix(while: isOver).count
    for id in expected.prefix(count) {
      guard client(id) != nil, let event = slots[id.slot].client?.connection.nextTimeout(at: now)
      else { continue }
      handle(event, from: id, at: now, perform)
    }
    expected.removeFirst(count)
  }
}

// MARK: Requests

extension Caster {
  func client(_ id: ConnectionID) -> Client? {
    slots.indices.contains(id.slot) && slots[id.slot].generation == id.generation
      ? slots[id.slot].client : nil
  }

  private mutating func handle(
    _ event: CasterConnection.Event, from id: ConnectionID, at now: Duration,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    switch event {
    case .position(let position): slots[id.slot].client?.position = position
    case .failure(let refusal): answer(nil, of: id, with: .refusal(refusal), perform)
    case .request(let request):
      slots[id.slot].client?.version = request.version
      slots[id.slot].client?.position = request.position
      let (reply, broadcast) = reply(to: request)
      answer(request, of: id, with: reply, perform)
      guard let broadcast else { return }
      slots[id.slot].client?.broadcast = broadcast
      broadcasts[broadcast].join(id.slot, at: now, speed: speed)
    }
  }

  private mutating func answer(
    _ request: CasterRequest?, of id: ConnectionID, with answer: CasterAnswer,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    guard
      let head = slots[id.slot].client?.connection.answer(request, with: answer, from: server)
    else { return }
    perform(id, .send(head))
    guard slots[id.slot].client?.connection.isClosing == true else { return }
    perform(id, .close(byteCount: disconnect(id)))
  }

  /// What a request gets, and the index of the broadcast when that is a stream.
  private func reply(to request: CasterRequest) -> (CasterAnswer, broadcast: Int?) {
    switch request.method {
    case .get: break
    case .source, .post: return (.refusal(.noSources), nil)
    case .other: return (.refusal(.unknownMethod), nil)
    }
    guard !request.mountpoint.isEmpty else { return (.sourcetable(sourcetable), nil) }
    let name = request.mountpoint
    guard let index = broadcasts.firstIndex(where: { $0.mountpoint.name == name }) else {
      // Version 1 has no other way to say that there is no such mountpoint.
      return request.version == .two
        ? (.refusal(.unknownMountpoint(name)), nil) : (.sourcetable(sourcetable), nil)
    }
    let readers = broadcasts[index].mountpoint.readers
    guard readers?.contains(where: { $0 == request.credentials }) ?? true else {
      return (.refusal(.unauthorized(mountpoint: name)), nil)
    }
    return (.stream, index)
  }
}

// MARK: Streams

extension Caster {
  private mutating func send(
    _ slice: [UInt8], of broadcast: Int, _ perform: (ConnectionID, Action) -> Void
  ) {
    var chunk: [UInt8] = []
    ChunkEncoder.append(slice.span, to: &chunk)
    for slot in broadcasts[broadcast].readers {
      let id = ConnectionID(slot: slot, generation: slots[slot].generation)
      let isChunked = slots[slot].client?.connection.coding == .chunked
      slots[slot].client?.byteCount += slice.count
      perform(id, .send(isChunked ? chunk : slice))
    }
    broadcasts[broadcast].byteCount += slice.count * broadcasts[broadcast].readers.count
  }

  private mutating func end(_ broadcast: Int, _ perform: (ConnectionID, Action) -> Void) {
    for slot in broadcasts[broadcast].readers {
      let id = ConnectionID(slot: slot, generation: slots[slot].generation)
      if let last = slots[slot].client?.connection.end(), !last.isEmpty { perform(id, .send(last)) }
      perform(id, .close(byteCount: disconnect(id)))
    }
  }
}
