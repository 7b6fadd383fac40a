import BoardFirmware
@testable import BoardHost

extension BoardService {
  /// Waits until a snapshot meets a condition; returns whether one does before the test's time limit.
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
