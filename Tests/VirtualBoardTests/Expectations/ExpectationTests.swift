import BoardFirmware
import BoardSimulation
import Testing

@testable import VirtualBoard

@Suite("Expectations over time")
struct ExpectationTests {
  private static func outcomes(
    _ texts: [String], of events: [String] = [], for seconds: Int = 90
  ) throws -> [ExpectationOutcome] {
    var options = BoardOptions()
    options.sky = .off
    options.events = try events.map { BoardEvent(.fault(try BoardFault(parsing: $0)), at: .zero) }
    options.events += [
      BoardEvent(.power(isOn: false), at: .seconds(85)),
      BoardEvent(.power(isOn: true), at: .seconds(86)),
    ]
    let board = try Board(.none, options: options)
    let expectations = try texts.map { try BoardExpectation($0) }
    board.expect(expectations)
    board.run(until: .seconds(seconds))
    return board.outcomes(of: expectations, report: board.snapshot.status(at: board.now))
  }

  private static let nack = "nack part=sps30 from=60 to=70"

  @Test(
    "what is so is met",
    arguments: [
      "bus.nacks > 0", "sensors.sps30.state == failed @ 65",
      "sensors.sps30.state == ok@59", "never gnss.fix == rtk-fixed", "never card.state == ok",
      "always sensors.sps30.state == ok after 20 before 60", "once sensors.sps30.state == failed",
      "within 10 s of fault:nack sensors.sps30.state == failed",
      "within 10 s of fault-end:nack sensors.sps30.state == ok",
      "within 1 s of power:on uptime < 1", "within 0 s of 30 board_time == 30",
      "always measurement.temperature.age < 4 after 4 before 85",
      "once measurement.temperature.provenance == measured", "always truth.temperature > 0",
    ])
  func met(text: String) throws {
    let outcome = try Self.outcomes([text], of: [Self.nack])[0]
    #expect(outcome.isMet, "\(outcome)")
  }

  @Test(
    "what is not so is not met, and says when it was found, and after what",
    arguments: [
      ("sensors.sps30.state == ok @ 65", #"found "failed" at 65 s"#),
      ("sensors.sps30.state == ok @ 91", "the run ended before"),
      ("always sensors.sps30.state == ok after 20", #"found "failed" at 60.0"#),
      ("never sensors.sps30.state == failed", #"found "failed" at 60.0"#),
      ("once sensors.sps30.state == failed before 60", "it never was so"),
      ("always gnss.fix == none after 100", "nobody looked in that time"),
      ("within 1 s of fault-end:nack sensors.sps30.state == ok", "fault-end:nack was at 70 s"),
      ("within 9 s of fault:wifi.lost uptime > 0", "fault:wifi.lost never came"),
      ("within 60 s of power:on uptime > 30", "and the run ended"),
      ("never sensors.none.state == ok", "the status has no 'sensors.none.state'"),
      ("always truth.colour == red", "the status has no 'truth.colour'"),
      ("always measurement.heat.value > 1", "the status has no 'measurement.heat.value'"),
      ("measurement.altitude.value != 3 @ 0", "found null at 0 s"),
      ("nothing == 1", "the report has no 'nothing'"),
    ])
  func unmet(text: String, words: String) throws {
    let outcome = try Self.outcomes([text], of: [Self.nack])[0]
    #expect(!outcome.isMet && outcome.description.contains(words), "\(outcome)")
    #expect(outcome.description.hasPrefix("\(text): "))
  }

  @Test("the truth and a measurement have the values that they have, and no more")
  func paths() throws {
    let board = try Board(.none)
    let view = BoardView(board.snapshot, in: board.simulation.world, at: .zero)
    let paths = [
      "truth.temperature": true, "truth": false, "truth.temperature.x": false, "truth.x": false,
      "measurement.temperature.value": true, "measurement.temperature": false,
      "measurement": false, "measurement.x.value": false, "measurement.temperature.x": false,
      "gnss.fix": true, "gnss.x": false,
    ]
    for (path, isThere) in paths { #expect((view[path] != nil) == isThere, "\(path)") }
  }

  @Test("each of several occurrences has to be followed by it")
  func occurrences() throws {
    let twice = ["nack part=bme280 from=10 to=12", "nack part=bme280 from=40 to=79"]
    let texts = [
      "within 20 s of fault-end:nack sensors.bme280.state == ok",
      "within 20 s of fault:nack sensors.bme280.state == ok before 2",
      "within 4 s of fault:nack sensors.bme280.state == failed",
    ]
    #expect(throws: ExpectationError.self) { try BoardExpectation("within 20 s of nack a == b") }
    let outcomes = try Self.outcomes([texts[0], texts[2]], of: twice, for: 82)
    #expect(
      !outcomes[0].isMet && outcomes[0].description.contains("was at 79 s, and the run ended"))
    #expect(outcomes[1].isMet)
  }

  @Test("the board is looked at as soon as something is expected of it")
  func looksAtOnce() throws {
    let board = try Board(.none)
    let expectation = try BoardExpectation("once truth.temperature > 0")
    board.expect([expectation])
    let outcome = board.outcomes(of: [expectation], report: .object([]))[0]
    #expect(outcome.isMet, "\(outcome)")
  }

  @Test("a fault that is ended early has its end then")
  func endedEarly() throws {
    let board = try Board(.none)
    let expectation = try BoardExpectation(
      "within 9 s of fault-end:nack sensors.bme280.state == ok")
    board.expect([expectation])
    let fault = BoardFault(.nack, of: "bme280", to: .seconds(500))
    let number = try board.schedule(BoardEvent(.fault(fault), at: .seconds(5))).id
    board.run(until: .seconds(10))
    try board.schedule(BoardEvent(.endFault(number)))
    board.run(until: .seconds(30))
    let outcome = board.outcomes(of: [expectation], report: .object([]))[0]
    #expect(outcome.isMet, "\(outcome)")
  }

  @Test("looking changes nothing of what the board does")
  func harmless() throws {
    func card(_ texts: [String]) throws -> String? {
      let card = MemoryCard()
      let board = try Board(.builtInBase, card: card.slot)
      board.expect(try texts.map { try BoardExpectation($0) })
      board.run(until: .seconds(60))
      return card.text(of: "20260601.CSV")
    }
    #expect(try card([]) == card(["always gnss.satellites >= 0", "gnss.fix == 3d @ 33.3"]))
  }

  @Test(
    "what is no expectation is refused with what one looks like",
    arguments: [
      ("", "PATH OP VALUE"), ("always", "PATH OP VALUE"), ("always gnss.fix", "PATH OP VALUE"),
      ("a == b @", "times are seconds"), ("a == b @ x", "times are seconds"),
      ("a == b @ -1", "times are seconds"), ("always a == b after 5 before 5", "times are seconds"),
      ("never a == b after x", "times are seconds"), ("within a == b", "MOMENT"),
      ("within 5 s of noon a == b", "MOMENT"), ("within 5 m of 3 a == b", "MOMENT"),
      ("within x s of 3 a == b", "times are seconds"),
      ("within 5 s of fault:nak a == b", "did you mean 'nack'?"),
    ])
  func refuses(text: String, words: String) {
    let error = #expect(throws: ExpectationError.self) { try BoardExpectation(text) }
    #expect(error?.description.contains(words) == true, "\(error as Any)")
  }
}
