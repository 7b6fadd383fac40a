import BoardFirmware
import BoardSimulation
import Locks
import Mathematics
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("The last transfers on a board's bus", .timeLimit(.minutes(5)))
struct TransferWatchTests {
  /// A clock that a test sets.
  private final class HandClock: Sendable {
    private let time = Lock(ContinuousClock.now)
    func advance(by step: Duration) { time.withLock { $0 += step } }
    var now: ContinuousClock.Instant { time.withLock { $0 } }
  }

  @Test("are kept from the first question until half a minute after the last one")
  func patience() throws {
    let board = try Board(.none)
    let bus = board.simulation.bus
    let clock = HandClock()
    let watch = TransferWatch { clock.now }
    func run() { board.run(until: board.now + .seconds(4)) }
    run()
    #expect(bus.onTransfer == nil)
    #expect(watch.last(200, on: bus).isEmpty)
    run()
    let first = watch.last(200, on: bus)
    #expect(!first.isEmpty && first.allSatisfy { $0.start >= .seconds(4) })
    clock.advance(by: TransferWatch.patience - .milliseconds(1))
    run()
    let all = watch.last(200, on: bus)
    #expect(all.starts(with: first) && all.count > first.count)
    #expect(all.map(\.number) == Array(all[0].number..<(all[0].number + all.count)))
    #expect(watch.last(2, on: bus) == all.suffix(2))
    clock.advance(by: TransferWatch.patience)
    run()
    #expect(bus.onTransfer == nil)
    #expect(watch.last(200, on: bus).isEmpty)
    run()
    #expect(watch.last(1, on: bus).first?.number == bus.totals.transfers)
  }

  @Test(
    "are two hundred at most, and another observer of the bus sees each of them, then and after")
  func limit() throws {
    let board = try Board(.none)
    let bus = board.simulation.bus
    var seen: [I2CTransfer] = []
    bus.onTransfer = { seen.append($0) }
    let clock = HandClock()
    let watch = TransferWatch { clock.now }
    #expect(watch.last(200, on: bus).isEmpty)
    board.run(until: .seconds(120))
    #expect(seen.count > TransferWatch.limit)
    #expect(watch.last(1000, on: bus) == seen.suffix(TransferWatch.limit))
    clock.advance(by: TransferWatch.patience)
    board.run(until: .seconds(130))
    #expect(seen.count == bus.totals.transfers)
    #expect(watch.last(1000, on: bus).isEmpty)
  }

  @Test("are on the control port as the lines of a trace")
  func port() throws {
    let lines = Lock<[String]>([])
    var configuration = BoardService.Configuration()
    configuration.pace = .manual
    configuration.isWarm = false
    configuration.port = 0
    configuration.instrument = { _, board in
      let bus = board.simulation.bus
      bus.onTransfer = { [unowned bus] transfer in
        let line = transfer.line(
          part: bus.name(of: transfer.address), meaning: bus.meaning(of: transfer))
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    }
    let service = try BoardService(configuration)
    defer { service.stop() }
    #expect(
      try service.control("/api/v1/transfers").text == #"{"board_time":0.000,"transfers":[]}"#)
    try service.advance("20")
    for (query, count) in [("", 50), ("?count=3", 3), ("?count=200", 200)] {
      let answer = try service.control("/api/v1/transfers\(query)")
      #expect(answer.status == 200)
      let json = try JSONDocument(answer.body)
      let time = try #require(json.number("board_time"))
      #expect(abs(time - service.snapshot.boardTime.inSeconds) < 0.001)
      let transfers = try #require(json["transfers"] as? [[String: Any]])
      #expect(transfers.count == min(count, lines.withLock { $0.count }))
      let told = transfers.compactMap { $0["line"] as? String }
      #expect(told.map { $0 + "\n" } == lines.withLock { $0.suffix(count) })
      for transfer in transfers {
        let line = try #require(transfer["line"] as? String)
        let words = line.split(separator: " ")
        #expect(transfer["part"] as? String == String(words[2]))
        #expect(transfer["board_time"] as? Double == Double(words[0]))
      }
    }
  }

  @Test(
    "a number of transfers that is none is a 400 that names the limits",
    arguments: ["0", "201", "-1", "x", "", "1.5"])
  func badCount(text: String) throws {
    let service = try manualBoard()
    defer { service.stop() }
    let answer = try service.control("/api/v1/transfers?count=\(text)")
    #expect(answer.status == 400)
    #expect(
      try JSONDocument(answer.body).text("error")
        == "'count' must be a whole number from 1 to 200, not '\(text)'")
  }
}
