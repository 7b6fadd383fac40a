import BoardFirmware
import Locks
import Platform
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("A board's thread")
struct BoardRunnerTests {
  @Test("at full speed the board shows itself after each second of its time")
  func slices() throws {
    let board = try Board(.none)
    let seen = Lock<[Duration]>([])
    let runner = BoardRunner(board, pace: .unlimited, duration: .seconds(10))
    runner.state.follow { snapshot in
      seen.withLock { $0.append(snapshot.boardTime) }
      return true
    }
    let ended = Countdown(from: 1)
    runner.connect(wake: {}, atEnd: { ended.countDown() })
    runner.begin()
    let scheduler = Scheduler(threadCount: 1)
    scheduler.start(runner, as: scheduler.reserve())
    #expect(ended.wait(atMost: .seconds(600)))
    scheduler.stop()
    let times = seen.withLock { $0 }
    #expect(times.count > 9)
    // A transfer under way at the end of a second is completed.
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .seconds(1.5) })
  }

  @Test("a board at twice its time is twice as far, from its beginning on, and ends on its time")
  func twice() throws {
    let runner = BoardRunner(
      try Board(.none), pace: .times(2), duration: .seconds(20), warmUp: .seconds(2))
    runner.begin()
    let begin = ContinuousClock.now
    for second in [0, 1, 4, 6] {
      let now = begin + .seconds(second)
      guard case .at(let next) = runner.takeTurn(at: now) else {
        Issue.record("no turn after \(second) s")
        return
      }
      let time = runner.state.snapshot.boardTime - .seconds(2 + 2 * second)
      // A transfer under way is completed, and work is due every two seconds.
      #expect(time >= .zero && time < .seconds(0.5), "after \(second) s")
      #expect(next > now && next - now < .seconds(1.5), "after \(second) s")
    }
    _ = runner.takeTurn(at: begin + .seconds(9))
    #expect(runner.takeTurn(at: begin + .seconds(9)) == .done)
    #expect(runner.state.snapshot.boardTime - .seconds(20) < .seconds(0.5))
  }

  @Test("a board that begins later stands still until then, and is as far behind from then on")
  func delayed() throws {
    let runner = BoardRunner(
      try Board(.none), pace: .times(1), duration: .seconds(20), delay: .seconds(1.5))
    runner.begin()
    let begin = ContinuousClock.now
    func time(after elapsed: Duration) -> (board: Duration, next: Turn) {
      let next = runner.takeTurn(at: begin + elapsed)
      return (runner.state.snapshot.boardTime, next)
    }
    let first = time(after: .zero).board
    #expect(first < .seconds(0.5), "the work of its first instant")
    #expect(time(after: .seconds(1.5)).board == first)
    let later = time(after: .seconds(5.5))
    #expect(later.board >= .seconds(4) && later.board < .seconds(4.5))
    // Another pace begins at once.
    try runner.change(try #require(ClockOrder(json: Array(#"{"speed":2}"#.utf8))))
    _ = time(after: .seconds(6))
    let fast = time(after: .seconds(9)).board - later.board
    #expect(fast >= .seconds(5.5) && fast < .seconds(6.5))
  }

  @Test("a board whose clock is moved by hand to its end has ended, without another order")
  func endByHand() throws {
    let runner = BoardRunner(try Board(.none), pace: .manual, duration: .seconds(3))
    runner.begin()
    #expect(runner.takeTurn(at: .now) == .whenWoken)
    runner.advance(by: .seconds(3)) { _ in }
    var turns: [Turn] = []
    while turns.last != .done, turns.last != .whenWoken { turns.append(runner.takeTurn(at: .now)) }
    // One turn for each second, and one to end.
    #expect(turns.count == 4 && turns.last == .done)
    #expect(runner.state.snapshot.boardTime >= .seconds(3))
  }

  @Test("a board is warm once, however often it is woken, and tells nothing after its end")
  func warmAndEnd() throws {
    let runner = BoardRunner(
      try Board(.none), pace: .manual, duration: .seconds(60), warmUp: .seconds(2))
    let told = Lock<[String]>([])
    @Sendable func tell(_ word: String) { told.withLock { $0.append(word) } }
    runner.connect(wake: {}, whenWarm: { tell("warm") }, atEnd: { tell("end") })
    for _ in 1...3 { #expect(runner.takeTurn(at: .now) == .whenWoken) }
    #expect(told.withLock { $0 } == ["warm"])
    #expect(runner.state.snapshot.boardTime >= .seconds(2))
    runner.advance(by: .seconds(1)) { _ in tell("advanced") }
    runner.stop()
    #expect(runner.takeTurn(at: .now) == .done)
    #expect(told.withLock { $0 } == ["warm", "advanced", "end"])
    runner.ask { board, _ in tell(board == nil ? "no parts" : "parts") }
    runner.advance(by: .seconds(1)) { if case .failure = $0 { tell("stopped") } }
    runner.order(BoardEvent(.power(isOn: false))) { if case .failure = $0 { tell("no order") } }
    #expect(told.withLock { $0 }.suffix(3) == ["no parts", "stopped", "no order"])

    let early = BoardRunner(try Board(.none), pace: .manual, duration: nil)
    early.connect(wake: {}, whenWarm: { tell("warm at last") }, atEnd: { tell("early end") })
    early.stop()
    #expect(early.takeTurn(at: .now) == .done)
    #expect(told.withLock { $0 }.suffix(2) == ["warm at last", "early end"])
  }

  @Test("a count is waited for until it is at its end")
  func countdown() {
    let countdown = Countdown(from: 2)
    countdown.countDown()
    #expect(!countdown.wait(atMost: .zero))
    #expect(countdown.count == 1)
    countdown.countDown()
    #expect(countdown.wait(atMost: .seconds(60)))
  }
}
