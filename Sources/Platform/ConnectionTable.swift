/// A listener's connections, with the time since which each has kept the listener waiting.
///
/// Every listener admits connections by this table. It also chooses the connection that ends when places or
/// descriptors run short. A connection keeps its listener waiting while its request, or its reading of an
/// answer, is incomplete. The table has no clock: every call gets the time since the listener began.
package struct ConnectionTable: Sendable {
  private struct Entry {
    var address: RemoteAddress?
    /// The time since which the connection has kept the listener waiting; `nil` while it does not.
    var since: Duration?
    /// The time at which the connection is ended; `nil` for never.
    var deadline: Duration?
    /// Whether the connection was ended and only has to be closed.
    var isEnding = false
  }

  private let limits: ConnectionLimits
  /// The connections, indexed by descriptor; the system gives out the lowest free descriptor.
  private var entries: [Entry?] = []
  private var staying = 0
  /// The number of connections whose descriptors are open, including those that were ended.
  private var held = 0
  /// The number of descriptors used by other parts of the process, and the time of that count.
  ///
  /// No call reports when these descriptors are closed, so the number expires and is counted again.
  private var elsewhere = (held: 0, since: Duration.zero)

  /// Creates a table without connections.
  package init(limits: ConnectionLimits) { self.limits = limits }

  /// Whether the table has no connection, apart from those that were ended.
  package var isEmpty: Bool { staying == 0 }

  /// Whether a descriptor is free for one more connection; connections that are ending free theirs soon.
  package func hasRoom(at now: Duration) -> Bool {
    held + heldElsewhere(at: now) < limits.descriptors - limits.reserve
  }

  /// Whether one more connection from an address is admitted; `nil` is this machine, which has no limit.
  package func admits(_ address: RemoteAddress?) -> Bool {
    guard let address, let share = limits.connectionsPerAddress else { return true }
    return entries.count { $0?.address == address } < share
  }

  /// Adds a new connection, which keeps the listener waiting from now on.
  ///
  /// - Parameters:
  ///   - descriptor: The connection's descriptor.
  ///   - address: The address of the other end; `nil` for this machine.
  ///   - now: The current time.
  ///   - deadline: The time at which the connection is ended if it still keeps the listener waiting; `nil`
  ///     for never.
  /// - Returns: The new connection's admission. If connections or descriptors run short, it names the
  ///   connection to end: the one that has kept the listener waiting longest.
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

  /// Records that a connection keeps the listener waiting.
  package mutating func wait(
    for descriptor: Int32, since now: Duration, until deadline: Duration? = nil
  ) {
    entries[Int(descriptor)]?.since = now
    entries[Int(descriptor)]?.deadline = deadline
  }

  /// Records that a connection does not keep the listener waiting: its answer is being made, or has no end.
  package mutating func release(_ descriptor: Int32) {
    entries[Int(descriptor)]?.since = nil
    entries[Int(descriptor)]?.deadline = nil
  }

  /// Removes a connection that was closed.
  package mutating func close(_ descriptor: Int32) {
    guard let entry = entries[Int(descriptor)] else { return }
    entries[Int(descriptor)] = nil
    held -= 1
    if !entry.isEnding { staying -= 1 }
  }

  /// Ends the connections whose deadlines have passed, and returns each of them once.
  package mutating func endOverdue(at now: Duration) -> [Int32] {
    let overdue = entries.indices.filter { index in
      guard let entry = entries[index], !entry.isEnding else { return false }
      return entry.deadline.map { $0 <= now } ?? false
    }
    for index in overdue { end(index) }
    return overdue.map(Int32.init)
  }

  /// Ends the connection that has kept the listener waiting longest; returns it, or `nil` if none does.
  package mutating func endOldest() -> Int32? { endOldest(but: nil) }

  /// Ends the longest-waiting connection if there is no room for a new one and no other is ending already.
  package mutating func makeRoom(at now: Duration) -> Int32? {
    hasRoom(at: now) || held > staying ? nil : endOldest()
  }

  private func heldElsewhere(at now: Duration) -> Int {
    now - elsewhere.since < ConnectionLimits.memory ? elsewhere.held : 0
  }

  /// Records the number of lower descriptors in use that are no connections; returns their number.
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

  /// Returns the index of the connection that has kept the listener waiting longest, other than `newest`.
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
