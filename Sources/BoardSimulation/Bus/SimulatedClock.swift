public import SensorDrivers

/// Board time: it advances only by actions that take time, and never goes back.
///
/// All components of a board share one instance.
public final class SimulatedClock: BoardClock {
  /// The time since power-on.
  public var now: Duration { time }

  // The stored property is private to the module, so the compiler needs no run-time exclusivity checks for
  // it.
  private var time = Duration.zero

  /// Creates a clock at zero, the moment of power-on.
  public init() {}

  /// Advances the clock to `time`; a time in the past changes nothing.
  public func advance(to time: Duration) {
    if time > self.time { self.time = time }
  }

  /// Advances the clock by `duration`; the call returns at once.
  public func pause(for duration: Duration) {
    advance(to: time + duration)
  }
}
