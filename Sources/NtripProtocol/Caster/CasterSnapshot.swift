/// The state of a caster at one moment.
public struct CasterSnapshot: Hashable, Sendable {
  /// The state of a mountpoint.
  public struct Stream: Hashable, Sendable {
    /// Its name.
    public var mountpoint: String
    /// The number of connections that read it.
    public var readerCount: Int
    /// Bytes of the stream sent to all readers since the caster began, heads and chunk framing
    /// left out.
    public var byteCount: Int
    /// The number of readers that were cut off because they did not keep up.
    public var dropCount: Int
    /// Whether a source pushes it now.
    public var hasSource: Bool
    /// Whether a reader has come, with whom it began.
    public var hasBegun: Bool
    /// Whether it has been played, and is not repeated.
    public var hasEnded: Bool
  }

  /// The state of a connection.
  public struct Connection: Hashable, Sendable {
    /// The connection's identity.
    public var id: Caster.ConnectionID
    /// The mountpoint that it reads or pushes; `nil` before its request has come.
    public var mountpoint: String?
    /// Whether it pushes.
    public var isSource: Bool
    /// The version of the protocol in which it asked.
    public var version: NtripVersion
    /// Bytes of the stream sent to it, or by it when it is a source, head and chunk framing left out.
    public var byteCount: Int
    /// The position it told last.
    public var position: GGASentence?
  }

  /// The mountpoints, in the order of the sourcetable.
  public var streams: [Stream]
  /// The open connections.
  public var connections: [Connection]

  /// Bytes of all streams sent to all readers.
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

  /// The mountpoints' present state, which is told soon however many connections there are.
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
