import GNSSBasics
import NtripProtocol
import SensorDrivers
import Testing

@testable import BoardFirmware

@Suite("The firmware on a whole board")
struct FirmwareTests {
  @Test("after a few seconds every field has its part's value")
  func allFields() {
    let board = FakeBoard()
    board.run(until: .seconds(4))
    // A pressure of 100653.254 Pa is an altitude of 56.07 m in the standard atmosphere.
    #expect(
      board.text
        == "25.08;20.78;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.25;45.478129113;9.227790690")
    for (name, status) in board.snapshot.sensors.byName {
      #expect(status.state == .ok, "\(name)")
      #expect(status.starts == 1 && status.error == nil, "\(name)")
    }
  }

  @Test("before its first sample a part is starting and its fields are empty")
  func beforeFirstSample() {
    let board = FakeBoard()
    board.run(until: .milliseconds(1900))
    #expect(board.text == ";;;;;;;;;;;;")
    #expect(board.snapshot.sensors["bme280"]?.state == .starting)
    #expect(board.snapshot.sensors["ccs811"]?.age(at: .seconds(1)) == nil)
  }

  @Test("run ends at its deadline and tells when it has something to do next")
  func deadlines() {
    let board = FakeBoard()
    for milliseconds in [0, 350, 1000, 1001, 5000, 4000] {
      let deadline = Duration.milliseconds(milliseconds)
      let next = board.run(until: deadline)
      #expect(board.clock.now >= deadline)
      #expect(next > deadline)
      #expect(next <= max(deadline, board.clock.now) + .milliseconds(100))
    }
  }

  @Test("run does also what is due exactly at its deadline")
  func dueAtDeadline() {
    let board = FakeBoard()
    board.run(until: .seconds(2) - .nanoseconds(1))
    #expect(board.snapshot.card.lines == 0)
    board.run(until: .seconds(2))
    #expect(board.snapshot.card.lines == 1)
    #expect(board.snapshot.boardTime >= .seconds(2))
  }

  @Test("how run is cut into pieces changes nothing")
  func pieces() {
    let (whole, pieces) = (FakeBoard(), FakeBoard())
    whole.run(until: .seconds(20))
    var next = Duration.zero
    while next <= .seconds(20) { next = pieces.run(until: next) }
    pieces.run(until: .seconds(20))
    #expect(whole.card.files == pieces.card.files)
    #expect(whole.text == pieces.text)
  }

  @Test("the CCS811 is told temperature and humidity before each of its results")
  func compensation() {
    let board = FakeBoard()
    board.run(until: .seconds(7))
    // 21277/1024 %·512 = 10638.5, rounded 0x298F; (25.08+25)·512 = 25640.96, rounded 0x6429.
    #expect(board.ccs811.environments == Array(repeating: [0x29, 0x8F, 0x64, 0x29], count: 3))
    #expect(board.bme280.conversions == 3)
  }

  @Test("values change with samples, not between them")
  func sampleInterval() {
    let board = FakeBoard(sampleInterval: .seconds(5))
    board.run(until: .milliseconds(4900))
    #expect(board.snapshot.measurement == Measurement())
    #expect(board.snapshot.samples == 0)
    board.run(until: .milliseconds(5500))
    #expect(board.snapshot.samples == 1)
    let first = board.snapshot.measurement
    #expect([.seconds(4), .seconds(5)].contains(first[.latitude]?.time))
    board.run(until: .milliseconds(9900))
    #expect(board.snapshot.measurement == first)
    #expect(board.snapshot.gnss.position?.time == .seconds(9))
    board.run(until: .milliseconds(15_500))
    #expect(board.snapshot.samples == 3)
  }

  @Test("ages grow with board time")
  func ages() {
    let board = FakeBoard()
    board.run(until: .milliseconds(2500))
    let snapshot = board.snapshot
    let temperature = snapshot.measurement[.temperature]
    #expect(temperature?.age(at: .seconds(12)) ?? .zero > .milliseconds(9900))
    #expect(temperature?.age(at: .seconds(12)) ?? .zero < .seconds(10))
    #expect(snapshot.sensors["bme280"]?.age(at: .seconds(12)) == temperature?.age(at: .seconds(12)))
    #expect(temperature?.age(at: .zero) == .zero)
  }

  @Test("the receiver's model and reason are shown, and before it gives one the firmware's")
  func receiverTexts() {
    let board = FakeBoard()
    #expect(board.snapshot.gnss.reason == "the receiver is being set up")
    board.run(until: .milliseconds(1150))
    #expect(board.snapshot.gnss.reason == "3d: the receiver has not said why yet")
    #expect(board.snapshot.gnss.model == "a fake receiver")
    board.receiver.send(UBXInformation(level: .notice, text: "no corrections yet").frame)
    board.run(until: .milliseconds(1250))
    #expect(board.snapshot.gnss.reason == "no corrections yet")
    // The receiver's reason stays until the receiver is lost.
    board.run(until: .seconds(4))
    #expect(board.snapshot.gnss.reason == "no corrections yet")
    board.bus.dead = [FakeBoard.addresses.receiver]
    board.run(until: .seconds(8))
    #expect(board.snapshot.gnss.reason?.contains("no device acknowledged") == true)
    board.bus.dead = []
    board.run(until: .seconds(20))
    #expect(board.snapshot.gnss.reason == "3d: the receiver has not said why yet")
  }

  @Test("a receiver that speaks NMEA alone is not asked for its model")
  func receiverOfNMEA() {
    let board = FakeBoard()
    board.receiver.speaksNMEA = true
    board.run(until: .seconds(10))
    #expect(board.receiver.requests == [.cfgRATE, .cfgRATE, .cfgRATE])
    #expect(board.snapshot.gnss.fix == .threeD)
    #expect(board.snapshot.gnss.reason == "3d: by NMEA, which says no reason")
  }

  @Test("the link hears of every epoch with a position")
  func reports() throws {
    let board = FakeBoard()
    board.run(until: .milliseconds(5500))
    #expect(board.link.reports.count == 5)
    let report = try #require(board.link.reports.last)
    #expect(report.sentence.position.latitude == 45.478129113)
    #expect(report.sentence.timeOfDay == .seconds(12 * 3600 + 5))
    #expect(report.time < .milliseconds(5200))
  }

  @Test("a board needs neither a link nor a card")
  func bareBoard() {
    let clock = FakeClock()
    var firmware = Firmware(
      bus: FakeBus(clock: clock), clock: clock, link: NoCorrectionLink(), card: NoCard(),
      configuration: FirmwareConfiguration(bootDate: Samples.bootDate))
    _ = firmware.run(until: .seconds(10))
    #expect(firmware.snapshot.card.state == .absent)
    #expect(firmware.snapshot.corrections.link.state == .off)
    #expect(firmware.snapshot.boardTime >= .seconds(10) - .milliseconds(100))
  }
}
