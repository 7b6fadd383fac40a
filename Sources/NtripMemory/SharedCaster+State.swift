internal import NtripProtocol

extension SharedCaster {
  /// The caster, with its output that was not taken yet.
  struct State {
    private(set) var caster: Caster
    /// Whether the streams have a clock of their own.
    let isDriven: Bool
    /// The time of the streams' clock.
    var streamTime = Duration.zero
    /// The output for connections in memory that they have not taken yet.
    var inboxes: [Caster.ConnectionID: Output] = [:]
    /// The actions that the server has not taken yet.
    var outbox = Outbox()
    /// The closure that reports a changed demand to the code that fetches relayed streams.
    var onDemandChange: (@Sendable () -> Void)?
    /// The closure that reports a change of the streams that there are, and of those that have readers.
    var onSupplyChange: (@Sendable () -> Void)?
    /// The demand that was reported last.
    private var toldDemand: [String] = []
    /// The number of changes at the last report.
    private var toldChange = 0
    /// The closure that wakes the server when the queue has actions; `nil` while no server runs.
    var wakeServer: (@Sendable () -> Void)?

    init(caster: Caster, isDriven: Bool) {
      (self.caster, self.isDriven) = (caster, isDriven)
    }
  }
}

extension SharedCaster.State {
  /// A call on the caster, with a closure for the actions on its connections.
  typealias Deed = (inout Caster, (Caster.ConnectionID, Caster.Action) -> Void) -> Void

  /// Returns the streams' time when the server's clock shows `now`; both are equal unless the streams are
  /// driven.
  mutating func streamTime(byServer now: Duration) -> Duration {
    if !isDriven { streamTime = now }
    return streamTime
  }

  mutating func connect(
    at now: Duration, from address: String = "", isSurplus: Bool = false
  ) -> Caster.ConnectionID {
    caster.connect(at: now, from: address, isSurplus: isSurplus)
  }

  /// Sets the closure for changes of the demand; demand that there is now is a change.
  mutating func observeDemand(_ call: @escaping @Sendable () -> Void) {
    (onDemandChange, toldDemand, toldChange) = (call, [], -1)
  }

  /// Returns the closures that report what has changed since the last report, and records it as reported.
  mutating func takeReports() -> [@Sendable () -> Void] {
    guard caster.changeCount != toldChange else { return [] }
    toldChange = caster.changeCount
    var reports = onSupplyChange.map { [$0] } ?? []
    guard let onDemandChange else { return reports }
    let demand = caster.demand
    if demand != toldDemand {
      toldDemand = demand
      reports.append(onDemandChange)
    }
    return reports
  }

  mutating func drop(_ id: Caster.ConnectionID) { caster.drop(id) }

  /// The streams that the caster itself has now.
  var ownStreams: [Caster.OwnStream] { mutating get { caster.ownStreams } }

  mutating func setReceivers(
    ofExports onExport: @escaping @Sendable (_ mountpoint: String, _ slice: [UInt8]) -> Void,
    ofPositions onPosition:
      @escaping @Sendable (
        _ mountpoint: String, _ node: String?, GGASentence
      ) -> Void
  ) {
    (caster.onExport, caster.onPosition) = (onExport, onPosition)
  }

  mutating func introduce(_ neighbours: [Sourcetable.Record]) { caster.neighbours = neighbours }

  mutating func setFaults(_ faults: [CasterFault], seed: UInt64) {
    caster.setFaults(faults, seed: seed, damaging: .frames)
  }

  mutating func observeAnswers(_ call: @escaping @Sendable (AnsweredRequest) -> Void) {
    caster.onAnswer = call
  }

  mutating func admit(_ users: CasterUsers?) { caster.users = users }

  /// Removes a connection; returns the number of stream bytes that it was sent.
  @discardableResult
  mutating func disconnect(_ id: Caster.ConnectionID) -> Int {
    inboxes[id] = nil
    return caster.disconnect(id)
  }

  /// Calls the caster, and delivers the actions on connections in memory.
  ///
  /// - Returns: The actions on the other connections.
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

  /// Calls the caster and queues the actions for the server; a connection with too large a backlog is closed.
  mutating func post(_ deed: Deed) {
    for entry in act(deed) where !outbox.append(entry) {
      outbox.close(entry.id, after: disconnect(entry.id))
    }
  }
}
