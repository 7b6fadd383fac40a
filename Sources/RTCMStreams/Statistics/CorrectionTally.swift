/// A tally of the state-space messages of a stream: types, rates and providers.
///
/// The time of each type follows its own epochs, since clocks come more often than orbits, and may be early
/// or late.
struct CorrectionTally: Sendable {
  /// The tally of one type.
  struct Entry: Sendable {
    let type: SSRType
    /// The number of epochs of the type; messages of one epoch count once.
    fileprivate(set) var epochs = 0
    /// The intervals between the type's epochs.
    fileprivate(set) var intervals = IntervalHistogram()
    /// DF391 of the last message as an update interval, seconds.
    fileprivate(set) var announcedSeconds = 1
    /// The solutions of the type, in order of appearance, at most four.
    fileprivate(set) var solutions: [Solution] = []
    fileprivate var lastTime: Int64 = 0
    fileprivate var session = -1
  }

  /// The origin of corrections: provider and solution ID, DF414 and DF415, or IDF008 and IDF009.
  struct Solution: Hashable, Sendable {
    let providerID: UInt16
    let solutionID: UInt8
  }

  /// The entries of the types, in order of appearance.
  private(set) var entries: [Entry] = []
  /// The time given by the corrections.
  private(set) var clock = StreamClock()

  /// Counts a message.
  ///
  /// - Returns: The message's time on ``clock``.
  mutating func count(_ message: SSRMessage) -> Int64 {
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
  fileprivate mutating func count(_ header: SSRHeader, at time: Int64, session: Int) {
    announcedSeconds = header.updateIntervalSeconds
    let solution = CorrectionTally.Solution(
      providerID: header.providerID, solutionID: header.solutionID)
    if solutions.count < 4, !solutions.contains(solution) { solutions.append(solution) }
    guard time != lastTime || session != self.session else { return }
    epochs += 1
    if session == self.session && time > lastTime {
      intervals.count(Int(clamping: time - lastTime))
    }
    lastTime = time
    self.session = session
  }
}
