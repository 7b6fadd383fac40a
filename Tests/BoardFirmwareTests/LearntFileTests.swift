import GNSSBasics
import SensorDrivers
import Testing

@testable import BoardFirmware

@Suite("What parts have learnt")
struct LearntFileTests {
  private static let file = LearntFile(part: "ccs811")

  private static func card(_ text: [UInt8]) -> FakeCard {
    let card = FakeCard()
    card.files["BASELINE.CSV"] = text
    return card
  }

  private static func line(_ learnt: [UInt8], of part: String = "ccs811") -> [UInt8] {
    LearntFile.line(of: learnt, part: part, at: Samples.bootDate)
  }

  private static func read(_ text: [UInt8]) throws -> [UInt8]? {
    var card = card(text)
    return try file.read(from: &card)
  }

  @Test("is a line with a date, a part, its bytes and a check")
  func line() {
    let text = String(decoding: Self.line([0x11, 0x00, 0xA4, 0x7B]), as: UTF8.self)
    #expect(text.hasPrefix("2026-06-01T12:00:00.000Z,ccs811,1100A47B,"))
    #expect(text.hasSuffix("\n"))
    #expect(text.utf8.count == "2026-06-01T12:00:00.000Z,ccs811,1100A47B,123456\n".utf8.count)
  }

  @Test("comes back as the last line of the part has it")
  func lastLine() throws {
    let header = Array(LearntFile.header.utf8)
    let text =
      header + Self.line([1, 2]) + Self.line([3, 4]) + Self.line([5, 6], of: "another")
    #expect(try Self.read(text) == [3, 4])
    #expect(try Self.read(header) == nil)
    #expect(try Self.read([]) == nil)
  }

  @Test("a line that was torn anywhere counts for nothing, and the one before it holds")
  func torn() throws {
    let (whole, last) = (Self.line([1, 2, 3, 4]), Self.line([5, 6, 7, 8]))
    for cut in 0..<last.count - 1 {
      let text = whole + last.prefix(cut)
      #expect(try Self.read(text) == [1, 2, 3, 4], "\(cut)")
      // The next start ends the torn line with a line feed and appends behind it.
      #expect(try Self.read(text + [0x0A]) == [1, 2, 3, 4], "\(cut)")
    }
    // A line without its line feed is still complete.
    #expect(try Self.read(whole + last.dropLast()) == [5, 6, 7, 8])
  }

  @Test("a line with any other bit counts for nothing")
  func damaged() throws {
    let (whole, last) = (Self.line([1, 2, 3, 4]), Self.line([5, 6, 7, 8]))
    for index in last.indices.dropLast() {
      for bit in 0..<8 {
        var text = last
        text[index] ^= 1 << UInt8(bit)
        #expect(try Self.read(whole + text) != [5, 6, 7, 8], "\(index) \(bit)")
      }
    }
  }

  @Test("only the end of a file is looked through")
  func longFile() throws {
    let text = Array(repeating: Self.line([9, 9]), count: 5000).flatMap { $0 } + Self.line([1, 2])
    #expect(try Self.read(text) == [1, 2])
  }
}

@Suite("A CCS811's baseline on the card")
struct BaselineKeepingTests {
  private static let name = "BASELINE.CSV"

  private static func board(_ card: FakeCard = FakeCard()) -> FakeBoard {
    FakeBoard(sampleInterval: .seconds(30), card: card)
  }

  @Test("is saved 20 minutes after the part's start, and each hour from then on")
  func saves() {
    let board = Self.board()
    board.run(until: .seconds(1195))
    #expect(board.card.files[Self.name] == nil)
    board.ccs811.baseline = [0xA4, 0x7B]
    board.run(until: .seconds(1240))
    #expect(board.card.lines(of: Self.name).count == 2)
    #expect(board.card.lines(of: Self.name)[1].contains(",ccs811,1100A47B,"))
    board.run(until: .seconds(4770))
    #expect(board.card.lines(of: Self.name).count == 2)
    board.run(until: .seconds(4880))
    #expect(board.card.lines(of: Self.name).count == 3)
    #expect(board.ccs811.restored.isEmpty)
    // Baseline lines are not counted as samples.
    #expect(board.snapshot.card.lines == 162)
    #expect(board.snapshot.card.file == "20260601.CSV")
  }

  @Test("is saved as soon as the 20 minutes are over, to the instant")
  func savesInTime() {
    var (clock, card) = (FakeClock(), FakeCard())
    let bus = FakeBus(clock: clock)
    bus.devices = [FakeBoard.addresses.ccs811: FakeCCS811()]
    var slot = PartSlot<CCS811<FakeBus>>(on: bus, backoff: Backoff(), at: .zero)
    slot.start(&clock)
    let end = clock.now + .seconds(1200)
    clock.now = end - .nanoseconds(1)
    slot.keep(on: &card, bootDate: Samples.bootDate, &clock)
    #expect(card.files.isEmpty)
    clock.now = end
    slot.keep(on: &card, bootDate: Samples.bootDate, &clock)
    #expect(card.lines(of: Self.name).count == 2)
  }

  private static func card(_ learnt: [UInt8]) -> FakeCard {
    let card = FakeCard()
    card.files[name] = LearntFile.line(of: learnt, part: "ccs811", at: Samples.bootDate)
    return card
  }

  @Test("is restored 20 minutes after the part's start, before it is saved again")
  func restores() {
    let board = Self.board(Self.card([0x11, 0x00, 0xA4, 0x7B]))
    board.run(until: .seconds(1195))
    #expect(board.ccs811.restored.isEmpty)
    board.run(until: .seconds(1240))
    #expect(board.ccs811.restored == [[0xA4, 0x7B]])
    #expect(board.card.lines(of: Self.name).count == 1)
    board.run(until: .seconds(4880))
    #expect(board.card.lines(of: Self.name).count == 2)
    #expect(board.ccs811.restored.count == 1)
  }

  @Test(
    "of another firmware, or of no sense, is not restored but replaced",
    arguments: [[0x20, 0x00, 0xA4, 0x7B], [0x11, 0x00, 0xA4], []])
  func refuses(learnt: [UInt8]) {
    let board = Self.board(Self.card(learnt))
    board.run(until: .seconds(1240))
    #expect(board.ccs811.restored.isEmpty)
    #expect(board.card.lines(of: Self.name).last?.contains(",1100") == true)
  }

  @Test("is restored anew to a part that was lost and came back")
  func restoresAgain() {
    let board = Self.board(Self.card([0x11, 0x00, 0xA4, 0x7B]))
    board.run(until: .seconds(1300))
    board.bus.dead = [FakeBoard.addresses.ccs811]
    board.run(until: .seconds(1500))
    board.bus.dead = []
    board.run(until: .seconds(2650))
    #expect(board.ccs811.restored.count == 1)
    board.run(until: .seconds(2800))
    #expect(board.ccs811.restored.count == 2)
    #expect(board.snapshot.sensors["ccs811"]?.starts == 2)
  }

  @Test("a card that comes late is asked a minute later, before anything is saved on it")
  func lateCard() {
    let board = Self.board(Self.card([0x11, 0x00, 0xA4, 0x7B]))
    board.card.error = .absent
    board.run(until: .seconds(1240))
    #expect(board.ccs811.restored.isEmpty)
    board.card.error = nil
    board.run(until: .seconds(1310))
    #expect(board.ccs811.restored == [[0xA4, 0x7B]])
    #expect(board.card.lines(of: Self.name).count == 1)
  }
}
