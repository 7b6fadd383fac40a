import Locks
import Platform
import Testing

@Suite("Locks")
struct LockTests {
  private final class Count: Sendable {
    let value = Lock(0)
  }

  @Test("no turn of a thread is lost")
  func exclusion() throws {
    let count = Count()
    let threads = try (0..<4).map { _ in
      try #require(BackgroundThread { for _ in 0..<10_000 { count.value.withLock { $0 += 1 } } })
    }
    for thread in threads { thread.join() }
    #expect(count.value.withLock { $0 } == 40_000)
  }

  @Test("an error leaves with its type, and the lock is free again")
  func failure() {
    struct Refusal: Error, Equatable {}
    let lock = Lock([1])
    #expect(throws: Refusal()) {
      try lock.withLock { (list: inout [Int]) throws(Refusal) in
        list.append(2)
        throw Refusal()
      }
    }
    #expect(lock.withLock { $0 } == [1, 2])
  }

  @Test("what a lock holds ends with it")
  func end() {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let new = Held()
      held = new
      let lock = Lock<Held?>(new)
      #expect(lock.withLock { $0 === new })
    }
    #expect(held == nil)
  }
}
