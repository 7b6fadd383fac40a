public import NtripProtocol
internal import Locks

extension StreamFeed {
  /// Returns the same stream for many readers on any threads; its first reader makes each part, once for all.
  ///
  /// A reader that falls far behind the first one makes the further parts itself.
  ///
  /// - Parameter window: The least number of parts kept for slower readers.
  /// - Returns: A stream of the same parts, due at the same times.
  public func shared(keeping window: Int = 256) -> StreamFeed {
    SharedParts(self, window: window).feed(from: 0)
  }
}

/// A stream with its last parts.
private final class SharedParts: Sendable {
  private struct Part {
    var time: Duration
    var bytes: [UInt8]
  }

  private struct State {
    /// The kept parts, in order.
    var parts: [Part] = []
    /// The number of parts dropped from the beginning.
    var dropped = 0
    var rest: StreamFeed
  }

  private let source: StreamFeed
  private let window: Int
  private let state: Lock<State>

  init(_ source: StreamFeed, window: Int) {
    self.source = source
    self.window = window
    state = Lock(State(rest: source))
  }

  /// Returns the stream from a part on.
  func feed(from index: Int) -> StreamFeed {
    let time: Duration
    switch place(of: index) {
    case .due(let due): time = due
    case .ended: return .ended
    case .dropped: return own(from: index)
    }
    return StreamFeed(at: time, passingTo: { [source] in source.skipped(to: $0) }) {
      guard let bytes = self.bytes(of: index) else {
        var own = self.own(from: index)
        return (own.next() ?? [], own)
      }
      return (bytes, self.feed(from: index + 1))
    }
  }

  private enum Place {
    case due(Duration)
    case ended
    case dropped
  }

  /// Returns the state of a part: kept or next to be made, after the end, or dropped.
  private func place(of index: Int) -> Place {
    state.withLock { state in
      let place = index - state.dropped
      if place == state.parts.count { return state.rest.nextTime.map { .due($0) } ?? .ended }
      return state.parts.indices.contains(place) ? .due(state.parts[place].time) : .dropped
    }
  }

  /// Returns a part's bytes, and makes the part if it is new; `nil` if the part was dropped.
  private func bytes(of index: Int) -> [UInt8]? {
    state.withLock { state in
      let place = index - state.dropped
      if place == state.parts.count, let time = state.rest.nextTime {
        state.parts.append(Part(time: time, bytes: state.rest.next() ?? []))
      }
      guard state.parts.indices.contains(place) else { return nil }
      let bytes = state.parts[place].bytes
      if state.parts.count >= 2 * window {
        state.parts.removeFirst(window)
        state.dropped += window
      }
      return bytes
    }
  }

  /// Returns the stream from a part on, for a single reader.
  private func own(from index: Int) -> StreamFeed {
    var feed = source
    for _ in 0..<index where feed.next() == nil { break }
    return feed
  }
}

extension StreamFeed {
  fileprivate func skipped(to time: Duration) -> StreamFeed {
    var feed = self
    feed.skip(to: time)
    return feed
  }
}
