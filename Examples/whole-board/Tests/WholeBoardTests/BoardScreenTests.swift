import BoardClient
import BoardScreen
import Observation
import Testing
import VirtualBoard

@MainActor
@Suite("A screen's model, and a whole board that it polls", .timeLimit(.minutes(5)))
struct BoardScreenTests {
  /// Answers polls one by one, when the test wants them answered.
  private let answers = AsyncStream<BoardAnswer?>.makeStream()

  private func model() -> BoardScreenModel {
    let stream = answers.stream
    let poller = BoardPoller("board", patience: .seconds(300)) {
      for await answer in stream {
        guard let answer else { throw BoardTransportError("it is away") }
        return answer
      }
      throw CancellationError()
    }
    return BoardScreenModel(poller, every: .zero)
  }

  /// Waits until a property of the model has a value.
  private func until(_ isReached: @escaping @MainActor @Sendable () -> Bool) async {
    for await isDone in Observations({ isReached() }) where isDone { return }
  }

  @Test(
    "it shows what the board measures, keeps it while the board is away, and says that it is old")
  func polls() async throws {
    let board = try Board()
    board.run(until: .seconds(60))
    let model = model()
    #expect(model.measurement == nil && !model.isStale && !model.isPolling)

    model.start()
    model.start()
    answers.continuation.yield(BoardAnswer(body: board.get("/").body))
    await until { model.measurement != nil }
    let first = try #require(model.measurement)
    #expect(first.fields.count == 13 && first.fields.allSatisfy { $0.value != nil })
    #expect(model.isPolling && !model.isStale && model.problem == nil)

    answers.continuation.yield(nil)
    await until { model.problem != nil }
    #expect(model.problem == "board board: it is away")
    #expect(model.measurement == first && model.isStale)

    board.run(until: .seconds(120))
    answers.continuation.yield(BoardAnswer(body: board.get("/").body))
    await until { model.measurement != first }
    #expect(!model.isStale && model.problem == nil)

    answers.continuation.yield(BoardAnswer(body: board.get("/").body, valueAge: "pm25=12.0"))
    await until { model.isStale }
    #expect(model.problem == nil)

    model.stop()
    #expect(!model.isPolling && model.isStale)
  }

  @Test("a model that nobody has any more polls no more")
  func leaves() async {
    let (polls, tell) = AsyncStream<Bool>.makeStream()
    let poller = BoardPoller("board", patience: .seconds(300)) {
      tell.yield(true)
      defer { tell.yield(false) }
      let (never, hold) = AsyncStream<Void>.makeStream()
      defer { hold.finish() }
      for await _ in never {}
      throw CancellationError()
    }
    var model: BoardScreenModel? = BoardScreenModel(poller)
    model?.start()
    var asked = polls.makeAsyncIterator()
    #expect(await asked.next() == true)
    model = nil
    #expect(await asked.next() == false)
  }
}
