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
    let connections = slots.enumerated().compactMap { number, slot in
      slot.client.map { client in
        CasterSnapshot.Connection(
          id: ConnectionID(slot: number, generation: slot.generation),
          mountpoint: client.role.mountpoint, isSource: client.role.isSource,
          version: client.version, byteCount: client.byteCount, position: client.position)
      }
    }
    return CasterSnapshot(streams: streams, connections: connections)
  }

  /// The mountpoints' current state; the cost does not depend on the number of connections.
  public var streams: [CasterSnapshot.Stream] {
    broadcasts.map { broadcast in
      CasterSnapshot.Stream(
        mountpoint: broadcast.mountpoint.name, readerCount: broadcast.readers.count,
        byteCount: broadcast.byteCount, dropCount: broadcast.dropCount,
        hasSource: broadcast.source != nil,
        hasBegun: broadcast.hasBegun,
        hasEnded: broadcast.hasEnded)
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
