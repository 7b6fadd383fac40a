import BoardSimulation
import Mathematics
import SensorDrivers
import Testing

@Suite("A part from outside")
struct OutsidePartTests {
  /// A board with a part whose program is a double.
  private struct Desk {
    let program: ProgramDouble
    let box: ProgramBox
    let board: SimulatedBoard
    let address = I2CAddress(rawValue: 0x48)

    init(_ answer: @escaping (String) -> [String] = { _ in ["OK"] }) {
      program = ProgramDouble(answer)
      box = ProgramBox(program)
      board = SimulatedBoard(
        world: World(scenario: .standing), seed: 1, outside: [box.part()])
    }

    var bus: SimulatedI2CBus { board.bus }
    var part: PartInspection? { bus.inspect().first { $0.name == "lm75" } }
    func condition(_ name: String) -> String? {
      part?.condition.first { $0.name == name }?.value
    }
    func transfer(_ messages: I2CMessage...) -> I2CTransfer {
      bus.transfer(with: address, messages)
    }
  }

  @Test("is greeted at power-on with its name, address, seed and board time")
  func greets() {
    let lines = Desk().program.take()
    #expect(lines.count == 1)
    #expect(
      lines.first?.wholeMatch(of: /PART 1 name=lm75 address=0x48 seed=[0-9]+ start=0/) != nil)
    #expect(lines == Desk().program.take())
  }

  @Test("is asked at each START, with the bytes of a write and the number of a read's")
  func asks() {
    let desk = Desk { $0.hasPrefix("R ") ? ["OK 1580"] : ["OK"] }
    _ = desk.program.take()
    let transfer = desk.transfer(.write([0x00, 0xAB]), .read(2))
    #expect(transfer.readBytes == [0x15, 0x80])
    // START and address: 10 bits of 10 µs; two bytes: 18 bits; the repeated START and address: 10 bits.
    #expect(
      desk.program.take() == [
        "START 100000 w", "W 280000 00ab", "RESTART 380000 r", "R 380000 2",
      ])
    _ = desk.transfer()
    #expect(desk.program.take() == ["START 670000 w"])
  }

  @Test("refuses its address, or the byte of a write")
  func refuses() {
    let desk = Desk { line in
      line.hasPrefix("START") ? ["OK"] : line.hasPrefix("W") ? ["NACK 1"] : ["NACK"]
    }
    desk.program.answer = { $0.hasPrefix("W") ? ["NACK 1"] : ["OK"] }
    #expect(desk.condition("present")?.hasPrefix("no: its program answered NACK to PART 1") == true)
    _ = desk.bus.setPower(isOn: false, at: desk.address)
    _ = desk.bus.setPower(isOn: true, at: desk.address)
    #expect(desk.transfer(.write([1, 2, 3])).refusal?.byte == 1)
    desk.program.answer = { $0.hasPrefix("START") ? ["NACK"] : ["OK"] }
    #expect(desk.transfer(.write([1])).refusal?.byte == -1)
    #expect(desk.condition("present") == "yes")
  }

  @Test("sees the world at the board time of the question")
  func seesWorld() {
    let desk = Desk {
      $0.hasPrefix("AT") ? ["GET temperature pressure"] : ["WAKE 1000000000", "OK"]
    }
    desk.program.answer = { line in
      line.hasPrefix("AT") ? ["GET temperature pressure"] : ["OK"]
    }
    desk.board.clock.advance(to: .seconds(2))
    desk.bus.advanceDevices()
    let state = desk.board.world.state(at: .seconds(1))
    #expect(
      desk.program.take().suffix(2) == [
        "AT 1000000000", "WORLD temperature=\(state.temperature) pressure=\(state.pressure)",
      ])
  }

  @Test(
    "is woken at the times that it wants, at least a millisecond apart, in whatever steps time passes"
  )
  func wakes() {
    var next = 0
    func run(_ steps: [Duration]) -> [String] {
      let desk = Desk { _ in ["WAKE 10", "OK"] }
      for step in steps {
        desk.board.clock.advance(to: step)
        desk.bus.advanceDevices()
      }
      next += 1
      return desk.program.take().dropFirst().map { $0 }
    }
    let lines = run([.milliseconds(4)])
    #expect(lines == ["AT 1000000", "AT 2000000", "AT 3000000", "AT 4000000"])
    #expect(run((1...16).map { .microseconds($0 * 250) }) == lines)
  }

  @Test("drives its interrupt pin at the board time of the question")
  func interrupts() {
    let desk = Desk { _ in ["WAKE 5000000", "OK"] }
    var changes: [(String, Bool, Duration)] = []
    desk.bus.onPinChange = { changes.append(($0, $1, $2)) }
    desk.program.answer = { _ in ["INT 0", "OK"] }
    desk.board.clock.advance(to: .milliseconds(9))
    desk.bus.advanceDevices()
    #expect(changes.map(\.0) == ["lm75.int"])
    #expect(changes.map(\.2) == [.milliseconds(5)])
    #expect(desk.bus.device(named: "lm75")?.device.pinIsHigh("int") == false)
    #expect(desk.bus.device(named: "lm75")?.device.pinIsHigh("out") == nil)
  }

  @Test("holds the clock, shows its state, and tells of misuse in strict mode")
  func tells() {
    let desk = Desk { line in
      line.hasPrefix("START")
        ? ["STRETCH 30000", "STATE mode=one shot", "MISUSE reads early; wait 1 ms; 7.3", "OK"]
        : ["OK"]
    }
    var findings: [StrictFinding] = []
    desk.bus.onMisuse = { findings.append($0) }
    #expect(desk.transfer().stretch == .microseconds(30))
    #expect(desk.condition("mode") == "one shot")
    #expect(
      findings.map(\.misuse) == [DriverMisuse("reads early", remedy: "wait 1 ms", section: "7.3")])
  }

  @Test("hears of its power, and has the faults of wires and supply")
  func losesPower() {
    let desk = Desk()
    desk.board.clock.advance(to: .seconds(1))
    _ = desk.bus.setPower(isOn: false, at: desk.address)
    #expect(desk.transfer().refusal?.byte == -1)
    _ = desk.bus.setPower(isOn: true, at: desk.address)
    desk.board.cutPower(at: .seconds(2))
    desk.board.clock.advance(to: .seconds(3))
    desk.board.restorePower()
    #expect(
      desk.program.take().dropFirst() == [
        "POWER 1000000000 0", "POWER 1000110000 1", "POWER 2000000000 0", "POWER 3000000000 1",
      ])
    #expect(desk.box.connections == 1)
    desk.bus.add(BoardFault(.nack, of: "lm75", from: .seconds(3), to: .seconds(4)))
    #expect(desk.transfer().refusal?.byte == -1)
    #expect(desk.part?.faults == ["nack"])
    desk.bus.add(BoardFault(.brownOut, of: "lm75", from: .seconds(5), to: .seconds(6)))
    desk.board.clock.advance(to: .seconds(7))
    desk.bus.advanceDevices()
    #expect(desk.program.take().first == "POWER 5000000000 0")
    #expect(desk.transfer().refusal == nil)
  }
}

@Suite("A part from outside whose program fails")
struct OutsidePartFailureTests {
  private func board(_ box: ProgramBox) -> SimulatedBoard {
    SimulatedBoard(world: World(scenario: .standing), seed: 1, outside: [box.part()])
  }

  private static let answers: [(String, PartFailure)] = [
    ("", .notAnAnswer("")), ("HUH", .notAnAnswer("HUH")), ("OK 1", .notAnAnswer("OK 1")),
    ("OK zz", .notAnAnswer("OK zz")), ("OK 15", .wrongCount(asked: 2, got: 1)),
    ("OK 15 80 00", .wrongCount(asked: 2, got: 3)), ("OK", .wrongCount(asked: 2, got: 0)),
    ("NACK", .cannotRefuse("R 380000 2")), ("INT 2", .notAnAnswer("INT 2")),
    ("WAKE -1", .notAnAnswer("WAKE -1")), ("WAKE", .notAnAnswer("WAKE")),
    ("WAKE 99999999999999999999", .notAnAnswer("WAKE 99999999999999999999")),
    ("GET", .notAnAnswer("GET")), ("GET weight", .unknownQuantity("weight")),
    ("STATE x", .notAnAnswer("STATE x")),
    ("STATE present=no", .notAnAnswer("STATE present=no")),
    ("MISUSE a; b", .notAnAnswer("MISUSE a; b")),
    ("OK \u{7}", .notAnAnswer("OK \u{7}")), ("INT 1", .closed),
  ]

  @Test(
    "is absent from a wrong answer on, told once, and tried again with its power",
    arguments: answers)
  func fails(answer: String, failure: PartFailure) throws {
    let program = ProgramDouble { $0.hasPrefix("R ") ? [answer] : ["OK"] }
    let box = ProgramBox(program)
    let board = board(box)
    var absences: [PartAbsence] = []
    board.bus.onAbsence = { absences.append($0) }
    let address = I2CAddress(rawValue: 0x48)
    let transfer = board.bus.transfer(with: address, [.write([0, 1]), .read(2)])
    #expect(transfer.readBytes == [0xFF, 0xFF])
    for _ in 0..<3 { #expect(board.bus.transfer(with: address, []).refusal?.byte == -1) }
    #expect(absences.map(\.failure) == [failure])
    #expect(absences.map(\.part) == ["lm75"])
    #expect(absences.map(\.time) == [.nanoseconds(380_000)])
    let part = try #require(board.bus.inspect().first { $0.name == "lm75" })
    #expect(part.condition.map(\.value) == ["here", "no: \(failure)"])
    program.answer = { _ in ["OK"] }
    board.cutPower(at: board.clock.now)
    board.restorePower()
    #expect(box.connections == 2)
    #expect(board.bus.transfer(with: address, []).refusal == nil)
  }

  @Test("an answer has an end")
  func endless() {
    let box = ProgramBox(ProgramDouble { _ in Array(repeating: "INT 0", count: 1000) })
    let board = board(box)
    var absences: [PartAbsence] = []
    board.bus.onAbsence = { absences.append($0) }
    #expect(absences.map(\.failure) == [.endless])
    #expect(board.bus.device(named: "lm75")?.device.pinIsHigh("int") == true)
  }

  @Test("a program that cannot be reached is told of to who looks later, and the board goes on")
  func unreachable() {
    let board = board(ProgramBox(nil))
    var absences: [PartAbsence] = []
    board.bus.onAbsence = { absences.append($0) }
    #expect(absences.map(\.failure) == [.unreachable("nobody is there")])
    board.clock.advance(to: .milliseconds(10))
    #expect(board.bus.transfer(with: .bme280, [.write([0xD0]), .read(1)]).readBytes == [0x60])
  }

  @Test("each failure has a sentence and a remedy")
  func sentences() {
    let all: [PartFailure] = [
      .unreachable("x"), .closed, .silent(.seconds(1)), .tooLong, .unasked, .endless,
      .notAnAnswer("x"), .wrongCount(asked: 1, got: 2), .cannotRefuse("R"), .unknownQuantity("x"),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    for failure in all { #expect(failure.remedy.hasSuffix("when its power comes back")) }
    #expect("\(PartFailure.silent(.seconds(1)))" == "its program gave no answer within 1000.0 ms")
  }
}

@Suite("The lines of a part's program")
struct PartLinesTests {
  @Test("are found however the bytes are cut")
  func cut() throws {
    let bytes = Array("OK 15\r\nINT 0\n\nOK".utf8)
    for size in 1...bytes.count {
      var lines = PartLines()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try lines.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let line = lines.next() { found.append(line) }
      }
      #expect(found == [Array("OK 15\r".utf8), Array("INT 0".utf8), []])
      #expect(!lines.isEmpty)
    }
  }

  @Test("have an end")
  func long() throws {
    var lines = PartLines()
    try lines.append([UInt8](repeating: 0x30, count: PartLines.longestLine))
    #expect(throws: PartFailure.tooLong) { try lines.append([0x30]) }
    var whole = PartLines()
    #expect(throws: PartFailure.tooLong) {
      try whole.append([UInt8](repeating: 0x30, count: 1 << 20) + [0x0A])
    }
  }

  @Test("names are letters, digits and hyphens", arguments: ["lm75", "LM-75", "a"])
  func names(name: String) {
    #expect(OutsidePart.isName(name))
    #expect(!OutsidePart.isName(name + "."))
    #expect(!OutsidePart.isName(""))
    #expect(!OutsidePart.isName(String(repeating: "a", count: 33)))
  }
}
