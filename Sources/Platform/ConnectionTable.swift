/// A listener's connections: which of them keep it waiting, since when, and which one ends when places or
/// descriptors run short.
///
/// Every listener admits by this table. A connection keeps its listener waiting while it owes something: its
/// request, or the end of an answer. A value without a clock: every call is told the time since the listener
/// began.
package struct ConnectionTable: Sendable {
  private struct Entry {
    var address: RemoteAddress?
    /// Since when it has kept the listener waiting; `nil` while it owes nothing.
    var since: Duration?
    /// When it is ended; `nil` for never.
    var deadline: Duration?
    /// Whether it has been ended, and is only not closed yet.
    var isEnding = false
  }

  private let limits: ConnectionLimits
  /// By descriptor: the system gives out the lowest that is free.
  private var entries: [Entry?] = []
  private var staying = 0
  /// The number of connections that stay, and of those that have been ended and are not closed yet.
  private var held = 0
  /// The number of descriptors seen in use elsewhere, and the time since which; nobody tells when they are
  /// given back, so the number is soon forgotten and learnt anew.
  private var elsewhere = (held: 0, since: Duration.zero)

  /// Creates a table without connections.
  package init(limits: ConnectionLimits) { self.limits = limits }

  /// Whether there is no connection that stays.
  package var isEmpty: Bool { staying == 0 }

  /// Whether there is a descriptor for one more connection; those that are ending give theirs back soon.
  package func hasRoom(at now: Duration) -> Bool {
    held + heldElsewhere(at: now) < limits.descriptors - limits.reserve
  }

  /// Whether one more connection from there is taken; `nil` is this machine, which has no share.
  package func admits(_ address: RemoteAddress?) -> Bool {
    guard let address, let share = limits.connectionsPerAddress else { return true }
    return entries.count { $0?.address == address } < share
  }

  /// Takes in a connection that has come, which keeps the listener waiting from now on.
  ///
  /// - Parameters:
  ///   - descriptor: Its descriptor.
  ///   - address: Where it comes from; `nil` for this machine.
  ///   - now: The time.
  ///   - deadline: When it is ended, should it go on to wait; `nil` for never.
  /// - Returns: Its place, and which connection ends for it where connections or descriptors run short: the one
  ///   that has kept the listener waiting longest.
  package mutating func open(
    _ descriptor: Int32, from address: RemoteAddress?, at now: Duration, until deadline: Duration?
  ) -> Admission {
    let index = Int(descriptor)
    while entries.count <= index { entries.append(nil) }
    entries[index] = Entry(address: address, since: now, deadline: deadline)
    staying += 1
    held += 1
    let others = learnElsewhere(index + 1 - held, at: now)
    let isShort = exceedsPlaces(staying, held + others)
    let ended = isShort ? endOldest(but: index) : nil
    let isSurplus = exceedsPlaces(staying, staying + others) && oldest(but: index) == nil
    return Admission(ended: ended, isSurplus: isSurplus)
  }

  private func exceedsPlaces(_ connections: Int, _ descriptors: Int) -> Bool {
    connections > limits.connections || descriptors > limits.descriptors - limits.spare
  }

  /// Notes that a connection keeps the listener waiting.
  package mutating func wait(
    for descriptor: Int32, since now: Duration, until deadline: Duration? = nil
  ) {
    entries[Int(descriptor)]?.since = now
    entries[Int(descriptor)]?.deadline = deadline
  }

  /// Notes that a connection owes nothing: its answer is made elsewhere, or it has one without end.
  package mutating func release(_ descriptor: Int32) {
    entries[Int(descriptor)]?.since = nil
    entries[Int(descriptor)]?.deadline = nil
  }

  /// Forgets a connection that is closed.
  package mutating func close(_ descriptor: Int32) {
    guard let entry = entries[Int(descriptor)] else { return }
    entries[Int(descriptor)] = nil
    held -= 1
    if !entry.isEnding { staying -= 1 }
  }

  /// Ends the connections whose time is over, and returns each once.
  package mutating func endOverdue(at now: Duration) -> [Int32] {
    let overdue = entries.indices.filter { index in
      guard let entry = entries[index], !entry.isEnding else { return false }
      return entry.deadline.map { $0 <= now } ?? false
    }
    for index in overdue { end(index) }
    return overdue.map(Int32.init)
  }

  /// Ends the connection that has kept the listener waiting longest, and returns it; `nil` where none does.
  package mutating func endOldest() -> Int32? { endOldest(but: nil) }

  /// Ends that connection where there is no room for a newcomer and no other is on its way out.
  package mutating func makeRoom(at now: Duration) -> Int32? {
    hasRoom(at: now) || held > staying ? nil : endOldest()
  }

  private func heldElsewhere(at now: Duration) -> Int {
    now - elsewhere.since < ConnectionLimits.memory ? elsewhere.held : 0
  }

  /// Takes in how many descriptors below a new one are not ours: all of them are in use.
  private mutating func learnElsewhere(_ count: Int, at now: Duration) -> Int {
    let known = heldElsewhere(at: now)
    if now - elsewhere.since >= ConnectionLimits.memory { elsewhere.since = now }
    elsewhere.held = max(known, count)
    return elsewhere.held
  }

  private mutating func endOldest(but newest: Int?) -> Int32? {
    guard let index = oldest(but: newest) else { return nil }
    end(index)
    return Int32(index)
  }

  /// The connection that has kept the listener waiting longest.
  private func oldest(but newest: Int?) -> Int? {
    var oldest: (index: Int, since: Duration)?
    for (index, entry) in entries.enumerated() where index != newest {
      guard let entry, !entry.isEnding, let since = entry.since else { continue }
      if oldest.map({ since < $0.since }) ?? true { oldest = (index, since) }
    }
    return oldest?.index
  }

  private mutating func end(_ index: Int) {
    entries[index]?.isEnding = true
    staying -= 1
  }
}
