import BoardFirmware
import BoardSimulation
import Mathematics
import Testing

@testable import VirtualBoard

@Suite("What a scenario does to a board")
struct ScenarioFeedTests {
  private static func options(_ entries: [ScenarioEntry], seed: UInt64 = 1) -> BoardOptions {
    var options = BoardOptions()
    options.sky = .off
    options.scenario = Scenario(name: "test", entries: entries)
    options.seed = seed
    return options
  }

  private static let nack = ScenarioEntry.Deed.fault(BoardFault(.nack, of: "sps30"))

  /// Returns the faults of a board after a time, as the board's bus has them.
  private static func faults(
    _ entries: [ScenarioEntry], after time: Duration = .zero, seed: UInt64 = 1
  ) -> [BoardFault] {
    var options = options(entries, seed: seed)
    options.light = .bh1750
    return ScenarioSpan(options, for: time).faults
  }

  @Test("a fault recurs from its start on, each time for its length, until its end")
  func recurs() {
    let entry = ScenarioEntry(
      Self.nack, from: .seconds(60), for: .seconds(10), every: .seconds(600),
      until: .seconds(1860))
    let faults = Self.faults([entry], after: .seconds(10_000))
    #expect(faults.map(\.start) == [60, 660, 1260].map { .seconds($0) })
    #expect(faults.map(\.end) == [70, 670, 1270].map { .seconds($0) })
  }

  @Test("what recurs without end is given an hour ahead, and nothing twice or never")
  func isLazy() {
    var feed = ScenarioFeed(of: Self.options([ScenarioEntry(Self.nack, every: .seconds(7))]))
    var starts = feed.firstEvents().count
    #expect(starts == 1029, "those of two hours")
    #expect(feed.refill == .seconds(3600))
    for _ in 0..<22 { starts += feed.moreEvents().count }
    #expect(starts == (24 * 3600 + 6) / 7 && feed.refill == .seconds(23 * 3600))
    var once = ScenarioFeed(of: Self.options([ScenarioEntry(Self.nack, from: .seconds(1 << 30))]))
    #expect(once.firstEvents().count == 1 && once.refill == nil)
  }

  @Test("a board goes on with its scenario for hours, however its time is cut")
  func goesOn() throws {
    let entries = [
      ScenarioEntry(
        .event(.world([try WorldOrder(.temperature, -10)]), undone: nil), from: .seconds(100),
        every: .seconds(3600)),
      ScenarioEntry(
        .event(.world([try WorldOrder(.temperature, nil)]), undone: nil), from: .seconds(200),
        every: .seconds(3600)),
    ]
    var options = Self.options(entries)
    options.sampleInterval = .seconds(60)
    let (whole, cut) = (try Board(.none, options: options), try Board(.none, options: options))
    whole.run(until: .seconds(7350))
    while cut.now < .seconds(7350) {
      cut.run(until: min(cut.now + .seconds(997), .seconds(7350)))
    }
    for board in [whole, cut] {
      let values = [3750, 3850, 7350].map { second in
        board.simulation.world.state(at: .seconds(second)).temperature
      }
      #expect(values[0] == -10 && values[1] > 10 && values[2] == -10)
    }
    #expect(whole.get("/api/v1/measurement").text == cut.get("/api/v1/measurement").text)
  }

  @Test("an event with an end is undone then: power comes back, a quantity follows the scenario")
  func undone() throws {
    let entries = [
      ScenarioEntry(
        .event(.power(isOn: false), undone: .power(isOn: true)), from: .seconds(5),
        for: .seconds(2))
    ]
    let board = try Board(.none, options: Self.options(entries))
    board.run(until: .seconds(6))
    #expect(!board.isPowered)
    board.run(until: .seconds(8))
    #expect(board.isPowered)
  }

  @Test("of two faults the one that begins later counts, written first or not, and both end")
  func later() {
    func drift(_ rate: Double, from start: Int, for length: Int) -> ScenarioEntry {
      ScenarioEntry(
        .fault(BoardFault(.drift, of: "bme280", [.rate: rate])), from: .seconds(start),
        for: .seconds(length))
    }
    let entries = [drift(2, from: 20, for: 10), drift(1, from: 10, for: 100)]
    let starts = Self.faults(entries, after: .seconds(200)).map { $0.parameters[.rate] }
    #expect(starts == [1, 2])
    let same = [drift(3, from: 10, for: 5), drift(4, from: 10, for: 5)]
    #expect(Self.faults(same, after: .seconds(200)).map { $0.parameters[.rate] } == [3, 4])
  }

  @Test("a fault by chance is another one each time, of a part on the board, and the seed's")
  func anyFault() {
    let entry = ScenarioEntry(
      .anyFault(of: BoardFault.Kind.allCases, part: nil), for: .seconds(20), every: .seconds(60))
    let faults = Self.faults([entry], after: .seconds(7200))
    #expect(faults.count == 120)
    #expect(Set(faults.map(\.kind)).count > 10 && Set(faults.map(\.part)).count > 4)
    for fault in faults {
      if let part = fault.part {
        #expect(fault.kind.parts.contains(part) && part != "veml7700")
      } else {
        #expect(fault.kind.parts.isEmpty)
      }
    }
    #expect(Self.faults([entry], after: .seconds(7200)) == faults)
    #expect(Self.faults([entry], after: .seconds(7200), seed: 2) != faults)
    let one = ScenarioEntry(
      .anyFault(of: [.nack, .crc], part: "sps30"), for: .seconds(20), every: .seconds(60))
    #expect(Self.faults([one], after: .seconds(3600)).allSatisfy { $0.part == "sps30" })
  }

  @Test("ten thousand events are taken at once, and each is in force at its time")
  func many() throws {
    let entries = try (0..<10_000).map { index in
      ScenarioEntry(
        .event(.world([try WorldOrder(.pressure, 90_000 + Double(index))]), undone: nil),
        from: .seconds(index))
    }
    let board = try Board(.none, options: Self.options(entries))
    #expect(board.simulation.world.state(at: .seconds(7777.5)).pressure == 97_777)
  }
}
