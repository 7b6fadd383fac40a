import BoardFirmware
import BoardSimulation
@testable import ScenarioFiles
import Locks
import Testing

@testable import VirtualBoard

@Suite("However an event is given")
struct SameEffectTests {
  /// Returns the card's content after a board has run for some minutes.
  private func card(
    _ options: BoardOptions, ordering orders: (Board) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    let written = Lock<[UInt8]>([])
    let card = BoardCard(
      append: { line, _, header throws(CardError) in
        let bytes = line.indices.map { line[$0] }
        let head = header.indices.map { header[$0] }
        written.withLock { $0 += ($0.isEmpty ? head : []) + bytes }
      },
      end: { _, count throws(CardError) in written.withLock { Array($0.suffix(count)) } })
    let board = try Board(on: Self.supply.get(), options: options, card: card)
    try orders(board)
    board.run(until: .seconds(240))
    return written.withLock { $0 }
  }

  /// A correction supply for all boards, whose messages are made once.
  private static let supply = Result {
    try CorrectionSupply(.builtInBase, from: BoardOptions().bootDate)
  }

  private static func standing(_ lines: String = "") throws -> BoardOptions {
    var options = BoardOptions()
    options.sky = .off
    options.follow(try ScenarioTextTests.scenario(lines))
    return options
  }

  @Test(
    "option, file and order at run time have the same effect, byte for byte on the card",
    arguments: [
      (
        ["temperature=-10 at=100 over=30"], "events: [{at: 100, set: {temperature: -10}, over: 30}]"
      ),
      (
        ["pm25=200 at=60", "pm25=null at=150"],
        "events: [{from: 60, to: 150, set: {pm25: 200}}]"
      ),
      (["nack part=sps30 from=60 to=70"], "faults: [{fault: nack, part: sps30, from: 60, to: 70}]"),
      (
        ["flip part=bme280 from=30 for=90 probability=0.5 byte=3"],
        "faults: [{fault: flip, part: bme280, from: 30, for: 90, probability: 0.5, byte: 3}]"
      ),
      (
        ["stale part=bh1750 from=80 to=90", "stale part=bh1750 from=140 to=150"],
        "faults: [{fault: stale, part: bh1750, from: 80, to: 90, every: 60, until: 180}]"
      ),
    ])
  func same(options: [String], lines: String) throws {
    let events = try options.map { text in
      if let event = try? BoardEvent(parsing: text) { return event }
      return BoardEvent(.fault(try BoardFault(parsing: text)), at: .zero)
    }
    let plain = try Self.standing()
    var optioned = plain
    optioned.events = events
    let byOption = try card(optioned)
    #expect(try card(try Self.standing(lines)) == byOption)
    #expect(
      try card(plain) { board in for event in events { try board.schedule(event) } } == byOption)
    #expect(try card(plain) != byOption)
  }

  @Test("a file that says no more than the option leaves the board on its usual walk")
  func usualWalk() throws {
    var optioned = BoardOptions()
    optioned.sky = .off
    optioned.events = [BoardEvent(.fault(try BoardFault(parsing: "nack part=sps30 from=60 to=70")))]
    var filed = BoardOptions()
    filed.sky = .off
    filed.follow(
      try Scenario(
        yaml: Array("scenario: 1\nfaults: [{fault: nack, part: sps30, from: 60, to: 70}]\n".utf8),
        file: "mine.yaml"))
    #expect(try card(filed) == card(optioned))
    #expect(filed.scenario.world == WorldScript.milanWalk)
  }

  @Test("what was ordered at run time is told as a scenario that has the same effect")
  func told() throws {
    let plain = try Self.standing()
    var orders: [BoardEvent] = []
    let byHand = try card(plain) { board in
      board.run(until: .seconds(61.5))
      try board.schedule(BoardEvent(.world([try WorldOrder(.light, 5)])))
      try board.schedule(BoardEvent(.fault(try BoardFault(parsing: "crc part=sps30 to=99"))))
      try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(120.25)))
      try board.schedule(BoardEvent(.power(isOn: true), at: .seconds(130)))
      orders = board.orders
    }
    let report = DescribedValue.object([Described("events", .array(orders.map(\.described)))])
    let yaml = try ScenarioOrdersText.yaml(
      ofReport: YAMLText.node(Array(report.json.utf8)), named: "by-hand")
    #expect(ScenarioOrdersText.yaml(of: orders) == yaml)
    var options = BoardOptions()
    options.sky = .off
    options.follow(try Scenario(yaml: Array(yaml.utf8), file: "by-hand.yaml"))
    #expect(options.scenario.entries.count == 4)
    #expect(try card(options) == byHand)
  }

  @Test("a report without events is refused")
  func refused() {
    #expect(throws: ScenarioError.self) {
      try ScenarioOrdersText.yaml(ofReport: YAMLText.node(Array("{\"a\":1}".utf8)), named: "x")
    }
  }
}
