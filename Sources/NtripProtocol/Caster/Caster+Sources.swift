// Pushed streams: from sources, or from the owner of the caster.

extension Caster {
  /// The source timeout: a source without data for 60 s is disconnected.
  public static var sourceTimeout: Duration { .seconds(60) }
  /// The time for which readers wait for a new source before they are disconnected: 60 s.
  public static var absenceTimeout: Duration { .seconds(60) }
  /// The time without data after which another source may replace the current one: 10 s.
  static var takeoverTime: Duration { .seconds(10) }
  /// The interval at which sources and waiting readers are checked: 1 s.
  private static var roundTime: Duration { .seconds(1) }

  /// Admits a source to a mountpoint, unless another source holds the mountpoint.
  mutating func admitSource(
    _ request: CasterRequest, to index: Int, of id: ConnectionID,
    _ perform: (ConnectionID, Action) -> Void
  ) {
    if let neighbour = broadcasts[index].neighbour, !mayTakeOver(from: neighbour, id) {
      return answer(
        request, of: id, with: .refusal(.busy(mountpoint: request.mountpoint)), perform)
    }
    if let old = broadcasts[index].source {
      guard mayTakeOver(from: old, id, request) else {
        return answer(
          request, of: id, with: .refusal(.busy(mountpoint: request.mountpoint)), perform)
      }
      // The old source is closed without an answer. Its readers stay, because the new source is
      // already there.
      broadcasts[index].begin(id, saying: request.record)
      perform(old, .close(byteCount: disconnect(old)))
    }
    answer(request, of: id, with: .welcome, perform)
    broadcasts[index].begin(id, saying: request.record)
    slots[id.slot].client?.role = .source(of: request.mountpoint)
    slots[id.slot].client?.request = request
    slots[id.slot].client?.start = serverTime
    slots[id.slot].client?.heardAt = serverTime
    noteSupply()
    nextRound = nextRound ?? serverTime
  }

  /// Whether a source may replace the current source.
  ///
  /// A source may replace one that is silent, and one with the same address and login. Both require
  /// `takeoverTime`; otherwise two sources with one login would replace each other without end.
  private func mayTakeOver(
    from old: ConnectionID, _ id: ConnectionID, _ request: CasterRequest
  ) -> Bool {
    guard let holder = client(old), let comer = client(id) else { return true }
    if isSilent(holder) { return true }
    let isSame =
      holder.address == comer.address && holder.request?.credentials == request.credentials
    return isSame && serverTime - holder.start >= Self.takeoverTime
  }

  /// Whether a source has sent nothing for so long that another one may replace it.
  func isSilent(_ source: Client) -> Bool {
    !source.hasSpoken && serverTime - source.heardAt >= Self.takeoverTime
  }

  mutating func loseSource(_ id: ConnectionID, of name: String) {
    guard let index = places[name] else { return }
    broadcasts[index].loseSource(id)
    noteSupply()
  }

  /// Records a change of the streams that there are.
  mutating func noteSupply() {
    sourcetable = nil
    changeCount += 1
    supplyChangeCount += 1
  }

  /// The names of the on-demand mountpoints that have readers; the caster's owner has to fetch their streams.
  public var demand: [String] {
    broadcasts.indices.filter { broadcasts[$0].isDemanded }.map { broadcasts[$0].mountpoint.name }
  }

  /// Forwards bytes from a source to the readers of its mountpoint.
  mutating func broadcast(
    _ bytes: [UInt8], from id: ConnectionID, _ perform: (ConnectionID, Action) -> Void
  ) {
    slots[id.slot].client?.hasSpoken = true
    slots[id.slot].client?.byteCount += bytes.count
    guard case .source(let name)? = client(id)?.role, let index = places[name],
      broadcasts[index].source == id
    else { return }
    let passed = broadcasts[index].passed(bytes.span)
    if !passed.isEmpty { send(passed, of: index, perform) }
  }

  /// Pushes bytes to the readers of a mountpoint, for a caster's owner that fetches the stream elsewhere.
  ///
  /// Bytes for an unknown mountpoint or one that is not pushed are discarded.
  public mutating func push(
    _ bytes: Span<UInt8>, to name: String, perform: (ConnectionID, Action) -> Void
  ) {
    guard let index = places[name] else { return }
    let passed = broadcasts[index].passed(bytes)
    if !passed.isEmpty { send(passed, of: index, perform) }
  }

  /// Checks the timeouts of sources and of readers that wait for a source.
  mutating func goRound(_ perform: (ConnectionID, Action) -> Void) {
    nextRound = nil
    // The sourcetable is rebuilt, because pushed streams may have revealed more of their properties.
    sourcetable = nil
    for index in broadcasts.indices where broadcasts[index].mayBeMissing {
      if let source = broadcasts[index].source {
        listen(to: source, perform)
      } else if broadcasts[index].readers.isEmpty || broadcasts[index].neighbour != nil {
        broadcasts[index].emptySince = nil
      } else {
        waitForSource(of: index, perform)
      }
      let isBusy = broadcasts[index].source != nil || !broadcasts[index].readers.isEmpty
      if isBusy { nextRound = serverTime + Self.roundTime }
    }
  }

  /// Disconnects a source that has been silent for `sourceTimeout`.
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

  /// Ends a stream whose source has been missing for `absenceTimeout`.
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
