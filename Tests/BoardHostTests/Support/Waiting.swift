import BoardFirmware
@testable import BoardHost

extension BoardService {
  /// Returns when the board shows something, with whether it does: not when the test is out of time.
  func shows(_ isSo: @escaping @Sendable (BoardSnapshot) -> Bool) async -> Bool {
    let (news, tell) = AsyncStream<Void>.makeStream()
    state.follow { snapshot in
      guard isSo(snapshot) else { return true }
      tell.yield()
      return false
    }
    for await _ in news { return true }
    return false
  }
}
