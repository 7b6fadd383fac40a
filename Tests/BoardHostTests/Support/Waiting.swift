import BoardFirmware
@testable import BoardHost

extension BoardService {
  /// Whether the board comes to show something within half a minute of real time.
  func shows(_ isSo: (BoardSnapshot) -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if isSo(snapshot) { return true }
      // The board runs on a thread of its own, and its time is real: there is no event to await.
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
