public import SensorDrivers

/// Board time: it moves only when something that takes time happens, and never backwards.
///
/// One instance is shared by everything on a board.
public final class SimulatedClock: BoardClock {
  /// The time since power came on.
  public private(set) var now: Duration = .zero

  /// Creates a clock at zero, the moment power comes on.
  public init() {}

  /// Moves on to `time`; a time that has passed changes nothing.
  public func advance(to time: Duration) {
    now = max(now, time)
  }

  /// Moves on by `duration`, at once for who calls.
  public func pause(for duration: Duration) {
    advance(to: now + duration)
  }
}
