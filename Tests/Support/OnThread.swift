import Foundation

/// Does what blocks on a thread of its own, because those that tests share may be what it waits for.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}
