@testable import AppHost
import Locks
import Testing

@Suite("the queue of the page's queries")
struct ViewQueueTests {
  @Test("a hundred queries wait or are answered, and one more is refused until one is done")
  func capacity() {
    let queue = ViewQueue()
    for _ in 0..<100 { #expect(queue.enter()) }
    #expect(!queue.enter())
    queue.leave()
    #expect(queue.enter() && !queue.enter())
  }

  /// The number of queries that are answered now, at most at once, and so far.
  private final class Running: Sendable {
    let state = Lock((now: 0, most: 0, done: 0))
  }

  @Test("one query is answered at a time, also after one that fails")
  func alone() async {
    let queue = ViewQueue()
    let running = Running()
    struct Failure: Error {}
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask(executorPreference: number % 2 == 0 ? queue.executor : nil) {
          try? await queue.alone {
            running.state.withLock { state in
              state.now += 1
              state.most = max(state.most, state.now)
            }
            for _ in 0..<5 { await Task.yield() }
            running.state.withLock { state in
              state.now -= 1
              state.done += 1
            }
            if number % 3 == 0 { throw Failure() }
          }
        }
      }
    }
    let (now, most, done) = running.state.withLock { $0 }
    #expect(now == 0 && most == 1 && done == 20)
  }
}
