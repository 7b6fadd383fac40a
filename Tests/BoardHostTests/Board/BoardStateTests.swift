import GNSSBasics
import BoardFirmware
import Locks
import Testing

@testable import BoardHost

@Suite("What a board shows, followed")
struct BoardStateTests {
  @Test("every snapshot is handed on, from the present one until enough were seen")
  func follows() {
    let state = BoardState(BoardSnapshot(boardTime: .seconds(1), bootDate: UnixTime(seconds: 0)))
    let seen = Lock<[Duration]>([])
    state.follow { snapshot in
      seen.withLock { seen in
        seen.append(snapshot.boardTime)
        return seen.count < 3
      }
    }
    for second in 2...5 {
      state.publish(BoardSnapshot(boardTime: .seconds(second), bootDate: UnixTime(seconds: 0)))
    }
    #expect(seen.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(3)])
  }
}
