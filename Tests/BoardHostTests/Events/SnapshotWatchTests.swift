import BoardFirmware
import BoardSimulation
import Testing

@testable import BoardHost

@Suite("Events between two snapshots")
struct SnapshotWatchTests {
  /// Returns the kinds of events that the second of two snapshots brings.
  private func kinds(_ change: (inout BoardSnapshot) -> Void) -> [EventKind] {
    var (watch, snapshot) = (SnapshotWatch(), BoardSnapshot.example)
    #expect(watch.take(snapshot, []) == [], "the first one is compared with nothing")
    change(&snapshot)
    return watch.take(snapshot, [])
  }

  @Test("a board on which only time goes on has none")
  func silence() {
    #expect(kinds { $0.boardTime += .seconds(1) } == [])
  }

  @Test("a sample brings a status too, and a status comes without a sample")
  func samples() {
    #expect(kinds { $0.samples += 1 } == [.sample, .status])
    #expect(kinds { $0.startTime = nil } == [.status])
    #expect(kinds { $0.gnss.fix = .rtkFixed } == [.status])
  }

  @Test("a line on the card is no event, and a line that it lost is one")
  func card() {
    #expect(kinds { $0.card.lines += 1 } == [])
    #expect(kinds { $0.card.lostLines += 1 } == [.status, .card])
  }
}
