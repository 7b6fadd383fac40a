import BoardFirmware
import BoardSimulation
import Testing

@testable import VirtualBoard

@Suite("Faults of the card")
struct CardFaultTests {
  private let card = MemoryCard()

  private func board(_ faults: String..., light: LightSensor = .bh1750) throws -> Board {
    var options = BoardOptions()
    options.sky = .off
    options.events = try faults.map { BoardEvent(.fault(try BoardFault(parsing: $0))) }
    return try Board(
      options, world: World(fixed: WorldState(eco2: 400, tvoc: 0)), link: .none, card: card.slot)
  }

  private var lines: [Substring] {
    (card.text(of: "20260601.CSV") ?? "").split(separator: "\n").dropFirst().map { $0 }
  }

  @Test(
    "take lines while they last, are shown, and leave what is there",
    arguments: [
      ("card.pulled", CardStatus.State.absent, nil),
      ("card.full", .failed, CardError.full), ("card.write-protected", .failed, .writeProtected),
    ])
  func takeLines(name: String, state: CardStatus.State, error: CardError?) throws {
    let board = try board("\(name) from=11 to=21")
    board.run(until: .seconds(20))
    #expect(board.snapshot.card.state == state)
    #expect(board.snapshot.card.error == error?.description)
    #expect(board.snapshot.card.lostLines == 5)
    #expect(board.snapshot.sensors["bme280"]?.state == .ok)
    let before = lines
    board.run(until: .seconds(31))
    #expect(board.snapshot.card.state == .ok && board.snapshot.card.error == nil)
    #expect(lines.count == before.count + 5 && lines.starts(with: before))
    #expect(board.snapshot.card.lines == lines.count)
  }

  @Test("a slow card moves board time on, and loses nothing")
  func slow() throws {
    let quick = try board()
    quick.run(until: .seconds(31))
    let count = lines.count
    card.empty()
    let slow = try board("card.slow from=11 ms=400")
    slow.run(until: .seconds(31))
    #expect(slow.snapshot.card.lostLines == 0)
    #expect(lines.count == count)
  }

  @Test("a slower card than the samples is waited for, without a hang")
  func verySlow() throws {
    let board = try board("card.slow ms=60000")
    board.run(until: .seconds(600))
    #expect((5...20).contains(lines.count))
    #expect(board.snapshot.card.lostLines == 0)
  }

  @Test("a torn block costs one line for each fault, and the next line is whole")
  func torn() throws {
    let board = try board("card.torn from=11", "card.torn from=15")
    board.run(until: .seconds(31))
    #expect(board.snapshot.card.lostLines == 2)
    let columns = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
    #expect(columns.count { $0 != 17 } == 2)
    #expect(columns.last == 17 && columns.first == 17)
    #expect(board.snapshot.card.lines == columns.count { $0 == 17 })
  }

  @Test("a fault that strikes by chance strikes for each line, the same for a seed")
  func chance() throws {
    let first = try board("card.full probability=0.5")
    first.run(until: .seconds(200))
    let lost = first.snapshot.card.lostLines
    #expect((25...75).contains(lost))
    card.empty()
    let second = try board("card.full probability=0.5")
    second.run(until: .seconds(200))
    #expect(second.snapshot.card.lostLines == lost)
  }

  @Test(
    "what a part has learnt is not read from a card that is pulled, and is from one that is full")
  func reading() throws {
    for (name, isRead) in [("card.pulled", false), ("card.full", true)] {
      let board = try board(name)
      let slot = card.slot.slotted(beside: board.simulation.bus)
      var reader = slot
      let end = try? reader.end(ofFile: "NONE.CSV", upTo: 1)
      #expect((end != nil) == isRead, "\(name)")
    }
  }

  @Test("a card is finished when the board stops, unless it is pulled")
  func finish() throws {
    for (fault, isFinished) in [("card.slow", true), ("card.pulled", false)] {
      var count = 0
      var options = BoardOptions()
      options.sky = .off
      options.events = [BoardEvent(.fault(try BoardFault(parsing: fault)))]
      let board = try Board(
        options, world: World(fixed: WorldState()), link: .none,
        card: BoardCard(
          append: { _, _, _ throws(CardError) in }, end: { _, _ throws(CardError) in [] },
          finish: { () throws(CardError) in count += 1 }))
      board.run(until: .seconds(5))
      board.stop()
      #expect(count == (isFinished ? 1 : 0))
      #expect((board.snapshot.card.error == nil) == isFinished)
    }
  }

  @Test("a card on which nothing is to be finished is no trouble when it is not there at the end")
  func nothingToFinish() throws {
    for board in [try board("card.pulled from=10"), try Board(options: BoardOptions())] {
      board.run(until: .seconds(12))
      try board.schedule(BoardEvent(.power(isOn: false)))
      board.run(until: .seconds(20))
      board.stop()
      #expect(board.snapshot.card.error == nil)
    }
  }
}
