import BoardFirmware
import BoardSimulation
import TestSupport
import Testing
import VirtualBoard

@Suite("A whole board in a test")
struct BoardTests {
  @Test("on a capture it comes to rtk-fixed, and answers the app with 13 numbers")
  func fixes() throws {
    let board = try Board(.capture(MilanBase.capture, name: "milan"), origin: .base)
    #expect(board.run(until: .rtkFixed, within: .seconds(180)))
    // Some sensors are not warm yet when the first fix comes.
    board.run(until: .seconds(180))
    let fields = board.get("/").text.split(separator: ";")
    #expect(fields.count == 13 && fields.allSatisfy { Double($0) != nil })
    let status = try JSONDocument(board.get("/api/v1/status").body)
    #expect(status.text("gnss.fix") == "rtk-fixed")
    #expect(status.number("ntrip.bytes") == Double(board.casterBytes))
  }

  @Test(
    "positions come as often as the receiver was told, and none is lost", arguments: [1, 5, 10])
  func rate(hertz: Int) throws {
    var options = BoardOptions()
    options.gnssRate = hertz
    let board = try Board(.none, options: options)
    board.run(until: .seconds(60))
    var times: Set<Duration> = []
    while board.now < .seconds(70) {
      board.run(until: board.now + .milliseconds(20))
      if let position = board.snapshot.gnss.position { times.insert(position.time) }
    }
    #expect(abs(times.count - 10 * hertz) <= 2)
    #expect(board.simulation.receiver.lostOutputBytes == 0)
  }

  @Test("at a cold boot no part is asked before it can answer")
  func coldBoot() throws {
    let board = try Board(.none)
    while board.now < .seconds(5) {
      board.run(until: board.now + .milliseconds(20))
      let states = board.snapshot.sensors.byName.map(\.status.state)
      #expect(!states.contains(.failed))
    }
    #expect(board.simulation.bus.totals.refusals == 0)
  }

  /// A log of the receiver's NMEA output: 20 seconds of GGA sentences.
  private static func nmeaLog() throws -> ReceiverLog {
    let lines = (0..<20).flatMap { second in
      let time = second < 10 ? "12000\(second)" : "1200\(second)"
      let body = "GPGGA,\(time),4528.5,N,00913.4,E,4,08,1.0,120,M,47,M,1.0,0017"
      let sum = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
      return Array("$\(body)*\(sum.utf8.count < 2 ? "0" : "")\(sum)\r\n".utf8)
    }
    return try ReceiverLog(lines)
  }

  @Test("a recorded receiver stands in for the model; its end is told, and takes the fix away")
  func receiverLog() throws {
    var options = BoardOptions()
    options.receiverLog = try Self.nmeaLog()
    let board = try Board(.builtInBase, options: options)
    board.run(until: .seconds(15))
    #expect(board.snapshot.gnss.fix == .rtkFixed)
    #expect(board.snapshot.gnss.position?.value.height == 167)
    #expect(board.snapshot.gnss.stationID == 17)
    #expect(board.snapshot.gnss.reason == "rtk-fixed: by NMEA, which says no reason")
    #expect(board.simulation.receiverCorrectionBytes > 0)
    board.run(until: .seconds(45))
    #expect(board.snapshot.gnss.fix == .none)
    #expect(board.snapshot.gnss.reason?.contains("log has ended at board time 19.2 s") == true)
  }

  @Test("a fix that does not come in time is not waited for any longer")
  func givesUp() throws {
    let board = try Board(.none)
    #expect(!board.run(until: .dgnss, within: .seconds(60)))
    #expect(board.now >= .seconds(60) && board.now < .seconds(60.1))
    #expect(board.snapshot.gnss.fix == .threeD)
    #expect(board.run(until: .threeD, within: .zero), "which it has already")
  }

  @Test("stopped just before a time, what is due then comes with the next call")
  func before() throws {
    let card = MemoryCard()
    let board = try Board(.none, card: card.slot)
    board.run(before: .seconds(10))
    #expect(board.now == .seconds(10))
    let lines = try #require(card.text(of: "20260601.CSV"))
    #expect(lines.split(separator: "\n").last?.hasPrefix("8.") == true)
    board.run(until: .seconds(10))
    #expect(card.text(of: "20260601.CSV")?.hasPrefix(lines) == true)
    #expect(card.text(of: "20260601.CSV") != lines)
    #expect(card.text(of: "20260602.CSV") == nil)
  }

  @Test("events are numbered, and one for the past is refused with the time that it is")
  func events() throws {
    let board = try Board(.none)
    board.run(before: .seconds(5))
    let order = BoardEvent.Deed.world([try WorldOrder(.eco2, 900)])
    #expect(try board.schedule(BoardEvent(order)) == EventReceipt(time: .seconds(5), id: 1))
    let later = BoardEvent(order, at: .seconds(7))
    #expect(try board.schedule(later) == EventReceipt(time: .seconds(7), id: 2))
    #expect(throws: EventError.past(.seconds(4.999), now: .seconds(5))) {
      try board.schedule(BoardEvent(order, at: .seconds(4.999)))
    }
    #expect(board.simulation.world.state(at: .seconds(6)).eco2 == 900)
  }

  @Test(
    "a sample that is due when the power goes, or is under way, leaves no line",
    arguments: [10, 10.01])
  func cutSample(seconds: Double) throws {
    let card = MemoryCard()
    let board = try Board(.none, card: card.slot)
    try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(seconds)))
    board.run(until: .seconds(20))
    let lines = try #require(card.text(of: "20260601.CSV")).split(separator: "\n")
    #expect(lines.last?.hasPrefix("8.") == true)
    #expect(!board.isPowered && board.now == .seconds(20))
  }

  @Test("a board that came back loses its power as suddenly as before")
  func secondCut() throws {
    let card = MemoryCard()
    let board = try Board(.none, card: card.slot)
    for (seconds, isOn) in [(3, false), (20, true), (30.01, false)] {
      try board.schedule(BoardEvent(.power(isOn: isOn), at: .seconds(seconds)))
    }
    board.run(until: .seconds(40))
    let lines = try #require(card.text(of: "20260601.CSV")).split(separator: "\n")
    #expect(lines.last?.hasPrefix("28.") == true)
  }

  @Test("the power goes at its time, to the nanosecond")
  func cutTime() throws {
    let board = try Board(.none)
    try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(9.3)))
    board.run(until: .seconds(9.3))
    #expect(!board.isPowered && board.now == .seconds(9.3))
  }

  @Test("power off and on: the parts begin anew, the caster sees the client leave and come")
  func power() throws {
    let card = MemoryCard()
    let board = try Board(card: card.slot)
    #expect(board.run(until: .rtkFixed, within: .seconds(180)))
    let (cut, bytes) = (board.now + .seconds(5), board.casterBytes)
    try board.schedule(BoardEvent(.power(isOn: false), at: cut))
    try board.schedule(BoardEvent(.power(isOn: false), at: cut + .seconds(1)))
    try board.schedule(BoardEvent(.power(isOn: true), at: cut + .seconds(30)))
    board.run(before: cut + .seconds(20))
    #expect(!board.isPowered && board.snapshot.gnss.fix == .none)
    #expect(!board.simulation.bus.hasPower)
    #expect(board.get("/").text == ";;;;;;;;;;;;")
    let (silent, lines) = (board.casterBytes, card.text(of: "20260601.CSV"))
    #expect(silent > bytes)
    board.run(before: cut + .seconds(30))
    #expect(board.casterBytes == silent && card.text(of: "20260601.CSV") == lines)
    board.run(until: cut + .seconds(31))
    #expect(board.isPowered && board.snapshot.uptime(at: board.now) ?? .zero < .seconds(2))
    #expect(board.run(until: .rtkFixed, within: .seconds(180)))
    #expect(board.casterBytes > silent)
    #expect(card.text(of: "20260601.CSV")?.contains("board_time") == true)
  }
}
