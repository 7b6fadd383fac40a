internal import NtripProtocol

/// The other casters of a cluster as one of them knows them, by their messages.
///
/// A node that says nothing for ``patience``, or whose end the broker tells, is forgotten. Only the receiver's clock
/// counts, so that a node's wrong clock does no harm.
struct ClusterTable: Sendable {
  /// Another node.
  struct Node: Sendable {
    /// The number of its process.
    var run: UInt64
    /// The time of its last message.
    var heardAt: Duration
    /// The number of its last whole table; -1 before the first.
    var number = -1
    /// The streams that it has.
    var mounts: [ClusterTell.Mount] = []
    /// The streams that it wants: the node that has each, by mountpoint.
    var wants: [String: String] = [:]
    /// The parts of the table that is coming.
    fileprivate var parts: [Int: ClusterTell] = [:]
    fileprivate var comingNumber = -1
  }

  /// The effect of a message.
  enum Effect: Hashable {
    /// The message is invalid, late, or of this process itself.
    case nothing
    /// Something may have changed.
    case news
    /// Another process has the name of this node.
    case conflict
  }

  /// The name of this node.
  let name: String
  /// The number of this process.
  let run: UInt64
  /// The other nodes by name.
  private(set) var nodes: [String: Node] = [:]
  /// The number of changes of the table.
  private(set) var version = 0
  /// The number of messages that were none.
  private(set) var invalidCount = 0

  /// The time of silence after which a node is forgotten.
  static let patience = Duration.seconds(15)
  /// The largest number of nodes.
  static let nodeLimit = 200

  /// Creates the table of a node that knows no other.
  init(of name: String, run: UInt64) { (self.name, self.run) = (name, run) }

  /// Takes a message at the topic of a node; `nil` stands for one that is none.
  mutating func take(_ tell: ClusterTell?, of node: String, at now: Duration) -> Effect {
    guard let tell else {
      invalidCount += 1
      return .nothing
    }
    let effect = take(tell, of: node, at: now)
    if effect == .news { version += 1 }
    return effect
  }

  private mutating func take(_ tell: ClusterTell, of node: String, at now: Duration) -> Effect {
    if node == name {
      guard tell.run != run, !tell.isGone else { return .nothing }
      return .conflict
    }
    if tell.isGone {
      guard nodes[node]?.run == tell.run else { return .nothing }
      nodes[node] = nil
      return .news
    }
    guard nodes[node] != nil || nodes.count < Self.nodeLimit else { return .nothing }
    var known = nodes[node] ?? Node(run: tell.run, heardAt: now)
    // A message of the process before, which comes late, would bring its streams back: it ends with the next table.
    if known.run != tell.run { known = Node(run: tell.run, heardAt: now) }
    known.heardAt = now
    known.add(tell)
    nodes[node] = known
    return .news
  }

  /// Forgets the nodes that have been silent for too long; returns whether there were any.
  mutating func expire(at now: Duration) -> Bool {
    let silent = nodes.filter { now - $0.value.heardAt >= Self.patience }
    for name in silent.keys { nodes[name] = nil }
    if !silent.isEmpty { version += 1 }
    return !silent.isEmpty
  }

  /// The time at which the next node would be forgotten; `nil` without nodes.
  var nextExpiry: Duration? { nodes.values.map { $0.heardAt + Self.patience }.min() }

  /// The streams of the other nodes by mountpoint.
  ///
  /// Of several nodes with one name, the one whose source was admitted last counts; of several that make it themselves,
  /// the one of the least name.
  var streams: [String: NeighbourStream] {
    var streams: [String: NeighbourStream] = [:]
    for (name, node) in nodes.sorted(by: { $0.key < $1.key }) {
      for mount in node.mounts {
        let stream = NeighbourStream(node: name, record: mount.record, holder: mount.holder)
        let rival = streams[mount.record.mountpoint]
        if (rival.map { stream.holder?.term ?? 0 > $0.holder?.term ?? 0 }) ?? true {
          streams[mount.record.mountpoint] = stream
        }
      }
    }
    return streams
  }

  /// The streams that other nodes want of this one.
  var wanted: Set<String> {
    Set(nodes.values.flatMap { $0.wants.filter { $0.value == name }.keys })
  }
}

extension ClusterTable.Node {
  /// Adds a part of a table; the table replaces the former one when all parts are there.
  fileprivate mutating func add(_ tell: ClusterTell) {
    guard tell.number > number, tell.number >= comingNumber else { return }
    if tell.number > comingNumber { (parts, comingNumber) = ([:], tell.number) }
    parts[tell.part] = tell
    guard parts.count == tell.partCount else { return }
    let whole = parts.sorted { $0.key < $1.key }.map { $0.value }
    number = tell.number
    mounts = whole.flatMap { $0.mounts }
    wants = whole.reduce(into: [:]) { $0.merge($1.wants) { _, last in last } }
    parts = [:]
  }
}
