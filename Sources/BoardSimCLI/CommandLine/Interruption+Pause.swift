extension Interruption {
  /// Waits for a time, or until the process is asked to end.
  static func pause(for time: Duration) {
    let milliseconds = (time / .milliseconds(1)).rounded(.up)
    guard milliseconds > 0 else { return }
    wait(for: -1, milliseconds: Int32(min(milliseconds, 1e9)))
  }
}
