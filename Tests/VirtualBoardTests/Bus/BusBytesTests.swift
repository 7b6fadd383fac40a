import BoardSimulation
import TestSupport
import Testing

@testable import VirtualBoard

@Suite("The socket bus, byte by byte")
struct BusBytesTests {
  private static func boards(
    strict: Bool = false, failing: Bool = false, fault: String? = nil
  ) throws -> BusBoards {
    var configuration = BusBoards.Configuration()
    configuration.board.isStrict = strict
    configuration.failsOnMisuse = failing
    configuration.board.events =
      try fault.map { [BoardEvent(.fault(try BoardFault(parsing: $0)))] } ?? []
    return BusBoards(configuration)
  }

  private func answers(_ session: inout BusSession, _ lines: [String]) -> [String] {
    lines.map { session.answer(to: $0.utf8).line }
  }

  /// Returns the lines that carry out a transfer by byte; `w` and `r` begin messages as in `T`.
  private static func lines(of transfer: String) -> [String] {
    let words = transfer.split(separator: " ")
    var lines: [String] = []
    var rest = words.dropFirst()
    while let letter = rest.popFirst(), let bytes = rest.popFirst() {
      lines.append("START \(words[0]) \(letter)")
      if letter == "r", let count = Int(bytes) {
        lines += (1...count).map { "RB \($0 < count ? "ack" : "nack")" }
      } else {
        let digits = Array(bytes)
        lines += stride(from: 0, to: digits.count, by: 2).map {
          "WB \(digits[$0])\(digits[$0 + 1])"
        }
      }
    }
    return lines + ["STOP"]
  }

  @Test("each step has the answer of a transfer: bytes, time and stretch")
  func steps() throws {
    var session = BusSession(try Self.boards())
    let lines = ["D 2000", "START 77 w", "WB d0", "START 77 r", "RB nack", "STOP", "NOW"]
    #expect(
      answers(&session, lines) == [
        "OK 2000", "OK - t=100 s=0", "OK - t=90 s=0", "OK - t=100 s=0", "OK 60 t=90 s=0",
        "OK - t=10 s=0", "OK 2390",
      ])
  }

  @Test(
    "what is read and the time it takes are those of a transfer by message",
    arguments: [
      "77 w d0 r 1", "77 w 88 r 26", "77 w f201f421", "77 w f7 r 8", "77 w f4 w d0 r 1",
      "42 w fd r 2",
      "42 r 40", "42 w b56206080000 w 0e30", "5b w 20 r 1", "5b w e0 r 12", "23 w 10", "23 r 3",
      "10 w 00 r 3", "10 w 000018", "69 w 00100300ac", "69 w 0202", "69 w d033", "12 r 4",
    ])
  func equals(transfer: String) throws {
    var (whole, bytes) = (BusSession(try Self.boards()), BusSession(try Self.boards()))
    for _ in 1...2 {
      let start = ["D 1800000"]
      _ = (answers(&whole, start), answers(&bytes, start))
      let told = answers(&whole, ["T \(transfer)"])[0].split(separator: " ")
      let steps = answers(&bytes, Self.lines(of: transfer))
      let read = steps.filter { $0.hasPrefix("OK") }.map { $0.split(separator: " ")[1] }
      let joined = read.filter { $0 != "-" }.joined()
      #expect(steps.contains { $0.hasPrefix("NACK") } == (told[0] == "NACK"))
      guard told[0] == "OK" else { continue }
      #expect(told[1] == (joined.isEmpty ? "-" : Substring(joined)))
      #expect(answers(&whole, ["NOW"]) == answers(&bytes, ["NOW"]))
    }
  }

  @Test("parts take a write at its last byte's time: a measurement by byte is that of messages")
  func measures() throws {
    let transfers = [
      "77 w f201f421", "77 w f7 r 8", "69 w 00100300ac", "69 w 0300", "69 r 60", "5b w f4",
      "5b w 0110", "5b w 02 r 8", "23 w 10", "23 r 2",
    ]
    var (whole, bytes) = (BusSession(try Self.boards()), BusSession(try Self.boards()))
    for transfer in transfers {
      let told = answers(&whole, ["D 1200000", "T \(transfer)"])[1]
      let steps = answers(&bytes, ["D 1200000"] + Self.lines(of: transfer)).dropFirst()
      let read = steps.map { String($0.split(separator: " ")[1]) }.filter { $0 != "-" }.joined()
      #expect(told.hasPrefix("OK \(read.isEmpty ? "-" : read) "))
    }
    let states = [answers(&whole, ["X"]), answers(&bytes, ["X"])]
    #expect(states[0] == states[1])
  }

  @Test("a receiver's stream loses no byte when a read ends early")
  func losesNothing() throws {
    var (whole, bytes) = (BusSession(try Self.boards()), BusSession(try Self.boards()))
    let polls = ["D 1500000", "T 42 r 1", "D 1200000"]
    _ = (answers(&whole, polls), answers(&bytes, polls))
    let expected = answers(&whole, ["T 42 r 30"])[0].split(separator: " ")[1]
    let read = answers(&bytes, (1...10).flatMap { _ in Self.lines(of: "42 r 3") })
    let joined = read.compactMap { $0.split(separator: " ")[1] }.filter { $0 != "-" }.joined()
    #expect(joined == expected)
  }

  @Test("a refusal says in which message and at which byte, and STOP or START follows")
  func refuses() throws {
    var session = BusSession(try Self.boards())
    let lines = [
      "D 200000", "START 12 w", "WB 00", "STOP", "START 69 w", "WB 03", "WB 00", "WB 00",
      "START 69 r",
      "RB ack", "STOP", "START 77 r", "RB nack", "RB nack", "STOP",
    ]
    let told = answers(&session, lines)
    #expect(told[1] == "NACK m=0 b=-1" && told[2].hasPrefix("ERR order") && told[3].hasPrefix("OK"))
    #expect(told[6] == "NACK m=0 b=1" && told[7].hasPrefix("ERR order"))
    #expect(told[8] == "NACK m=1 b=-1" && told[9].hasPrefix("ERR order"))
    #expect(
      told[12].hasPrefix("OK ") && told[13].hasPrefix("ERR order") && told[14].hasPrefix("OK"))
  }

  @Test(
    "a line that is wrong or comes out of order is answered, and changes nothing",
    arguments: [
      ("START", "ERR syntax it is: START ADDRESS w|r"), ("START 77", "ERR syntax"),
      ("START 77 x", "ERR syntax"), ("START 77 w 00", "ERR syntax"),
      ("START 80 w", "ERR range an address"),
      ("START 7g r", "ERR syntax"), ("WB", "ERR syntax it is: WB HEX"), ("WB 1", "ERR syntax"),
      ("WB +1", "ERR syntax"), ("WB 001", "ERR syntax"), ("WB 00 00", "ERR syntax"),
      ("WB 00", "ERR order no device takes bytes now; send START"),
      ("RB", "ERR syntax it is: RB ack|nack"),
      ("RB 1", "ERR syntax"), ("RB ack nack", "ERR syntax"),
      ("RB ack", "ERR order no device gives"),
      ("STOP 1", "ERR syntax"), ("STOP", "ERR order no transfer is open; send START first"),
    ])
  func explains(line: String, answer: String) throws {
    var session = BusSession(try Self.boards())
    #expect(answers(&session, [line])[0].hasPrefix(answer))
    #expect(answers(&session, ["NOW"]) == ["OK 0"])
  }

  @Test("while a transfer is open time passes, and T and another board wait for STOP")
  func staysOpen() throws {
    var session = BusSession(try Self.boards())
    let lines = [
      "D 2000", "START 77 w", "T 77", "HELLO 1 board=b", "D 50", "WB d0", "STOP", "T 77 r 1",
    ]
    let told = answers(&session, lines)
    #expect(told[2] == "ERR order a transfer by byte is open; send STOP before T")
    #expect(told[3] == "ERR order a transfer is open; send STOP before you change the board")
    #expect(told[4] == "OK 2150" && told[7].hasPrefix("OK 60"))
  }

  @Test("clients of one board wait for each other's STOP, and one that leaves ends its transfer")
  func shares() throws {
    let boards = try Self.boards()
    var other = BusSession(boards)
    do {
      var one = BusSession(boards)
      _ = answers(&one, ["HELLO 1 board=a", "D 2000", "START 77 w"])
      let told = answers(&other, ["HELLO 1 board=a", "T 77", "START 77 w", "WB d0", "STOP"])
      #expect(told[1].hasPrefix("ERR busy another client's transfer"))
      #expect(told[2].hasPrefix("ERR busy") && told[3].hasPrefix("ERR order"))
      #expect(told[4].hasPrefix("ERR order") && answers(&one, ["WB d0"])[0].hasPrefix("OK"))
    }
    #expect(answers(&other, ["T 77 r 1"])[0].hasPrefix("OK 60"))
  }

  @Test("a transfer by byte has at most 42 messages, and a message 8192 bytes")
  func limits() throws {
    var session = BusSession(try Self.boards())
    _ = answers(&session, ["D 2000"])
    let starts = answers(&session, Array(repeating: "START 77 w", count: 43))
    #expect(
      starts[41].hasPrefix("OK") && starts[42].hasPrefix("ERR range a transfer has at most 42"))
    _ = answers(&session, ["STOP", "START 77 r"])
    let reads = answers(&session, Array(repeating: "RB ack", count: 8193))
    #expect(
      reads[8191].hasPrefix("OK") && reads[8192].hasPrefix("ERR range a message has at most 8192"))
    #expect(answers(&session, ["STOP", "START 77 r", "RB nack"])[2].hasPrefix("OK"))
  }

  @Test("driver mistakes are told at the step that makes them")
  func strict() throws {
    let boards = try Self.boards(strict: true, failing: true)
    var session = BusSession(boards)
    _ = answers(&session, ["D 2000", "T 77 w f201f425", "D 2000"])
    let told = answers(&session, Self.lines(of: "77 w f7 r 8"))
    #expect(told.prefix(3).allSatisfy { $0.hasPrefix("OK") })
    #expect(told[3].hasPrefix("ERR strict bme280 at 0.004") && told[3].contains("9.3 ms"))
    #expect(boards.hasOffender && answers(&session, ["NOW"])[0].hasPrefix("OK"))
  }

  @Test(
    "faults of the wires strike bytes",
    arguments: [
      ("nack-data part=bme280 byte=1", "77 w f425", "NACK m=0 b=1"),
      ("flip part=bme280 byte=0 bit=0", "77 w d0 r 1", "OK 61 t=90 s=0"),
      ("short-read part=bme280 bytes=0", "77 w d0 r 1", "OK ff t=90 s=0"),
      ("flip part=ccs811 byte=0 bit=0", "5b w 20 r 1", "OK 80 t=90 s=0"),
      ("stretch part=bme280 us=2000", "77 w d0", "OK - t=2100 s=2000"),
      (
        "stretch part=bme280 us=50000", "77 w d0", "ERR timeout SCL was held for more than 25000 us"
      ),
      ("sda-low clocks=99", "77 w d0", "ERR sda-low"),
    ])
  func faults(fault: String, transfer: String, answer: String) throws {
    var session = BusSession(try Self.boards(fault: fault))
    let told = answers(&session, ["D 300000"] + Self.lines(of: transfer))
    #expect(told.contains { $0.hasPrefix(answer) }, "\(told)")
  }

  @Test("the record of a transfer by byte is that of a transfer by message")
  func records() throws {
    for transfer in ["77 w d0 r 1", "69 w 0300", "12 w 00"] {
      var records: [[I2CTransfer]] = [[], []]
      for (index, lines) in [["T \(transfer)"], Self.lines(of: transfer)].enumerated() {
        let boards = BusBoards(BusBoards.Configuration()) { board in
          board.simulation.bus.onTransfer = { records[index].append($0) }
        }
        var session = BusSession(boards)
        _ = answers(&session, ["D 200000"] + lines)
      }
      #expect(records[0].count == 1 && records[0] == records[1])
    }
  }
}
