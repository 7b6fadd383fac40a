import BoardFirmware
import RTCMParser
import Testing

@Suite("The snapshot of a board that has just been switched on")
struct BoardSnapshotTests {
  private let snapshot = BoardSnapshot(bootDate: UnixTime(nanoseconds: 7))

  @Test("has counted nothing")
  func counts() {
    let corrections = snapshot.corrections
    let counts = [
      corrections.bytesReceived, corrections.bytesWritten, corrections.bytesDropped,
      corrections.badCRC, corrections.frameBytes, corrections.otherBytes, corrections.frames.total,
      snapshot.card.lines, snapshot.card.lostLines,
    ]
    #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
    #expect(snapshot.gnss.satellites == nil)
    let sensors = snapshot.sensors
    #expect(sensors.keys == ["bme280", "ccs811", "sps30", "bh1750", "ublox"])
    for (_, part) in sensors.byName {
      #expect(part.starts == 0 && part.state == .starting && part.error == nil)
    }
    #expect(snapshot.boardTime == .zero && snapshot.bootDate == UnixTime(nanoseconds: 7))
  }

  @Test("tells how long the power is on, and without power that it is off")
  func uptime() {
    let date = UnixTime(nanoseconds: 7)
    let on = BoardSnapshot(boardTime: .seconds(5), bootDate: date)
    #expect(on.uptime(at: .seconds(12)) == .seconds(7))
    let off = BoardSnapshot(unpoweredAt: .seconds(5), bootDate: date)
    #expect(off.uptime(at: .seconds(12)) == nil && off.boardTime == .seconds(5))
    #expect(off.gnss.reason == "none: the board is switched off")
  }
}
