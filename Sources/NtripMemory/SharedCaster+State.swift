internal import NtripProtocol

extension SharedCaster {
  /// The caster, with what it has said and nobody has taken yet.
  struct State {
    private(set) var caster: Caster
    /// Whether the streams have a clock of their own.
    let isDriven: Bool
    /// The time of the streams' clock.
    var streamTime = Duration.zero
    /// The output that connections in memory have not taken yet.
    var inboxes: [Caster.ConnectionID: Output] = [:]
    /// The orders that the server has not taken yet.
    var outbox = Outbox()
    /// Tells who fetches what is relayed that something else is demanded.
    var onDemandChange: (@Sendable () -> Void)?
    /// The demand that was told last.
    private var toldDemand: [String] = []
    /// Tells the server that there is something for it; `nil` while there is none.
    var wakeServer: (@Sendable () -> Void)?

    init(caster: Caster, isDriven: Bool) {
      (self.caster, self.isDriven) = (caster, isDriven)
    }
  }
}

extension SharedCaster.State {
  /// Something that a caster does, and what it then wants done with its connections.
  typealias Deed = (inout Caster, (Caster.ConnectionID, Caster.Action) -> Void) -> Void

  /// The streams' time when a server's clock shows `now`, which is the same unless they are driven.
  mutating func streamTime(byServer now: Duration) -> Duration {
    if !isDriven { streamTime = now }
    return streamTime
  }

  mutating func connect(
    at now: Duration, from address: String = "", isSurplus: Bool = false
  ) -> Caster.ConnectionID {
    caster.connect(at: now, from: address, isSurplus: isSurplus)
  }

  /// Takes the call that tells a changed demand, which counts as told then; `nil` while the demand is as told
  /// last.
  mutating func takeDemandChange() -> (@Sendable () -> Void)? {
    guard let onDemandChange else { return nil }
    let demand = caster.demand
    guard demand != toldDemand else { return nil }
    toldDemand = demand
    return onDemandChange
  }

  mutating func drop(_ id: Caster.ConnectionID) { caster.drop(id) }

  mutating func introduce(_ neighbours: [Sourcetable.Record]) { caster.neighbours = neighbours }

  mutating func setFaults(_ faults: [CasterFault], seed: UInt64) {
    caster.setFaults(faults, seed: seed, damaging: .frames)
  }

  mutating func admit(_ users: CasterUsers?) { caster.users = users }

  /// Forgets a connection, and says how many bytes of the stream it was sent.
  @discardableResult
  mutating func disconnect(_ id: Caster.ConnectionID) -> Int {
    inboxes[id] = nil
    return caster.disconnect(id)
  }

  /// Lets the caster act, and hands over what concerns connections in memory.
  ///
  /// - Returns: What concerns the others.
  mutating func act(_ deed: Deed) -> [Outbox.Entry] {
    var entries: [Outbox.Entry] = []
    deed(&caster) { entries.append(Outbox.Entry(id: $0, action: $1)) }
    if inboxes.isEmpty { return entries }
    return entries.filter { entry in !deliver(entry) }
  }

  private mutating func deliver(_ entry: Outbox.Entry) -> Bool {
    guard let index = inboxes.index(forKey: entry.id) else { return false }
    switch entry.action {
    case .send(let bytes): inboxes.values[index].bytes += bytes
    case .verify: return false
    case .close(let byteCount): inboxes.values[index].closedAfter = byteCount
    case .reset(let byteCount):
      inboxes.values[index].closedAfter = byteCount
      inboxes.values[index].isReset = true
    }
    return true
  }

  /// Lets the caster act, and keeps what is for the server; who is too far behind is given up.
  mutating func post(_ deed: Deed) {
    for entry in act(deed) where !outbox.append(entry) {
      outbox.close(entry.id, after: disconnect(entry.id))
    }
  }
}
