/// The power of a whole bus: on, or cut from a board time on.
struct BusPower {
  /// The board time of the cut, which may be to come; `nil` for none.
  var cut: Duration?

  /// Returns whether there is power at a time.
  @inline(__always) func isOn(at time: Duration) -> Bool { cut.map { time < $0 } ?? true }

  /// Returns the time up to which parts run: `time`, or the cut when that is earlier.
  @inline(__always) func runningTime(until time: Duration) -> Duration {
    cut.map { min(time, $0) } ?? time
  }
}
