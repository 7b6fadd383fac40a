import Testing

@testable import NtripClient

@Suite("A caster that takes nothing")
struct StallWatchTests {
  private var watch = StallWatch(timeout: .seconds(30))

  @Test("is borne with for so long and no longer, from when something waits for it")
  mutating func stalls() {
    #expect(!watch.isOver(at: .seconds(1000)))
    watch.note(waiting: 10, at: .seconds(1000))
    watch.note(waiting: 10, at: .seconds(1010))
    #expect(watch.deadline == .seconds(1030))
    #expect(!watch.isOver(at: .seconds(1030)))
    #expect(watch.isOver(at: .seconds(1030) + .nanoseconds(1)))
  }

  @Test("has its time anew with each byte that it takes")
  mutating func takes() {
    watch.note(waiting: 10, at: .zero)
    watch.note(waiting: 9, at: .seconds(29))
    #expect(!watch.isOver(at: .seconds(59)))
    watch.note(waiting: 8, at: .seconds(59))
    #expect(!watch.isOver(at: .seconds(89)))
    #expect(watch.isOver(at: .seconds(90)))
  }

  @Test("owes nothing while nothing waits for it")
  mutating func idle() {
    watch.note(waiting: 1, at: .zero)
    watch.note(waiting: 0, at: .seconds(1))
    #expect(watch.deadline == nil)
    #expect(!watch.isOver(at: .seconds(1000)))
    watch.note(waiting: 1, at: .seconds(1000))
    #expect(!watch.isOver(at: .seconds(1030)))
  }
}
