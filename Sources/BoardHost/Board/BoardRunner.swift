internal import BoardFirmware
internal import BoardSimulation
internal import Platform
import Locks
internal import VirtualBoard

/// Runs one board at a pace, a turn at a time, and publishes what it shows.
///
/// Whoever gives the turns does so on one thread at a time; everything else may come from any thread.
final class BoardRunner: Scheduled {
  /// The board's published state, with its last snapshot.
  let state: BoardState
  private let pace: Pace
  /// The pending orders, written by any thread and taken by the board's thread.
  private let orders = Lock(Orders())
  private let duration: Duration
  private let warmUp: Duration?
  private let board: Handover
  private let call: Lock<Call>

  private struct Orders {
    var isStopping = false
    /// Whether board time may go on.
    var hasBegun = false
    /// The one that is under way.
    var advance: Advance?
    /// Events that the board has not been told of, in the order they came.
    var events: [(event: BoardEvent, whenTaken: EventHandler)] = []
    /// Questions to the board that have not been answered.
    var questions: [Question] = []
    /// No order is taken once the board has come to its end.
    var hasEnded = false
  }

  private struct Call {
    var wake: @Sendable () -> Void = {}
    var isWarm: @Sendable () -> Void = {}
    var hasEnded: @Sendable () -> Void = {}
  }

  /// Looks at the board when it has come to its end, on its thread.
  private let atEnd: @Sendable (Board) -> Void

  /// A wish to move the clock, and how the one who wishes hears that it is done.
  private struct Advance {
    var by: Duration
    /// The board time at which the advance ends, once it has begun.
    var target: Duration?
    var whenDone: AdvanceHandler
  }

  /// Hears what board time is when a wish to move it has been met, or why it was not.
  typealias AdvanceHandler = @Sendable (Result<Duration, ClockError>) -> Void

  /// Hears when an event will be, or why it will not.
  typealias EventHandler = @Sendable (Result<EventReceipt, EventError>) -> Void

  /// Looks at the board, on its thread; at `nil` when it has stopped at that time.
  typealias Question = @Sendable (_ board: Board?, _ time: Duration) -> Void

  /// Takes a board, whose first turn passes its warm-up and whose next ones wait for ``begin()``.
  ///
  /// - Parameters:
  ///   - board: The board, which nobody else touches from now on.
  ///   - pace: How board time follows real time.
  ///   - duration: How far board time goes; without end when `nil`.
  ///   - warmUp: Up to which board time it runs ahead before anybody sees it; `nil` when it does not.
  ///   - atEnd: Looks at the board when it has come to its end.
  init(
    _ board: Board, pace: Pace, duration: Duration?, warmUp: Duration? = nil,
    atEnd: @escaping @Sendable (Board) -> Void = { _ in }
  ) {
    self.atEnd = atEnd
    state = BoardState(board.snapshot)
    self.pace = pace
    self.duration = duration ?? .seconds(Int64.max / 4)
    self.warmUp = warmUp.map { min($0, duration ?? $0) }
    call = Lock(Call())
    self.board = Handover(board)
  }

  /// Says whom to call; before the first turn.
  ///
  /// - Parameters:
  ///   - wake: Asks for a turn.
  ///   - whenWarm: Called after the first turn.
  ///   - atEnd: Called when the board has come to its end or was stopped.
  func connect(
    wake: @escaping @Sendable () -> Void, whenWarm: @escaping @Sendable () -> Void = {},
    atEnd: @escaping @Sendable () -> Void = {}
  ) {
    call.withLock { $0 = Call(wake: wake, isWarm: whenWarm, hasEnded: atEnd) }
  }

  /// Asks for a turn, because something has arrived for the board.
  func wake() { call.withLock { $0.wake }() }

  /// Lets board time go on.
  func begin() {
    orders.withLock { $0.hasBegun = true }
    wake()
  }

  /// Asks the board to stop; it does in its next turn.
  func stop() {
    orders.withLock { $0.isStopping = true }
    wake()
  }

  /// Moves board time on by hand, one wish at a time; `whenDone` is called once, from any thread.
  func advance(by step: Duration, whenDone: @escaping AdvanceHandler) {
    let refusal: ClockError? = orders.withLock { orders in
      if orders.hasEnded { return .stopped(at: state.snapshot.boardTime) }
      if pace != .manual, pace != .perRequest { return .runsByItself }
      if orders.advance != nil { return .isMoving }
      orders.advance = Advance(by: step, whenDone: whenDone)
      return nil
    }
    if let refusal { whenDone(.failure(refusal)) } else { wake() }
  }

  /// Hands an event to the board, which takes it within a second; `whenTaken` is called once, from any
  /// thread.
  func order(_ event: BoardEvent, whenTaken: @escaping EventHandler) {
    let isTaken = orders.withLock { orders in
      if !orders.hasEnded { orders.events.append((event, whenTaken)) }
      return !orders.hasEnded
    }
    guard isTaken else {
      return whenTaken(.failure(.stopped(at: state.snapshot.boardTime)))
    }
    wake()
  }

  /// Asks the board something, now; `question` is called once, from any thread.
  func ask(_ question: @escaping Question) {
    let isTaken = orders.withLock { orders in
      if !orders.hasEnded { orders.questions.append(question) }
      return !orders.hasEnded
    }
    guard isTaken else { return question(nil, state.snapshot.boardTime) }
    wake()
  }

  // MARK: A turn

  func takeTurn(at now: ContinuousClock.Instant) -> Turn {
    let (isStopping, hasBegun) = orders.withLock { ($0.isStopping, $0.hasBegun) }
    let board = board.board
    guard !isStopping else { return end(board) }
    guard let start = self.board.start else {
      if !self.board.isWarm { warm(board) }
      guard hasBegun else { return .whenWoken }
      self.board.start = (now, board.now)
      return takeTurn(at: now)
    }
    guard board.now < duration else { return end(board) }
    return run(board, at: now, since: start)
  }

  private func warm(_ board: Board) {
    if let warmUp { board.warmUp(until: warmUp) }
    self.board.isWarm = true
    state.publish(board.snapshot)
    call.withLock { $0.isWarm }()
  }

  private func run(
    _ board: Board, at now: ContinuousClock.Instant,
    since start: (real: ContinuousClock.Instant, board: Duration)
  ) -> Turn {
    switch pace {
    case .manual, .perRequest: return runByHand(board)
    case .unlimited:
      board.run(until: min(board.now + .seconds(1), duration))
      passOn(board)
      return .at(now)
    case .times(let factor):
      let target = start.board + (now - start.real) * factor
      let next = board.run(until: min(target, duration))
      // What was ordered may have something to do before that: power that comes on, a shorter interval.
      if passOn(board) { return .at(now) }
      let due = start.real + (min(next, duration) - start.board) / factor
      return .at(max(due, now + .milliseconds(1)))
    }
  }

  /// Moves board time on by a slice, so that others see it move and can end it.
  private func runByHand(_ board: Board) -> Turn {
    takeEvents(for: board)
    let now = board.now
    let target: Duration? = orders.withLock { orders in
      guard let advance = orders.advance else { return nil }
      let target = advance.target ?? min(now + advance.by, duration)
      orders.advance?.target = target
      return target
    }
    guard let target else { return .whenWoken }
    board.run(before: min(now + .seconds(1), target))
    passOn(board)
    guard board.now >= target else { return .at(.now) }
    let advance = orders.withLock { orders in
      defer { orders.advance = nil }
      return orders.advance
    }
    advance?.whenDone(.success(board.now))
    return board.now < duration ? .whenWoken : .at(.now)
  }

  /// Tells the board what was ordered meanwhile, and the others what it shows.
  ///
  /// - Returns: Whether anything was ordered.
  @discardableResult
  private func passOn(_ board: Board) -> Bool {
    defer { state.publish(board.snapshot) }
    return takeEvents(for: board)
  }

  /// Tells the board what was ordered; those who ordered hear of it when all others can see it.
  ///
  /// - Returns: Whether anything was.
  @discardableResult
  private func takeEvents(for board: Board) -> Bool {
    let (events, questions) = orders.withLock { orders in
      defer { (orders.events, orders.questions) = ([], []) }
      return (orders.events, orders.questions)
    }
    let receipts = events.map { event, _ in
      Result { () throws(EventError) in try board.schedule(event) }
    }
    if !events.isEmpty { state.publish(board.snapshot) }
    for ((_, whenTaken), receipt) in zip(events, receipts) { whenTaken(receipt) }
    for question in questions { question(board, board.now) }
    return !events.isEmpty
  }

  private func end(_ board: Board) -> Turn {
    if !self.board.isWarm { call.withLock { $0.isWarm }() }
    board.stop()
    atEnd(board)
    // Taking the card out may have failed.
    if board.snapshot.card != state.snapshot.card { state.publish(board.snapshot) }
    let (advance, events, questions) = orders.withLock { orders in
      orders.hasEnded = true
      defer { (orders.advance, orders.events, orders.questions) = (nil, [], []) }
      return (orders.advance, orders.events, orders.questions)
    }
    let now = state.snapshot.boardTime
    advance?.whenDone(.failure(.stopped(at: now)))
    for (_, whenTaken) in events { whenTaken(.failure(.stopped(at: now))) }
    for question in questions { question(nil, now) }
    call.withLock { $0.hasEnded }()
    return .done
  }
}

/// Carries a board from one turn to the next.
///
/// Sound: whoever makes a runner gives the board up to it, and only the runner's turns touch it, one at a time, each
/// of which comes after the one before.
private final class Handover: @unchecked Sendable {
  let board: Board
  var isWarm = false
  /// When board time began to follow real time, in both.
  var start: (real: ContinuousClock.Instant, board: Duration)?
  init(_ board: Board) { self.board = board }
}
