import BoardFirmware
import BoardSimulation
import Testing

@testable import VirtualBoard

@Suite("A CCS811's baseline outlasts a loss of power")
struct BaselineTests {
  /// Returns the eCO₂ of a board that learns in clean air, loses its power, and restarts in bad air.
  private static func eco2(
    with card: BoardCard, realism: PartRealism = .real, meanwhile: () -> Void = {}
  ) throws -> Double {
    var options = BoardOptions()
    options.sky = .off
    options.light = .none
    options.realism = realism
    options.sampleInterval = .seconds(10)
    let board = try Board(
      options, world: World(fixed: WorldState(eco2: 400, tvoc: 0)), link: .none, card: card)
    board.run(until: .seconds(1290))
    try board.schedule(BoardEvent(.power(isOn: false)))
    try board.schedule(BoardEvent(.world([try WorldOrder(.eco2, 1500)])))
    board.run(until: .seconds(1300))
    meanwhile()
    try board.schedule(BoardEvent(.power(isOn: true)))
    board.run(until: .seconds(2600))
    return try #require(board.snapshot.measurement[.eco2]).value
  }

  @Test("by the card: it is saved after 20 minutes and restored 20 minutes after the next start")
  func saved() throws {
    let card = MemoryCard()
    #expect(try abs(Self.eco2(with: card.slot) - 1500) < 30)
    let lines = try #require(card.text(of: "BASELINE.CSV")).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == "time_utc,part,learnt,check")
    #expect(lines[1].hasPrefix("2026-06-01T12:2") && lines[1].contains(",ccs811,1100"))
  }

  @Test("without a card, and with one that was pulled, the new air counts as clean")
  func unsaved() throws {
    #expect(try Self.eco2(with: .none) < 420)
    let card = MemoryCard()
    #expect(try Self.eco2(with: card.slot, meanwhile: { card.empty() }) < 420)
  }

  @Test("an ideal part shows the truth with and without", arguments: [true, false])
  func ideal(hasCard: Bool) throws {
    let card = MemoryCard()
    let slot = hasCard ? card.slot : BoardCard.none
    #expect(try abs(Self.eco2(with: slot, realism: .ideal) - 1500) <= 10)
  }
}
