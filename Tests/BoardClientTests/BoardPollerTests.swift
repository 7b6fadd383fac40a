import BoardClient
import Foundation
import Locks
import Testing

@Suite("Polls of a board", .timeLimit(.minutes(5)))
struct BoardPollerTests {
  private static let body = Array(BoardMeasurementTests.line.utf8)

  /// Returns the failure of the next poll; `nil` when the poll succeeds.
  private static func failure(
    _ transport: @escaping BoardTransport
  ) async -> BoardError? {
    await #expect(throws: BoardError.self) {
      try await BoardPoller("http://b", transport: transport).measurement()
    }
  }

  // MARK: The race

  @Test("who has not answered after five seconds has lost, and is cancelled", arguments: [5, 8])
  func losesRace(patience: Int) async throws {
    let clock = ManualClock()
    let (cancelled, tell) = AsyncStream<Void>.makeStream()
    var poller = BoardPoller("http://b", clock: clock) {
      await withTaskCancellationHandler {
        await forever()
      } onCancel: {
        tell.yield()
      }
      return BoardAnswer(body: Self.body)
    }
    if patience != 5 { poller.patience = .seconds(patience) }
    let poll = Task { [poller] in await Self.outcome(of: poller) }
    await clock.sleeper(until: .seconds(patience))
    clock.advance(to: .seconds(patience))
    let failure = await poll.value
    #expect(
      failure == .failure(BoardError(.noAnswer(within: .seconds(patience)), board: "http://b")))
    let error = BoardError(.noAnswer(within: .milliseconds(2500)), board: "b")
    #expect(
      error.description == "board b: no answer within 2.5 s; is it on, and in this network?")
    for await _ in cancelled { break }
  }

  @Test("a transport that cannot be cancelled is left behind")
  func leavesBehind() async {
    let clock = ManualClock()
    let (done, finish) = AsyncStream<Void>.makeStream()
    let poller = BoardPoller("http://b", clock: clock) {
      let stuck = Task { for await _ in done { break } }
      await stuck.value  // which is not cancelled with its owner
      return BoardAnswer(body: Self.body)
    }
    let poll = Task { await Self.outcome(of: poller) }
    await clock.sleeper(until: .seconds(5))
    clock.advance(to: .seconds(5))
    let outcome = await poll.value
    #expect(outcome == .failure(BoardError(.noAnswer(within: .seconds(5)), board: "http://b")))
    finish.yield()
  }

  @Test("an answer just in time wins")
  func winsRace() async throws {
    let clock = ManualClock()
    let (answers, answer) = AsyncStream<[UInt8]>.makeStream()
    let poller = BoardPoller("http://b", clock: clock) {
      for await body in answers { return BoardAnswer(body: body) }
      throw CancellationError()
    }
    let poll = Task { await Self.outcome(of: poller) }
    await clock.sleeper(until: .seconds(5))
    clock.advance(to: .milliseconds(4999))
    answer.yield(Self.body)
    #expect(try await poll.value.get().temperatureCelsius == 22.5)
    #expect(clock.sleeperCount == 0)
  }

  private static func outcome(
    of poller: BoardPoller
  ) async -> Result<BoardMeasurement, BoardError> {
    do throws(BoardError) { return .success(try await poller.measurement()) } catch {
      return .failure(error)
    }
  }

  // MARK: Failures

  @Test("a status other than 200 is no measurement")
  func status() async {
    let failure = await Self.failure { BoardAnswer(status: 500, body: Self.body) }
    #expect(
      failure?.description
        == "board http://b: it answers with status 500 instead of 200; is that the board's address?"
    )
  }

  @Test("a transport's words are told, and cannot steer a terminal")
  func unreachable() async {
    let failure = await Self.failure { throw BoardTransportError("it is \u{1B}[31maway") }
    #expect(failure?.reason == .unreachable("it is \u{1B}[31maway"))
    #expect(failure?.description == #"board http://b: it is \u001b[31maway"#)
    struct Odd: Error {}
    #expect(await Self.failure { throw Odd() }?.reason == .unreachable("Odd()"))
  }

  @Test("what cannot be read says why")
  func unreadable() async {
    let failure = await Self.failure { BoardAnswer(body: Array("1;2".utf8)) }
    #expect(failure?.reason == .unreadable(.fieldCount(found: 2, expected: nil)))
  }

  @Test("a port where nobody listens is told as refused, over HTTP")
  func refused() async throws {
    let poller = BoardPoller(at: try #require(URL(string: "http://127.0.0.1:1/")))
    let outcome = await Self.outcome(of: poller)
    guard case .failure(let error) = outcome, case .unreachable(let words) = error.reason else {
      Issue.record("\(outcome)")
      return
    }
    #expect(words.contains("refused"))
  }

  @Test("a dialect that was named is held to, and none takes what comes")
  func dialects() async throws {
    let eleven = Array(
      BoardMeasurementTests.line.split(separator: ";").prefix(11).joined(separator: ";").utf8)
    let named = BoardPoller("b", dialect: .moqa) { BoardAnswer(body: eleven) }
    let failure = await Self.outcome(of: named)
    #expect(
      failure
        == .failure(BoardError(.unreadable(.fieldCount(found: 11, expected: 13)), board: "b")))
    let unnamed = BoardPoller("b") { BoardAnswer(body: eleven) }
    #expect(try await unnamed.measurement().fields.count == 11)
  }

  @Test("ages in an answer's header are those of its values")
  func ages() async throws {
    let poller = BoardPoller("b") { BoardAnswer(body: Self.body, valueAge: "pm25=12.5") }
    let measurement = try await poller.measurement()
    #expect(measurement.fields.first { $0.name == "pm25" }?.age == .seconds(12.5))
  }

  @Test("whoever is cancelled between two polls asks no more")
  func cancelledBetween() async {
    let clock = ManualClock()
    let count = Lock(0)
    let poller = BoardPoller("b", clock: clock) {
      count.withLock { $0 += 1 }
      return BoardAnswer(body: Self.body)
    }
    let task = Task { for await _ in poller.measurements(every: .seconds(2)) {} }
    await clock.sleeper(until: .seconds(2))
    task.cancel()
    await task.value
    #expect(count.withLock { $0 } == 1)
  }

  @Test("whoever is cancelled is told that")
  func cancelled() async {
    let poll = Task {
      await Self.failure {
        await forever(); throw CancellationError()
      }
    }
    poll.cancel()
    #expect(await poll.value?.reason == .cancelled)
  }

  // MARK: Repeated polls

  @Test("the first poll is at once, the others come from beginning to beginning, over failures too")
  func pace() async throws {
    let clock = ManualClock()
    let polls = Lock<[Duration]>([])
    let poller = BoardPoller("http://b", clock: clock) {
      let count = polls.withLock { polls in
        polls.append(clock.now.offset)
        return polls.count
      }
      return BoardAnswer(status: count == 2 ? 503 : 200, body: Self.body)
    }
    let (results, tell) = AsyncStream<Bool>.makeStream()
    let task = Task {
      for await result in poller.measurements(every: .seconds(2)) {
        tell.yield((try? result.get()) != nil)
      }
      tell.finish()
    }
    var got: [Bool] = []
    for await isMeasurement in results {
      got.append(isMeasurement)
      if got.count == 3 { break }
      let next = Duration.seconds(2 * got.count)
      await clock.sleeper(until: next)
      clock.advance(to: next)
    }
    #expect(got == [true, false, true])
    #expect(polls.withLock { $0 } == [.zero, .seconds(2), .seconds(4)])
    task.cancel()
    await task.value
  }

  @Test("a slow board is asked again when it has answered, and never twice at once")
  func slowBoard() async throws {
    let clock = ManualClock()
    let underWay = Lock((now: 0, most: 0, count: 0))
    let poller = BoardPoller("http://b", patience: .seconds(60), clock: clock) {
      underWay.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
        $0.count += 1
      }
      defer { underWay.withLock { $0.now -= 1 } }
      clock.advance(to: clock.now.offset + .seconds(3))  // what the answer takes
      return BoardAnswer(body: Self.body)
    }
    var count = 0
    for await _ in poller.measurements(every: .seconds(1)) {
      count += 1
      if count == 5 { break }
    }
    #expect(underWay.withLock { $0.most == 1 && $0.count == 5 })
    #expect(clock.now.offset == .seconds(15))
  }
}

/// Waits until the task is cancelled.
private func forever() async {
  let (never, hold) = AsyncStream<Void>.makeStream()
  defer { hold.finish() }
  for await _ in never {}
}
