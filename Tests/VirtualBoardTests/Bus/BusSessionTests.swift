import BoardSimulation
import TestSupport
import Testing
import TextOutput

@testable import VirtualBoard

@Suite("The socket bus, line by line")
struct BusSessionTests {
  private static func session(
    strict: Bool = false, failing: Bool = false, parts: Set<String> = []
  ) -> BusSession {
    BusSession(boards(strict: strict, failing: failing, parts: parts))
  }

  private static func boards(
    strict: Bool = false, failing: Bool = false, parts: Set<String> = []
  ) -> BusBoards {
    var configuration = BusBoards.Configuration()
    configuration.board.isStrict = strict
    configuration.failsOnMisuse = failing
    configuration.parts = parts
    return BusBoards(configuration)
  }

  private func answers(_ session: inout BusSession, _ lines: [String]) -> [String] {
    lines.map { session.answer(to: $0.utf8).line }
  }

  @Test("a driver reads an ID, waits, starts a conversion and reads it")
  func drives() {
    var session = Self.session()
    let lines = [
      "HELLO 1", "NOW", "D 2000", "T 77 w D0 r 1", "T 77 w f201 F4 21", "D 10000", "T 77 w f3 r 1",
      "T 77 w f4 w d0 r 1", "NOW",
    ]
    #expect(
      answers(&session, lines) == [
        "OK boardsim 1", "OK 0", "OK 2000", "OK 60 t=390 s=0", "OK - t=470 s=0", "OK 12860",
        "OK 00 t=390 s=0", "OK 60 t=580 s=0", "OK 13830",
      ])
  }

  @Test(
    "a warm board's parts have all started when its first client asks", arguments: [true, false])
  func startsWarm(isWarm: Bool) {
    var configuration = BusBoards.Configuration()
    configuration.isWarm = isWarm
    var session = BusSession(BusBoards(configuration))
    let told = answers(&session, ["NOW", "T 77 w D0 r 1", "T 42"])
    #expect(told[0] == (isWarm ? "OK 200000" : "OK 0"))
    #expect(told.dropFirst().allSatisfy { $0.hasPrefix(isWarm ? "OK" : "NACK") })
  }

  @Test("the world's exact value of a quantity is told, before and after it is held")
  func tellsWorld() {
    var session = Self.session()
    let told = answers(&session, ["W temperature=20.5", "W temperature", "W colour", "W light=10"])
    #expect(told[0...1] == ["OK", "OK 20.500"] && told[2].hasPrefix("ERR unknown"))
    #expect(answers(&session, ["W light"]) == ["OK 10.0"])
  }

  @Test("what a program says and what becomes of the board meets expectations, until it leaves")
  func expects() throws {
    var session: BusSession?
    var board: BusBoard?
    let met = [
      "within 1 s of 0 sketch.text == on we go", "sketch.lines == 2", "sketch.words.2 > 21.4",
      "always sketch.words.2 >= 21 after 0.8", "sketch.text == at 21.50 C",
      "once parts.bme280.mode == sleep", "bus.nacks == 1", "parts.sps30.nacks == 0",
      "gnss.fix == none", "truth.temperature == 20.5", "board_time > 3",
      "within 1 s of fault:nack bus.nacks == 1", "served.answers == 0", "misuse == 0",
    ]
    let unmet = [
      "never sketch.lines == 2": "found 2 at 0.7", "sketch.words.9 == 1": "the report has no",
      "gnss.fix == 3d @ 4": "the run ended before", "nothing == 1": "the report has no 'nothing'",
    ]
    let texts = met + unmet.keys.sorted()
    let expectations = try texts.map { try BoardExpectation($0) }
    var configuration = BusBoards.Configuration()
    let nack = try BoardFault(parsing: "nack part=sps30 from=2 to=3")
    configuration.board.events = [BoardEvent(.fault(nack), at: .zero)]
    session = BusSession(
      BusBoards(configuration) { made in
        made.served = { .object([Described("answers", count: 0)]) }
        made.expect(expectations)
        board = made
      })
    for line in [
      "W temperature=20.5", "D 500000", "SAY on we go", "D 200000", "SAY at 21.50 C", "D 1400000",
      "T 12", "D 900000",
    ] { _ = session?.answer(to: line.utf8) }
    let outcomes = try #require(board).outcomes
    #expect(outcomes.map(\.expectation.text) == texts)
    for outcome in outcomes.prefix(met.count) { #expect(outcome.isMet, "\(outcome)") }
    for outcome in outcomes.dropFirst(met.count) {
      let words = try #require(unmet[outcome.expectation.text])
      #expect(!outcome.isMet && outcome.description.contains(words), "\(outcome)")
    }
  }

  @Test("a refusal says in which message and at which byte, -1 for the address")
  func refuses() {
    var session = Self.session()
    #expect(
      answers(&session, ["D 200000", "T 12", "T 69 w 0300", "T 69 w d100 r 3"]) == [
        "OK 200000", "NACK m=0 b=-1", "NACK m=0 b=1", "NACK m=1 b=-1",
      ])
  }

  @Test(
    "what is no command is answered, and the next line is",
    arguments: [
      (
        "",
        "ERR command the commands are HELLO, T, START, WB, RB, STOP, D, NOW, W, P, PIN, SAY and X"
      ),
      ("garbage \u{1} \u{FF}", "ERR command"), ("HELLO 2", "ERR range version 1"),
      ("HELLO", "ERR syntax it is: HELLO 1 [board=NAME]"), ("HELLO 1 x=y", "ERR syntax"),
      ("HELLO 1 board=", "ERR syntax"), ("T", "ERR syntax"), ("T 80", "ERR range an address"),
      ("T 7g", "ERR syntax"), ("T 77 x", "ERR syntax"),
      ("T 77 w 123", "ERR syntax it is: w and bytes"),
      ("T 77 w zz", "ERR syntax it is: w and bytes"), ("T 77 r", "ERR syntax"),
      ("T 77 r 0", "ERR range"),
      ("T 77 r 8193", "ERR range a read has 1 to 8192 bytes"), ("T 77 r -1", "ERR range"),
      ("T 77 r 99999999999999999999", "ERR syntax"),
      ("T 77" + String(repeating: " r 1", count: 43), "ERR range a transfer has at most 42"),
      ("D", "ERR syntax it is: D MICROSECONDS"), ("D x", "ERR syntax"),
      ("D 5 6", "ERR syntax"), ("HELLO 1 board=a x", "ERR syntax"),
      ("P sps30 off now", "ERR syntax"),
      ("P sps30 bme280 on", "ERR syntax it is: P PART on|off, P"),
      ("PIN ccs811.nwake 0 1", "ERR syntax"),
      ("PIN ccs811.x 1", "ERR unknown there is no such pin"),
      ("PIN ccs811.nint 1", "ERR unknown there is no such pin as 'ccs811.nint'; ccs811.nwake can"),
      ("PIN dht.x", "ERR unknown there is no part 'dht'; there are"), ("T -1", "ERR syntax"),
      ("T 77 r 1 2", "ERR syntax"), ("T 77 w 1g", "ERR syntax"),
      ("W", "ERR syntax it is: W QUANTITY"), ("D -1", "ERR range"),
      ("D 3600000001", "ERR range a delay is 0 to 3600000000 us"), ("W", "ERR syntax"),
      ("W heat=3", "ERR unknown there is no quantity 'heat'"), ("W humidity=101", "ERR unknown"),
      ("W colour", "ERR unknown"), ("P sps30", "ERR syntax"), ("P sps30 up", "ERR syntax"),
      ("P dht22 off", "ERR unknown there is no part 'dht22'; there are "), ("PIN", "ERR syntax"),
      ("PIN ccs811", "ERR syntax"), ("PIN ccs811.x", "ERR unknown there is no such pin"),
      ("PIN dht.x 1", "ERR unknown"), ("PIN ccs811.nwake 2", "ERR syntax"),
    ])
  func explains(line: String, answer: String) {
    var session = Self.session()
    #expect(session.answer(to: line.utf8).line.hasPrefix(answer))
    #expect(session.answer(to: "NOW\r".utf8).line == "OK 0")
  }

  @Test("a delay may be an hour, a read 8192 bytes, a transfer 42 messages")
  func longest() {
    var session = Self.session()
    #expect(answers(&session, ["D 0", "D 10000"]) == ["OK 0", "OK 10000"])
    #expect(session.answer(to: "T 77 r 8192".utf8).line.hasPrefix("OK 00"))
    let most = "T 77" + String(repeating: " r 1", count: 42)
    #expect(session.answer(to: most.utf8).line.hasPrefix("OK "))
    let end = session.answer(to: "D 3600000000".utf8).line
    #expect(end.hasPrefix("OK 360") && end.utf8.count == 13)
    #expect(session.answer(to: "T 7f".utf8).line == "NACK m=0 b=-1")
  }

  @Test("a thousand boards may have names, and misuse is no error unless that is asked for")
  func defaults() throws {
    var configuration = BusBoards.Configuration()
    #expect(configuration.mostNames == 1000 && configuration.parts.isEmpty)
    configuration.board.isStrict = true
    configuration.mostNames = 2
    var made = 0
    let boards = BusBoards(configuration) { _ in made += 1 }
    #expect(!boards.failsOnMisuse && !boards.hasOffender)
    var session = BusSession(boards)
    #expect(
      answers(&session, ["a", "b", "c", "a", "b"].map { "HELLO 1 board=\($0)" }) == [
        "OK boardsim 1", "OK boardsim 1", "ERR range 2 boards have a name; share one of them",
        "OK boardsim 1", "OK boardsim 1",
      ])
    #expect(made == 2)
    let misuse = answers(&session, ["D 2000", "T 77 w f201f425", "D 2000", "T 77 w f7 r 8"])
    #expect(misuse.last?.hasPrefix("OK ") == true && !boards.hasOffender)
  }

  @Test("pins are set and read")
  func pins() {
    var session = Self.session()
    #expect(
      answers(&session, ["PIN ccs811.nwake 1", "PIN ccs811.nint", "PIN ccs811.nwake 0"])
        == ["OK", "OK 1", "OK"])
  }

  @Test(
    "what a transfer came to is one line",
    arguments: [
      (BusAnswer.ok(), "OK"), (.ok("5"), "OK 5"), (.refused(message: 2, byte: -1), "NACK m=2 b=-1"),
      (.error(.lineHeld), "ERR sda-low SDA is held low, and nine clocks did not free it; switch"),
      (.error(.timedOut(.milliseconds(25))), "ERR timeout SCL was held for more than 25000 us;"),
      (.error(.tooLong), "ERR length a line has at most 4096 bytes; the connection is closed"),
      (.error(.tooMany), "ERR clients no more clients are served; end one of the others first"),
      (.error(.strict("a\u{7}b")), "ERR strict a\\"),
    ])
  func lines(answer: BusAnswer, line: String) {
    #expect(answer.line.hasPrefix(line), "\(answer.line)")
    if case .error = answer { return }
    #expect(answer.line == line)
  }

  @Test("bytes that are no text are answered too")
  func bytes() {
    var session = Self.session()
    #expect(session.answer(to: [0xFF, 0x00, 0x80] as [UInt8]).line.hasPrefix("ERR command"))
    for line in ["W a\0b=1", "HELLO \u{1}", "P a\u{7F} on", "PIN \u{1B}.x"] {
      let answer = session.answer(to: line.utf8).line
      #expect(answer.hasPrefix("ERR ") && !answer.utf8.contains { $0 < 0x20 || $0 == 0x7F })
    }
  }

  @Test("the world is held from now on, and measured")
  func world() throws {
    var session = Self.session()
    _ = answers(&session, ["D 1000000", "W temperature=30 light=500", "W temperature=null"])
    #expect(session.answer(to: "W temperature=12".utf8) == .ok())
  }

  @Test("a part is switched off and on")
  func power() {
    var session = Self.session()
    #expect(
      answers(
        &session, ["D 10000", "T 77", "P bme280 off", "T 77", "P bme280 on", "D 2000", "T 77"]
      )
      .map { $0.prefix(4) }
        == ["OK 1", "OK -", "OK", "NACK", "OK", "OK 1", "OK -"].map { $0.prefix(4) })
  }

  @Test("a board without power answers nothing, and its parts forget what is not in their flash")
  func boardPower() {
    var session = Self.session()
    #expect(
      answers(
        &session,
        [
          "D 10000", "P", "T 77 w f5 a0", "T 77 w f5 r 1", "P off", "P off", "P", "T 77",
          "P bme280 on", "T 77", "D 1000000", "P on", "P", "D 2000", "T 77 w f5 r 1", "NOW",
        ]
      ).map { $0.prefix(6) } == [
        "OK 100", "OK on", "OK - t", "OK a0 ", "OK", "OK", "OK off", "NACK m", "OK", "NACK m",
        "OK 101", "OK", "OK on", "OK 101", "OK 00 ", "OK 101",
      ])
  }

  @Test("a scenario switches the board's power at its times, also in the midst of a transfer")
  func scenarioPower() throws {
    var configuration = BusBoards.Configuration()
    configuration.board.events = [
      BoardEvent(.power(isOn: true), at: .milliseconds(40)),
      BoardEvent(.power(isOn: false), at: .microseconds(20_150)),
      BoardEvent(.power(isOn: false), at: .milliseconds(60)),
    ]
    var switches: [Bool] = []
    var board: BusBoard?
    let expectations = try [
      "powered == true @ 0.020", "powered == false @ 0.021",
      "within 0.01 s of power:on parts.bme280.transfers == 2", "powered == false",
    ].map { try BoardExpectation($0) }
    var session = BusSession(
      BusBoards(configuration) { made in
        board = made
        made.powerSwitched = { switches.append($0) }
        made.expect(expectations)
      })
    let told = answers(
      &session,
      [
        "D 20000", "START 77 w", "WB f5", "WB a0", "STOP", "P", "D 10000", "NOW", "D 12000",
        "P", "T 77 w f5 r 1", "D 30000", "P", "T 77",
      ])
    var read = Self.session()
    let half = answers(
      &read, ["D 20000", "START 77 w", "WB d0", "START 77 r", "RB ack", "P off", "RB ack", "STOP"])
    #expect(half[4].hasPrefix("OK 60 ") && half[6].hasPrefix("OK ff "), "\(half)")
    #expect(told[..<2].map { $0.prefix(4) } == ["OK 2", "OK -"])
    #expect(told[2] == "NACK m=0 b=0" && told[3].hasPrefix("ERR order"), "\(told)")
    #expect(told[5] == "OK off" && told[9] == "OK on" && told[10].hasPrefix("OK 00 "), "\(told)")
    #expect(told[12] == "OK off" && told[13].hasPrefix("NACK"), "\(told)")
    #expect(switches == [false, true, false])
    #expect(try #require(board).outcomes.allSatisfy(\.isMet), "\(board?.outcomes ?? [])")
  }

  @Test("clients have boards of their own, or share one by its name")
  func shares() {
    let boards = Self.boards()
    var (one, two, three) = (BusSession(boards), BusSession(boards), BusSession(boards))
    #expect(answers(&one, ["HELLO 1 board=a", "D 5"]) == ["OK boardsim 1", "OK 5"])
    #expect(answers(&two, ["HELLO 1 board=a", "NOW"]) == ["OK boardsim 1", "OK 5"])
    #expect(answers(&three, ["HELLO 1 board=b", "NOW"]) == ["OK boardsim 1", "OK 0"])
    #expect(answers(&three, ["HELLO 1 board=a", "NOW"]) == ["OK boardsim 1", "OK 5"])
  }

  @Test("a board may have only some parts")
  func choosesParts() {
    var session = Self.session(parts: ["bme280"])
    let lines = answers(&session, ["D 200000", "T 77", "T 5b", "T 69", "T 42"])
    #expect(lines.dropFirst().map { $0.hasPrefix("OK") } == [true, false, false, false])
  }

  @Test("the status is one line of JSON with time, counts, findings and parts")
  func status() throws {
    var session = Self.session(strict: true)
    _ = answers(&session, ["D 200000", "T 77", "T 12"])
    let line = session.answer(to: "X".utf8).line
    #expect(line.hasPrefix("OK {") && !line.contains("\n"))
    let status = try JSONDocument(Array(line.utf8.dropFirst(3)))
    #expect(status.number("board_time") == 0.20022)
    #expect(status.number("bus.transfers") == 2 && status.number("bus.nacks") == 1)
  }

  @Test("a driver that does what silicon punishes is told so, where that is an error")
  func strict() throws {
    let lines = ["D 2000", "T 77 w f201f425", "D 2000", "T 77 w f7 r 8"]
    var warned = Self.session(strict: true)
    #expect(answers(&warned, lines).last?.hasPrefix("OK ") == true)
    let boards = Self.boards(strict: true, failing: true)
    var failing = BusSession(boards)
    let last = try #require(answers(&failing, lines).last)
    #expect(last.hasPrefix("ERR strict bme280 at 0.004"))
    #expect(last.contains("9.3 ms") && last.contains("§"))
    #expect(boards.hasOffender)
    let next = answers(&failing, ["D 20000", "T 77 w d0 r 1"])
    #expect(next.last?.hasPrefix("OK 60") == true, "only the misuse itself is an error")
  }

  @Test("events of the options come true: quantities and faults")
  func events() throws {
    var configuration = BusBoards.Configuration()
    configuration.board.events = [
      try BoardEvent(parsing: "temperature=5 at=1"),
      BoardEvent(.fault(try BoardFault(parsing: "nack part=bme280 from=2 to=3"))),
    ]
    var session = BusSession(BusBoards(configuration))
    let lines = ["D 1900000", "T 77", "D 500000", "T 77", "D 1000000", "T 77"]
    let kinds = answers(&session, lines).map { $0.prefix(2) }
    #expect(kinds == ["OK", "OK", "OK", "NA", "OK", "OK"])
  }
}
