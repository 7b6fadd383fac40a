public import SensorDrivers

/// Board time: it moves only when something that takes time happens, and never backwards.
///
/// One instance is shared by everything on a board.
public final class SimulatedClock: BoardClock {
  /// The time since power came on.
  public var now: Duration { time }

  // Nobody outside the module can get at what is stored, so that no access to it has to be watched at run time.
  private var time = Duration.zero

  /// Creates a clock at zero, the moment power comes on.
  public init() {}

  /// Moves on to `time`; a time that has passed changes nothing.
  public func advance(to time: Duration) {
    if time > self.time { self.time = time }
  }

  /// Moves on by `duration`, at once for who calls.
  public func pause(for duration: Duration) {
    advance(to: time + duration)
  }
}
