// Streams that are pushed: by sources, or by who owns the caster.

extension Caster {
  /// The longest silence of a source.
  public static var sourceTimeout: Duration { .seconds(60) }
  /// The longest wait of readers for another source when theirs is gone.
  public static var absenceTimeout: Duration { .seconds(60) }
  /// From when on another source may take the place of one that is silent.
  static var takeoverTime: Duration { .seconds(10) }
  /// The interval at which that is looked at.
  private static var roundTime: Duration { .seconds(1) }

  /// Lets a source push, unless another one does.
  mutating func admitSource(
    _ request: CasterRequest, to index: Int, of id: ConnectionID,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    if let old = broadcasts[index].source {
      guard mayTakeOver(from: old, id, request) else {
        return answer(
          request, of: id, with: .refusal(.busy(mountpoint: request.mountpoint)), perform)
      }
      // It leaves without a word: its successor is there already, and readers notice nothing.
      broadcasts[index].begin(id, saying: request.record)
      perform(old, .close(byteCount: disconnect(old)))
    }
    answer(request, of: id, with: .welcome, perform)
    broadcasts[index].begin(id, saying: request.record)
    slots[id.slot].client?.role = .source(of: request.mountpoint)
    slots[id.slot].client?.request = request
    slots[id.slot].client?.start = serverTime
    slots[id.slot].client?.heardAt = serverTime
    sourcetable = nil
    nextRound = nextRound ?? serverTime
  }

  /// Whether a source may take another one's place: when that is silent, or it is the same one come back.
  ///
  /// Two that want to push with one login would else throw each other out for ever.
  private func mayTakeOver(
    from old: ConnectionID, _ id: ConnectionID, _ request: CasterRequest
  ) -> Bool {
    guard let holder = client(old), let comer = client(id) else { return true }
    let silence = holder.hasSpoken ? .zero : serverTime - holder.heardAt
    if silence >= Self.takeoverTime { return true }
    let isSame =
      holder.address == comer.address && holder.request?.credentials == request.credentials
    return isSame && serverTime - holder.start >= Self.takeoverTime
  }

  mutating func loseSource(_ id: ConnectionID, of name: String) {
    guard let index = broadcasts.firstIndex(where: { $0.mountpoint.name == name }) else { return }
    broadcasts[index].loseSource(id)
    sourcetable = nil
  }

  /// The mountpoints that somebody reads and that who owns the caster is to fetch.
  public var demand: [String] {
    broadcasts.indices.filter { broadcasts[$0].isDemanded }.map { broadcasts[$0].mountpoint.name }
  }

  /// Hands on what a source has pushed.
  mutating func broadcast(
    _ bytes: [UInt8], from id: ConnectionID, _ perform: (ConnectionID, Action) -> Void
  ) {
    slots[id.slot].client?.hasSpoken = true
    slots[id.slot].client?.byteCount += bytes.count
    guard let index = broadcasts.firstIndex(where: { $0.source == id }) else { return }
    let passed = broadcasts[index].passed(bytes.span)
    if !passed.isEmpty { send(passed, of: index, perform) }
  }

  /// Pushes bytes on to those who read a mountpoint: for who owns the caster and fetches them elsewhere.
  ///
  /// A mountpoint that is not there, or not pushed, takes nothing.
  public mutating func push(
    _ bytes: Span<UInt8>, to name: String, perform: (ConnectionID, Action) -> Void
  ) {
    guard let index = broadcasts.firstIndex(where: { $0.mountpoint.name == name }) else { return }
    let passed = broadcasts[index].passed(bytes)
    if !passed.isEmpty { send(passed, of: index, perform) }
  }

  /// Looks at sources and at those who wait for one.
  mutating func goRound(_ perform: (ConnectionID, Action) -> Void) {
    nextRound = nil
    // Streams that are pushed may show more of themselves.
    sourcetable = nil
    for index in broadcasts.indices where broadcasts[index].takesSources {
      if let source = broadcasts[index].source {
        listen(to: source, perform)
      } else if broadcasts[index].readers.isEmpty {
        broadcasts[index].emptySince = nil
      } else {
        waitForSource(of: index, perform)
      }
      let isBusy = broadcasts[index].source != nil || !broadcasts[index].readers.isEmpty
      if isBusy { nextRound = serverTime + Self.roundTime }
    }
  }

  /// Gives up a source that has said nothing for too long.
  private mutating func listen(
    to source: ConnectionID, _ perform: (ConnectionID, Action) -> Void
  ) {
    guard let client = client(source) else { return }
    if client.hasSpoken {
      slots[source.slot].client?.hasSpoken = false
      slots[source.slot].client?.heardAt = serverTime
    } else if serverTime - client.heardAt >= Self.sourceTimeout {
      perform(source, .close(byteCount: disconnect(source)))
    }
  }

  /// Ends a stream whose source does not come back.
  private mutating func waitForSource(
    of index: Int, _ perform: (ConnectionID, Action) -> Void
  ) {
    guard let since = broadcasts[index].emptySince else {
      broadcasts[index].emptySince = serverTime
      return
    }
    if serverTime - since >= Self.absenceTimeout { end(index, perform) }
  }
}
