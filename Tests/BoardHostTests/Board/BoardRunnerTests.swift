import BoardFirmware
import Synchronization
import Platform
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("A board's thread")
struct BoardRunnerTests {
  @Test("at full speed the board shows itself after each second of its time")
  func slices() throws {
    let board = try Board(.none)
    let seen = Mutex<[Duration]>([])
    let runner = BoardRunner(board, pace: .unlimited, duration: .seconds(10))
    runner.state.follow { snapshot in
      seen.withLock { $0.append(snapshot.boardTime) }
      return true
    }
    let ended = Countdown(from: 1)
    runner.connect(wake: {}, atEnd: { ended.countDown() })
    runner.begin()
    let scheduler = Scheduler(threadCount: 1)
    scheduler.start(runner, as: scheduler.reserve())
    #expect(ended.wait(atMost: .seconds(600)))
    scheduler.stop()
    let times = seen.withLock { $0 }
    #expect(times.count > 9)
    // A transfer under way at the end of a second is finished.
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .seconds(1.5) })
  }
}
