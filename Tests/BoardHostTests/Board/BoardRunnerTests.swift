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
    let state = BoardState(board.snapshot)
    let seen = Mutex<[Duration]>([])
    state.follow { snapshot in
      seen.withLock { $0.append(snapshot.boardTime) }
      return true
    }
    let runner = BoardRunner(
      board, state: state, waker: Waker(), pace: .unlimited, duration: .seconds(10))
    runner.start()
    #expect(runner.waitForEnd(atMost: .seconds(600)))
    let times = seen.withLock { $0 }
    #expect(times.count > 9)
    // A transfer under way at the end of a second is finished.
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .seconds(1.5) })
  }
}
