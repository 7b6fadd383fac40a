/// A means to wait: the hardware timer on a board, simulated time elsewhere.
public protocol Delay: ~Copyable {
  /// Waits for `duration`; returns at once when `duration` is not positive.
  mutating func pause(for duration: Duration)
}

/// A clock that counts from power-on and can wait.
public protocol BoardClock: Delay, ~Copyable {
  /// The time since power-on.
  var now: Duration { get }
}
