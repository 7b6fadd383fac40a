internal import NtripProtocol

/// The flow control of pushed streams: sources whose bytes stay unread while their readers catch up.
///
/// A source that sends a file at once would otherwise push its readers over their backlog limit, however
/// fast they read. A reader holds its source only while the reader makes progress; a stuck reader holds no
/// source.
struct HeldSources {
  /// The longest time for which a reader without progress holds its source.
  static let patience = Duration.seconds(3)
  /// The interval at which the readers of held sources are checked.
  static let interval = Duration.milliseconds(5)

  /// The progress of a reader that is behind.
  private struct Laggard {
    var takenCount: Int
    var since: Duration
  }

  private var readers: [Caster.ConnectionID: Laggard] = [:]
  private var sources: [Caster.ConnectionID: Set<Caster.ConnectionID>] = [:]

  /// Whether no source is held.
  var isEmpty: Bool { sources.isEmpty }

  /// Whether a source is held.
  func contains(_ source: Caster.ConnectionID) -> Bool { sources[source] != nil }

  /// Records that a reader is far behind.
  ///
  /// - Returns: Whether the reader has made progress lately, so that its source may wait.
  mutating func isCatchingUp(
    _ reader: Caster.ConnectionID, taken count: Int, at now: Duration
  ) -> Bool {
    let known = readers[reader]
    if known?.takenCount != count { readers[reader] = Laggard(takenCount: count, since: now) }
    return now - (readers[reader]?.since ?? now) < Self.patience
  }

  /// Holds a source for its readers.
  mutating func hold(_ source: Caster.ConnectionID, for readers: Set<Caster.ConnectionID>) {
    sources[source] = readers
  }

  /// Removes a connection.
  mutating func forget(_ id: Caster.ConnectionID) {
    readers[id] = nil
    sources[id] = nil
  }

  /// Releases the sources whose readers have all caught up, left or stopped making progress.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - progress: Returns whether a reader is still behind, and its count of bytes taken; `nil` for a
  ///     reader that has left.
  /// - Returns: The released sources.
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
