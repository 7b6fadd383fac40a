/// What a listener's connections are at, and which of them have taken too long.
///
/// A value without a clock: every call is told the time since the listener began.
struct ConnectionTable: Sendable {
  private struct Entry {
    var address: RemoteAddress?
    /// When it last got something done: came, sent a head, took its answer.
    var since: Duration
    /// When it is ended; `nil` while its answer is being made.
    var deadline: Duration?
    /// Whether it has been ended, and is only not closed yet.
    var isEnding = false
  }

  private let limits: HTTPLimits
  /// By descriptor: the system gives out the lowest that is free.
  private var entries: [Entry?] = []
  private var staying = 0
  /// Those that stay, and those that have been ended and are not closed yet.
  private var held = 0
  /// How many descriptors others were seen to hold, and since when; nobody tells when they give
  /// them back, so it is soon forgotten and learnt anew.
  private var elsewhere = (held: 0, since: Duration.zero)

  init(limits: HTTPLimits) { self.limits = limits }

  /// Whether there is no connection that has a deadline to miss.
  var isEmpty: Bool { staying == 0 }

  /// Whether there is a descriptor for one more connection; those that are ending give theirs back soon.
  func hasRoom(at now: Duration) -> Bool {
    held + heldElsewhere(at: now) < limits.descriptors - limits.reserve
  }

  /// Whether one more connection from there is taken; `nil` is this machine, which has no share.
  func admits(_ address: RemoteAddress?) -> Bool {
    guard let address else { return true }
    return entries.count { $0?.address == address } < limits.connectionsPerAddress
  }

  /// A connection has come.
  ///
  /// - Returns: The connection to end for it, where connections or descriptors run short: the one
  ///   that has kept the listener waiting longest.
  mutating func open(_ descriptor: Int32, from address: RemoteAddress?, at now: Duration) -> Int32?
  {
    let index = Int(descriptor)
    while entries.count <= index { entries.append(nil) }
    entries[index] = Entry(address: address, since: now, deadline: now + limits.head)
    staying += 1
    held += 1
    let taken = held + learnElsewhere(index + 1 - held, at: now)
    let isShort = staying > limits.connections || taken > limits.descriptors - limits.spare
    return isShort ? endOldest(but: index) : nil
  }

  /// A request's head is complete.
  mutating func headArrived(on descriptor: Int32, at now: Duration) {
    wait(for: descriptor, since: now, until: now + limits.request)
  }

  /// A request's answer is made elsewhere, and will come in its own time.
  mutating func answerComesLater(on descriptor: Int32) {
    entries[Int(descriptor)]?.deadline = nil
  }

  /// A request has had its answer.
  mutating func answered(on descriptor: Int32, at now: Duration) {
    wait(for: descriptor, since: now, until: now + limits.nextHead)
  }

  /// A connection is closed.
  mutating func close(_ descriptor: Int32) {
    guard let entry = entries[Int(descriptor)] else { return }
    entries[Int(descriptor)] = nil
    held -= 1
    if !entry.isEnding { staying -= 1 }
  }

  /// The connections to end because their time is over, each told once.
  mutating func endOverdue(at now: Duration) -> [Int32] {
    let overdue = entries.indices.filter { index in
      guard let entry = entries[index], !entry.isEnding else { return false }
      return entry.deadline.map { $0 <= now } ?? false
    }
    for index in overdue { end(index) }
    return overdue.map(Int32.init)
  }

  private func heldElsewhere(at now: Duration) -> Int {
    now - elsewhere.since < limits.head ? elsewhere.held : 0
  }

  /// Takes in how many descriptors below a new one are not ours: all of them are in use.
  private mutating func learnElsewhere(_ count: Int, at now: Duration) -> Int {
    let known = heldElsewhere(at: now)
    if now - elsewhere.since >= limits.head { elsewhere.since = now }
    elsewhere.held = max(known, count)
    return elsewhere.held
  }

  private mutating func wait(for descriptor: Int32, since now: Duration, until deadline: Duration) {
    entries[Int(descriptor)]?.since = now
    entries[Int(descriptor)]?.deadline = deadline
  }

  /// Ends the connection that has kept the listener waiting longest; `nil` where none does.
  mutating func endOldest(but newest: Int? = nil) -> Int32? {
    var oldest: (index: Int, since: Duration)?
    for (index, entry) in entries.enumerated() where index != newest {
      guard let entry, !entry.isEnding, entry.deadline != nil else { continue }
      if oldest.map({ entry.since < $0.since }) ?? true { oldest = (index, entry.since) }
    }
    guard let oldest else { return nil }
    end(oldest.index)
    return Int32(oldest.index)
  }

  private mutating func end(_ index: Int) {
    entries[index]?.isEnding = true
    staying -= 1
  }
}
