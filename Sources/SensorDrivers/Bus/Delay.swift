/// Somewhere to wait: the hardware timer on a board, simulated time everywhere else.
public protocol Delay: ~Copyable {
  /// Returns when `duration` has passed; at once when it is not positive.
  mutating func pause(for duration: Duration)
}

/// Time since boot, and waiting in it.
public protocol BoardClock: Delay, ~Copyable {
  /// The time since power came on.
  var now: Duration { get }
}
