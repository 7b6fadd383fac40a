internal import NtripProtocol

/// Clients whose bytes are left unread while those who get them on catch up.
///
/// A source that sends a file at once would else push its readers over their limit, however fast they take. A reader
/// holds a source up only as long as it takes something: one that is stuck holds nobody up.
struct HeldSources {
  /// The longest time that a reader that takes nothing holds its source up.
  static let patience = Duration.seconds(3)
  /// The interval at which the readers of a held source are looked at.
  static let interval = Duration.milliseconds(5)

  /// A reader that has to catch up.
  private struct Laggard {
    var takenCount: Int
    var since: Duration
  }

  private var readers: [Caster.ConnectionID: Laggard] = [:]
  private var sources: [Caster.ConnectionID: Set<Caster.ConnectionID>] = [:]

  /// Whether nobody is held up.
  var isEmpty: Bool { sources.isEmpty }

  /// Whether a source is held up.
  func contains(_ source: Caster.ConnectionID) -> Bool { sources[source] != nil }

  /// Notes that a reader is far behind.
  ///
  /// - Returns: Whether it has taken something lately, and so is waited for.
  mutating func isCatchingUp(
    _ reader: Caster.ConnectionID, taken count: Int, at now: Duration
  ) -> Bool {
    let known = readers[reader]
    if known?.takenCount != count { readers[reader] = Laggard(takenCount: count, since: now) }
    return now - (readers[reader]?.since ?? now) < Self.patience
  }

  /// Holds a source up for readers.
  mutating func hold(_ source: Caster.ConnectionID, for readers: Set<Caster.ConnectionID>) {
    sources[source] = readers
  }

  /// Forgets a connection.
  mutating func forget(_ id: Caster.ConnectionID) {
    readers[id] = nil
    sources[id] = nil
  }

  /// Lets go of the sources whose readers have all caught up, are gone or take nothing.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - progress: Tells whether a reader is still far behind, and what it has taken; `nil` for one that is gone.
  /// - Returns: The sources that go on.
  mutating func release(
    at now: Duration, _ progress: (Caster.ConnectionID) -> (isBehind: Bool, taken: Int)?
  ) -> [Caster.ConnectionID] {
    var released: [Caster.ConnectionID] = []
    for (source, waiting) in sources {
      let rest = waiting.filter { reader in
        guard let progress = progress(reader), progress.isBehind else {
          readers[reader] = nil
          return false
        }
        return isCatchingUp(reader, taken: progress.taken, at: now)
      }
      sources[source] = rest.isEmpty ? nil : rest
      if rest.isEmpty { released.append(source) }
    }
    return released
  }
}
