// Several casters that are one: the streams of the others, and those that the others get.

extension Caster {
  /// A stream of a caster of its own, as the others of a cluster are told of it.
  package struct OwnStream: Hashable, Sendable {
    /// The row of the sourcetable.
    package var record: StreamRecord
    /// The source that pushes the stream; `nil` for a stream that the caster makes or fetches itself.
    package var holder: StreamHolder?
  }

  /// The streams that the caster itself has now, without those of a "nearest" mountpoint.
  package var ownStreams: [OwnStream] {
    mutating get {
      broadcasts.indices.compactMap { index in
        guard broadcasts[index].isSupplied, !broadcasts[index].hasEnded else { return nil }
        if case .nearest = broadcasts[index].mountpoint.origin { return nil }
        broadcasts[index].describe()
        return OwnStream(record: broadcasts[index].record, holder: holder(of: broadcasts[index]))
      }
    }
  }

  private func holder(of broadcast: Broadcast) -> StreamHolder? {
    broadcast.source.flatMap { client($0) }.map { source in
      StreamHolder(
        term: broadcast.term, address: source.address, user: source.user,
        age: serverTime - source.start, isSilent: isSilent(source))
    }
  }

  /// The mountpoints with readers whose stream another caster has.
  package var neighbourDemand: [String] {
    broadcasts.lazy.filter { $0.neighbour != nil && !$0.readers.isEmpty }.map { $0.mountpoint.name }
  }

  /// Follows the streams of the other casters.
  ///
  /// A stream of the caster's own goes before one of another. Of two sources that push one mountpoint at two
  /// casters, the one admitted last stays; of two admitted at a time, the one at the caster of the lesser name. Readers
  /// of a stream that has gone wait for it, as for a source.
  ///
  /// - Parameters:
  ///   - streams: The streams, by mountpoint.
  ///   - node: The name of this caster.
  ///   - make: Makes the mountpoint of a stream that has none here; its supplier is `neighbour`.
  ///   - perform: The closure that carries out the resulting actions.
  package mutating func follow(
    _ streams: [String: NeighbourStream], as node: String,
    making make: (NeighbourStream) -> Mountpoint, perform: (ConnectionID, Action) -> Void
  ) {
    var unknown = streams
    var isChanged = false
    for index in broadcasts.indices {
      let stream = unknown.removeValue(forKey: broadcasts[index].mountpoint.name)
      guard broadcasts[index].mayBeMissing else { continue }
      if broadcasts[index].source != nil {
        if yield(index, to: stream, as: node, perform) { isChanged = true }
      } else if broadcasts[index].follow(stream) {
        isChanged = true
      }
    }
    for stream in unknown.values.sorted(by: { $0.record.mountpoint < $1.record.mountpoint }) {
      var broadcast = Broadcast(make(stream))
      isChanged = broadcast.follow(stream)
      broadcasts.append(broadcast)
    }
    if !unknown.isEmpty { register() }
    if forgetNeighbours() || isChanged { noteSupply() }
    // The readers of streams that have gone wait from now on.
    if broadcasts.contains(where: { $0.mayBeMissing && !$0.readers.isEmpty }) {
      nextRound = nextRound ?? serverTime
    }
  }

  /// Ends the source of a mountpoint if another caster has a later one; returns whether it has.
  private mutating func yield(
    _ index: Int, to stream: NeighbourStream?, as node: String,
    _ perform: (ConnectionID, Action) -> Void
  ) -> Bool {
    guard let stream, let holder = stream.holder, let source = broadcasts[index].source else {
      return false
    }
    let own = broadcasts[index].term
    broadcasts[index].note(term: holder.term)
    guard holder.term > own || holder.term == own && stream.node < node else { return false }
    perform(source, .close(byteCount: disconnect(source)))
    return broadcasts[index].follow(stream)
  }

  /// Removes the mountpoints of other casters that are gone and have no readers here; returns whether there were any.
  private mutating func forgetNeighbours() -> Bool {
    let old = broadcasts
    broadcasts.removeAll { $0.isForeign && $0.neighbour == nil && $0.readers.isEmpty }
    guard broadcasts.count < old.count else { return false }
    renumber(from: old)
    return true
  }

  /// Forwards bytes of another caster's stream to the readers of its mountpoint.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, whole frames; those of a mountpoint whose stream no other caster has are discarded.
  ///   - name: The mountpoint.
  ///   - isBehindGap: Whether bytes are missing before them, so that what was held back is discarded.
  ///   - perform: The closure that carries out the resulting actions.
  package mutating func forward(
    _ bytes: Span<UInt8>, to name: String, isBehindGap: Bool,
    perform: (ConnectionID, Action) -> Void
  ) {
    guard let index = places[name], broadcasts[index].neighbour != nil else { return }
    if isBehindGap { broadcasts[index].cut() }
    let passed = broadcasts[index].passed(bytes)
    if !passed.isEmpty { send(passed, of: index, perform) }
  }

  /// Lets ``onExport`` have the slices of some mountpoints, also without readers, and of no others.
  ///
  /// Streams of other casters are not exported.
  package mutating func setExports(_ names: Set<String>, at now: Duration) {
    for index in broadcasts.indices {
      let isExported = names.contains(broadcasts[index].mountpoint.name)
      guard isExported != broadcasts[index].isExported else { continue }
      broadcasts[index].setExported(
        isExported, at: now, speed: speed * broadcasts[index].mountpoint.speed)
      changeCount += 1
    }
  }

  /// Whether a source may replace one at another caster, by the rules of sources at one caster.
  ///
  /// Of the login only the user's name is compared, because no caster tells another a password.
  func mayTakeOver(from stream: NeighbourStream, _ id: ConnectionID) -> Bool {
    guard let holder = stream.holder, let comer = client(id) else { return false }
    if holder.isSilent { return true }
    return holder.address == comer.address && holder.user == comer.user
      && holder.age >= Self.takeoverTime
  }
}
