internal import GNSSBasics
internal import Locks

/// The time of the last clearing of expired tokens and old attempts, which is due once a minute.
final class Clearing: Sendable {
  private let last = Lock(UnixTime(nanoseconds: .min))

  /// Returns whether clearing is due at a time; if it is due, records the time as that of the last
  /// clearing.
  func isDue(at time: UnixTime) -> Bool {
    last.withLock { last in
      guard time.duration(since: last) >= .seconds(60) else { return false }
      last = time
      return true
    }
  }
}
