@testable import BoardHost
import Mathematics
import Testing

@Suite("What is due first")
struct DueQueueTests {
  @Test("numbers come out by their times, in whichever order they went in")
  func sorted() {
    let start = ContinuousClock.now
    var chance = Xoshiro256(seed: 1, part: "due-queue")
    for count in 0...40 {
      var queue = DueQueue()
      var times: [Duration] = []
      for number in 0..<count {
        times.append(.seconds(Int.random(in: 0..<50, using: &chance)))
        queue.insert(DueQueue.Item(time: start + times[number], number: number))
        #expect(queue.first?.time == times.min().map { start + $0 })
      }
      var seen: [Int] = []
      for time in times.sorted() {
        #expect(queue.first?.time == start + time)
        if let first = queue.first {
          #expect(start + times[first.number] == first.time)
          seen.append(first.number)
        }
        queue.removeFirst()
      }
      #expect(queue.first == nil)
      #expect(seen.sorted() == Array(0..<count))
      queue.removeFirst()
    }
  }

  @Test("a count of none is reached at once, and one that is passed too")
  func countdown() {
    let none = Countdown(from: 0)
    #expect(none.wait(atMost: .zero))
    none.countDown()
    #expect(none.count == -1 && none.wait(atMost: .zero))
  }
}
