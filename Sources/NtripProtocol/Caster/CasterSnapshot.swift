/// A snapshot of a caster's state.
public struct CasterSnapshot: Hashable, Sendable {
  /// The state of a mountpoint.
  public struct Stream: Hashable, Sendable {
    /// The mountpoint's name.
    public var mountpoint: String
    /// The number of the mountpoint's readers.
    public var readerCount: Int
    /// The number of stream bytes sent to all readers since the caster began.
    ///
    /// Heads and chunk framing are not counted.
    public var byteCount: Int
    /// The number of readers disconnected because they did not keep up with the stream.
    public var dropCount: Int
    /// Whether a source is connected to the mountpoint.
    public var hasSource: Bool
    /// Whether the stream has begun, which the first reader causes.
    public var hasBegun: Bool
    /// Whether the stream has been played to its end and does not repeat.
    public var hasEnded: Bool
    /// The source; `nil` without one.
    public var source: Connection?
    /// The other caster of a cluster that has the stream; `nil` for a stream of the caster's own.
    public var node: String?
    /// The station's latitude in the sourcetable, degrees; `nil` where it has none.
    public var latitude: Double?
    /// The station's longitude in the sourcetable, degrees; `nil` where it has none.
    public var longitude: Double?
  }

  /// The state of a connection.
  public struct Connection: Hashable, Sendable {
    /// The connection's identity.
    public var id: Caster.ConnectionID
    /// The mountpoint that the connection reads or pushes; `nil` until a request for one is granted.
    public var mountpoint: String?
    /// Whether the connection is a source.
    public var isSource: Bool
    /// The protocol version of the connection's request.
    public var version: NtripVersion
    /// The number of stream bytes sent to the reader, or received from the source.
    ///
    /// Heads and chunk framing are not counted.
    public var byteCount: Int
    /// The last position that the client sent.
    public var position: GGASentence?
    /// The client's address; empty when unknown.
    public var address: String
    /// The client's program; empty when unknown.
    public var agent: String
    /// The user name; empty without a login, and for sources of version 1.
    public var user: String
    /// The time since the request was granted; `nil` before.
    public var age: Duration?
  }

  /// The mountpoints, in the order of the sourcetable.
  public var streams: [Stream]
  /// The open connections.
  public var connections: [Connection]

  /// The number of stream bytes sent, over all mountpoints and readers.
  public var byteCount: Int { streams.reduce(0) { $0 + $1.byteCount } }
}

extension Caster {
  /// The caster's present state.
  public var snapshot: CasterSnapshot {
    CasterSnapshot(streams: streams, connections: slots.indices.compactMap { connection(at: $0) })
  }

  /// Lists the connections of a mountpoint: its source, then its readers.
  ///
  /// - Parameters:
  ///   - name: The mountpoint; `nil` for the connections of all mountpoints, in no particular order.
  ///   - limit: The largest number of connections; the cost grows with it, not with all connections.
  /// - Returns: The connections.
  package func connections(
    of name: String?, atMost limit: Int
  ) -> [CasterSnapshot.Connection] {
    let asked = broadcasts.lazy.filter { name == nil || $0.mountpoint.name == name }
    var found: [CasterSnapshot.Connection] = []
    for broadcast in asked where found.count < limit {
      if let source = broadcast.source, let source = connection(at: source.slot) {
        found.append(source)
      }
      found += broadcast.readers.prefix(limit - found.count).compactMap { connection(at: $0) }
    }
    return found
  }

  private func connection(at slot: Int) -> CasterSnapshot.Connection? {
    guard let client = slots[slot].client else { return nil }
    let isGranted = client.role != .undecided
    return CasterSnapshot.Connection(
      id: id(of: slot), mountpoint: client.role.mountpoint, isSource: client.role.isSource,
      version: client.version, byteCount: client.byteCount, position: client.position,
      address: client.address, agent: client.agent, user: client.user,
      age: isGranted ? serverTime - client.start : nil)
  }

  /// The mountpoints' current state; the cost does not depend on the number of connections.
  public var streams: [CasterSnapshot.Stream] {
    broadcasts.map { broadcast in
      CasterSnapshot.Stream(
        mountpoint: broadcast.mountpoint.name, readerCount: broadcast.readers.count,
        byteCount: broadcast.byteCount, dropCount: broadcast.dropCount,
        hasSource: broadcast.source != nil,
        hasBegun: broadcast.hasBegun,
        hasEnded: broadcast.hasEnded,
        source: broadcast.source.flatMap { connection(at: $0.slot) },
        node: broadcast.neighbour?.node,
        latitude: broadcast.record.latitude, longitude: broadcast.record.longitude)
    }
  }
}

extension Caster.Role {
  fileprivate var mountpoint: String? {
    switch self {
    case .undecided: nil
    case .reader(let name), .source(let name): name
    }
  }

  fileprivate var isSource: Bool { if case .source = self { true } else { false } }
}
