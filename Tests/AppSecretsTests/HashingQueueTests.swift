@testable import AppSecrets
import AppServer
import Platform
import Synchronization
import Testing

@Suite("Threads that look at passwords")
struct HashingQueueTests {
  /// Jobs that last until they are released, and report their end.
  private final class Gate: Sendable {
    private let opened = (0..<40).map { _ in Waker() }
    let done: AsyncStream<Int>
    private let arrivals: AsyncStream<Int>.Continuation

    init() { (done, arrivals) = AsyncStream.makeStream() }

    func job(_ number: Int) -> HashingQueue.Job {
      {
        self.opened[number].wait()
        return { _ = self.arrivals.yield(number) }
      }
    }

    func open(_ numbers: Range<Int>) { for number in numbers { opened[number].wake() } }

    func wait(for count: Int) async -> [Int] {
      var all: [Int] = []
      for await number in done {
        all.append(number)
        if all.count == count { break }
      }
      return all
    }
  }

  @Test("two are looked at, sixteen wait, and one more is too many until one is done")
  func busy() async throws {
    let (queue, threads) = try #require(HashingQueue.start())
    let gate = Gate()
    for number in 0..<18 { #expect(queue.add(gate.job(number))) }
    #expect(!queue.add(gate.job(18)))
    await #expect(throws: HashingError.busy) { try await queue.run { true } }
    gate.open(0..<2)
    #expect(await gate.wait(for: 2).sorted() == [0, 1])
    #expect(queue.add(gate.job(18)))
    #expect(queue.add(gate.job(19)))
    #expect(!queue.add(gate.job(20)))
    gate.open(2..<20)
    #expect(await gate.wait(for: 18).sorted() == Array(2..<20))
    #expect(try await queue.run { "one more" } == "one more")
    queue.stop()
    for thread in threads { thread.join() }
  }

  @Test("what waits is done before the threads end")
  func stopping() async throws {
    let (queue, threads) = try #require(HashingQueue.start())
    let gate = Gate()
    for number in 0..<10 { #expect(queue.add(gate.job(number))) }
    queue.stop()
    gate.open(0..<10)
    for thread in threads { thread.join() }
    #expect(await gate.wait(for: 10).sorted() == Array(0..<10))
  }
}
