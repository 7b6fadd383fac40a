internal import GNSSBasics
internal import Locks

/// When dead tokens and old attempts were cleared last: once a minute is enough.
final class Clearing: Sendable {
  private let last = Lock(UnixTime(nanoseconds: .min))

  /// Whether it has to be done at this time; if so, it counts as done.
  func isDue(at time: UnixTime) -> Bool {
    last.withLock { last in
      guard time.duration(since: last) >= .seconds(60) else { return false }
      last = time
      return true
    }
  }
}
