import SensorDrivers
import Testing

@testable import BoardFirmware

@Suite("Parts that are missing or fail")
struct FailureTests {
  /// A part of the board: its address, its status, and its fields.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var address: I2CAddress
    var fields: [Int]

    func status(in snapshot: BoardSnapshot) -> SensorStatus {
      snapshot.sensors[name] ?? SensorStatus()
    }
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "bme280", address: FakeBoard.addresses.bme280, fields: [0, 1, 2, 3]),
    Case(name: "ccs811", address: FakeBoard.addresses.ccs811, fields: [4, 5]),
    Case(name: "sps30", address: FakeBoard.addresses.sps30, fields: [6, 7, 8, 9, 10]),
    Case(name: "ublox", address: FakeBoard.addresses.receiver, fields: [11, 12]),
  ]

  private static func emptyFields(_ text: String) -> [Int] {
    text.split(separator: ";", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.isEmpty }.map(\.offset)
  }

  @Test("a missing part costs its own fields and nothing else", arguments: cases)
  func missing(part: Case) {
    let board = FakeBoard()
    board.bus.dead = [part.address]
    board.run(until: .seconds(6))
    #expect(Self.emptyFields(board.text) == part.fields)
    let status = part.status(in: board.snapshot)
    #expect(status.state == .failed)
    #expect(status.starts == 0 && status.lastValue == nil)
    #expect(status.error?.contains("no device acknowledged address \(part.address)") == true)
    for (name, status) in board.snapshot.sensors.byName where name != part.name {
      #expect(status.state == .ok, "\(name)")
    }
  }

  @Test("a board with no part at all keeps running")
  func nothingThere() {
    let board = FakeBoard()
    board.bus.devices = [:]
    board.run(until: .seconds(600))
    #expect(board.text == ";;;;;;;;;;;;")
    #expect(board.snapshot.card.lines == 300)
  }

  @Test("attempts to set a part up are spaced by the backoff", arguments: cases)
  func spacing(part: Case) throws {
    let board = FakeBoard()
    board.bus.dead = [part.address]
    board.run(until: .seconds(100))
    let attempts = try #require(board.bus.attempts[part.address])
    let gaps = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    let expected: [Duration] =
      [.milliseconds(500)] + [1, 2, 4].map { .seconds($0) }
      + Array(repeating: .seconds(8), count: 11)
    #expect(gaps.count == expected.count)
    for (gap, wait) in zip(gaps, expected) {
      // Another part's turn, or the part's own set-up, may delay the attempt.
      #expect(gap >= wait && gap < wait + .milliseconds(250))
    }
  }

  @Test("a part that comes late is found", arguments: cases)
  func late(part: Case) {
    let board = FakeBoard()
    board.bus.dead = [part.address]
    board.run(until: .seconds(3))
    board.bus.dead = []
    board.run(until: .seconds(12))
    #expect(Self.emptyFields(board.text) == [])
    #expect(part.status(in: board.snapshot).state == .ok)
    #expect(part.status(in: board.snapshot).error == nil)
  }

  @Test(
    "a part that was started late is shown as starting until its first value",
    arguments: cases.prefix(3))
  func startsLate(part: Case) {
    let board = FakeBoard()
    board.bus.dead = [part.address]
    board.run(until: .seconds(3))
    #expect(part.status(in: board.snapshot).state == .failed)
    board.bus.dead = []
    // Attempts are at 0, 0.5, 1.5 and 3.5 s, and samples every two seconds.
    board.run(until: .milliseconds(3900))
    #expect(part.status(in: board.snapshot).state == .starting)
    #expect(part.status(in: board.snapshot).starts == 1)
  }

  @Test("a part that fails later keeps its last value, grows old, and comes back", arguments: cases)
  func failsAndReturns(part: Case) throws {
    let board = FakeBoard()
    board.run(until: .milliseconds(10_500))
    let before = board.text
    board.bus.dead = [part.address]
    board.run(until: .milliseconds(30_500))
    #expect(board.text == before)
    let failed = part.status(in: board.snapshot)
    #expect(failed.state == .failed)
    #expect(failed.error != nil)
    #expect(try #require(failed.age(at: .seconds(30))) > .seconds(19))
    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, "/"), from: board.snapshot, at: board.clock.now,
      configuration: DataServerConfiguration(), legacyPage: &page)
    let named = answer.field("X-Value-Age")?.split(separator: ",").count
    #expect(named == part.fields.count)
    board.bus.dead = []
    board.run(until: .seconds(70))
    let returned = part.status(in: board.snapshot)
    #expect(returned.state == .ok)
    #expect(returned.starts == 2)
    #expect(try #require(returned.age(at: board.clock.now)) < .seconds(3))
  }

  @Test("one failed reading is told and forgotten")
  func oneGlitch() {
    let board = FakeBoard()
    board.run(until: .milliseconds(4500))
    board.sps30.corruptsSamples = true
    board.run(until: .milliseconds(6500))
    #expect(board.snapshot.sensors["sps30"]?.state == .failed)
    #expect(board.snapshot.sensors["sps30"]?.error?.contains("SPS30") == true)
    board.sps30.corruptsSamples = false
    board.run(until: .milliseconds(8500))
    #expect(board.snapshot.sensors["sps30"]?.state == .ok)
    #expect(board.snapshot.sensors["sps30"]?.starts == 1)
  }

  @Test("a part that answers but delivers nothing is set up anew", arguments: cases.dropFirst())
  func silence(part: Case) {
    let board = FakeBoard()
    board.run(until: .milliseconds(4500))
    board.deliver(false)
    // The receiver's last epoch is that of 4 s, and so are the last samples of the other parts.
    board.run(until: .seconds(14))
    #expect(part.status(in: board.snapshot).state == .ok)
    while part.status(in: board.snapshot).state == .ok && board.clock.now < .milliseconds(16_400) {
      board.run(until: board.clock.now + .milliseconds(50))
    }
    #expect(part.status(in: board.snapshot).state == .failed)
    #expect(part.status(in: board.snapshot).error?.contains("delivered nothing") == true)
    board.deliver(true)
    board.run(until: .seconds(22))
    #expect(part.status(in: board.snapshot).state == .ok)
    #expect(part.status(in: board.snapshot).starts == 2)
  }

  @Test("a part that was reset behind the firmware's back is set up anew")
  func resetSensor() {
    let board = FakeBoard()
    board.run(until: .milliseconds(4500))
    board.bme280.powerUp()
    board.receiver.powerUp()
    board.run(until: .seconds(20))
    #expect(board.snapshot.sensors["bme280"]?.state == .ok)
    #expect(board.snapshot.sensors["ublox"]?.state == .ok)
    #expect(board.snapshot.sensors["ublox"]?.starts == 2)
    #expect(board.snapshot.gnss.position.map { $0.time >= .seconds(18) } == true)
  }

  @Test("a receiver that is lost has no fix, and says why")
  func lostReceiver() {
    let board = FakeBoard()
    board.run(until: .milliseconds(4500))
    #expect(board.snapshot.gnss.fix == .threeD)
    board.bus.dead = [FakeBoard.addresses.receiver]
    board.run(until: .milliseconds(5500))
    #expect(board.snapshot.gnss.fix == .none)
    #expect(board.snapshot.gnss.reason?.contains("0x42") == true)
    #expect(board.snapshot.gnss.position?.time == .seconds(4))
  }
}
