internal import Locks

/// An observer of a mountpoint's stream, from the thread that sends it, for any thread that asks.
///
/// A piece is scanned once when it is sent, whatever the number of readers.
final class StreamMonitor: Sendable {
  private let stream = Lock(RecentStream())
  private let clock: CasterClock

  /// Creates a monitor before the first byte.
  init(_ clock: CasterClock) { self.clock = clock }

  /// Adds the next piece of the stream.
  func observe(_ bytes: [UInt8]) {
    // Under the lock, so that times never go back.
    stream.withLock { $0.add(bytes, at: clock.elapsed) }
  }

  /// A copy of the stream's last bytes and its statistics; a slice that comes meanwhile does not wait for its use.
  var recent: RecentStream { stream.withLock { $0 } }

  /// Returns a result from the stream's statistics and its last bytes, made under the lock.
  func read<Result: Sendable>(_ body: (RecentStream) -> Result) -> Result {
    stream.withLock { body($0) }
  }
}
