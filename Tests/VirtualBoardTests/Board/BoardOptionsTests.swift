import BoardFirmware
import BoardSimulation
import GNSSBasics
import NtripProtocol
import Testing

@testable import VirtualBoard

@Suite("What a board is made from, and ordered to do")
struct BoardOptionsTests {
  private static func quiet() -> BoardOptions {
    var options = BoardOptions()
    options.sky = .off
    return options
  }

  @Test("a scenario's date and seed count where it has them")
  func follows() {
    var options = BoardOptions()
    options.follow(.standing)
    #expect(options.scenario == .standing && options.seed == 1)
    #expect(options.bootDate == World.defaultBootDate)
    options.follow(Scenario(name: "s", start: UnixTime(seconds: 1_780_000_000), seed: 9))
    #expect(options.seed == 9 && options.bootDate == UnixTime(seconds: 1_780_000_000))
  }

  @Test("boards in one world have chance of their own, and begin 50 m after each other")
  func numbers() {
    var options = BoardOptions()
    options.seed = 5
    var seeds: Set<UInt64> = []
    for number in 0..<10 {
      options.number = number
      #expect(options.head == 50 * Double(number))
      #expect((options.boardSeed == 5) == (number == 0))
      seeds.insert(options.boardSeed)
    }
    #expect(seeds.count == 10)
    options.seed = 6
    #expect(!seeds.contains(options.boardSeed))
  }

  @Test("the bus is as quick as it is told to be, also without a firmware")
  func busClock() throws {
    var options = Self.quiet()
    options.busClock = .fast
    #expect(try Board(.none, options: options).simulation.bus.rate == .fast)
    #expect(try Board(.none, options: Self.quiet()).simulation.bus.rate == .standard)
    var configuration = BusBoards.Configuration()
    configuration.board.busClock = .fast
    var session = BusSession(BusBoards(configuration))
    _ = session.answer(to: "D 2000".utf8)
    #expect(session.answer(to: "T 77 w D0 r 1".utf8).line == "OK 60 t=98 s=0")
  }

  @Test("a receiver that is told no rate gives a position a second")
  func rate() throws {
    var options = Self.quiet()
    options.gnssRate = 0
    let board = try Board(.none, options: options)
    board.run(until: .seconds(60))
    let position = try #require(board.snapshot.gnss.position)
    #expect(board.now - position.time < .seconds(1.2))
  }

  @Test("a card that cannot be signed says so when the board has stopped")
  func unsigned() throws {
    let card = BoardCard(
      append: { _, _, _ throws(CardError) in }, end: { _, _ throws(CardError) in [] },
      finish: { () throws(CardError) in throw .full })
    let board = try Board(.none, options: Self.quiet(), card: card)
    board.run(until: .seconds(3))
    #expect(board.snapshot.card.error == nil)
    board.stop()
    #expect(
      board.snapshot.card.error == "the last lines could not be signed: \(CardError.full)")
    let mute = try Board(.none, options: Self.quiet())
    mute.run(until: .seconds(3))
    mute.stop()
    #expect(mute.snapshot.card.error?.contains("signed") != true)
  }

  @Test("orders are done in the order of their times; of two for one time the later given counts")
  func orders() throws {
    let board = try Board(.none, options: Self.quiet())
    var told: [Int] = []
    board.scriptChanged = { told.append($0.orders.count) }
    for (second, isOn) in [(3, true), (2, false), (2, true), (3, false)] {
      try board.schedule(BoardEvent(.power(isOn: isOn), at: .seconds(second)))
    }
    for (second, interval) in [(8, 9), (4, 5), (4, 7), (6, 8)] {
      let settings = try BoardSettings(sampleInterval: .seconds(interval), network: .standard)
      try board.schedule(BoardEvent(.settings(settings), at: .seconds(second)))
    }
    var (isPowered, intervals): ([Bool], [Duration]) = ([], [])
    for time in [1, 2.5, 3.5, 5, 7, 9] {
      board.run(until: .seconds(time))
      isPowered.append(board.isPowered)
      intervals.append(board.settings.sampleInterval)
    }
    #expect(isPowered == [true, true, false, false, false, false])
    #expect(intervals == [2, 2, 2, 7, 8, 9].map { .seconds($0) })
    #expect(told == [1, 2, 3, 4, 5, 6, 7, 8] && board.orders.count == 8)
  }

  @Test("faults have numbers of their own, and end when that is ordered")
  func faults() throws {
    let board = try Board(.none, options: Self.quiet())
    var told: [[BoardFault]] = []
    board.faultsChanged = { told.append($0) }
    let nack = BoardEvent(.fault(BoardFault(.nack, of: "sps30")), at: .seconds(2))
    let stale = BoardEvent(.fault(BoardFault(.stale, of: "bme280", to: .seconds(90))))
    try board.schedule(BoardEvent(.power(isOn: true)))
    #expect(try board.schedule(nack) == EventReceipt(time: .seconds(2), id: 1))
    #expect(try board.schedule(stale) == EventReceipt(time: .zero, id: 2))
    board.run(before: .seconds(5))
    #expect(throws: EventError.past(.seconds(4), now: .seconds(5))) {
      try board.schedule(BoardEvent(.fault(BoardFault(.nack, of: "sps30", to: .seconds(4)))))
    }
    #expect(throws: EventError.noSuchFault(3)) { try board.schedule(BoardEvent(.endFault(3))) }
    try board.schedule(BoardEvent(.endFault(1)))
    #expect(board.faults.map(\.end) == [.seconds(5), .seconds(90)])
    #expect(throws: EventError.noSuchFault(1)) { try board.schedule(BoardEvent(.endFault(1))) }
    board.run(before: .seconds(6))
    try board.schedule(BoardEvent(.endFault(nil)))
    #expect(board.faults.map(\.end) == [.seconds(5), .seconds(6)])
    #expect(told.map(\.count) == [1, 2, 2, 2] && told.last == board.faults)
    // The orders list each fault with its actual end.
    #expect(board.orders.map(\.deed).suffix(2) == board.faults.map { .fault($0) })
  }

  @Test("what the board's receiver measures is offered under two names")
  func streams() {
    let records = RoverStreams.mountpoints.map(\.record)
    #expect(records.map(\.mountpoint) == ["ROVER", "ROVER_UBX"])
    #expect(
      records.map(\.formatDetails) == [
        "1019(30),1020(30),1042(30),1044(30),1046(30),1077(1),1087(1),1097(1),1117(1),1127(1)",
        "RXM-RAWX(1),RXM-SFRBX",
      ])
    #expect(records.map(\.format) == ["RTCM 3.3", "UBX"])
    #expect(records.allSatisfy { $0.carrier == 2 && $0.identifier == "board" })
    #expect(records.allSatisfy { $0.navigationSystem == "GPS+GLO+GAL+BDS+QZS" })
  }
}
