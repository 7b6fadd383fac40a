/// Counts the state space messages of a stream: corrections of what, how often, and whose.
///
/// Each type's time is that of its own epochs: clocks come more often than orbits, and late or early.
struct CorrectionTally: Sendable {
  /// The tally of one type.
  struct Entry: Sendable {
    let type: SSRType
    /// Epochs of the type; messages of one epoch count once.
    fileprivate(set) var epochs = 0
    /// The intervals between them.
    fileprivate(set) var intervals = IntervalHistogram()
    /// DF391 of the last message: for how many seconds it is meant.
    fileprivate(set) var announcedSeconds = 1
    /// Whose they are, in the order of their appearance, at most four.
    fileprivate(set) var solutions: [Solution] = []
    fileprivate var lastTime = 0
    fileprivate var session = -1
  }

  /// Whose corrections they are: DF414 and DF415, or IDF008 and IDF009.
  struct Solution: Hashable, Sendable {
    let providerID: UInt16
    let solutionID: UInt8
  }

  /// The types, in the order of their appearance.
  private(set) var entries: [Entry] = []
  /// The time that the corrections tell.
  private(set) var clock = StreamClock()

  /// Counts a message.
  ///
  /// - Returns: Its time on ``clock``.
  mutating func count(_ message: SSRMessage) -> Int {
    let index = index(of: message.type)
    let time = clock.advance(to: message.epoch, track: index)
    entries[index].count(message.header, at: time, session: clock.session)
    return time
  }

  private mutating func index(of type: SSRType) -> Int {
    if let index = entries.firstIndex(where: { $0.type == type }) { return index }
    entries.append(Entry(type: type))
    return entries.count - 1
  }
}

extension CorrectionTally.Entry {
  fileprivate mutating func count(_ header: SSRHeader, at time: Int, session: Int) {
    announcedSeconds = header.updateIntervalSeconds
    let solution = CorrectionTally.Solution(
      providerID: header.providerID, solutionID: header.solutionID)
    if solutions.count < 4, !solutions.contains(solution) { solutions.append(solution) }
    guard time != lastTime || session != self.session else { return }
    epochs += 1
    if session == self.session && time > lastTime { intervals.count(time - lastTime) }
    lastTime = time
    self.session = session
  }
}
