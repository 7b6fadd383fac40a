internal import BoardFirmware
import Dispatch
internal import Platform
import Synchronization
internal import VirtualBoard

/// Runs one board on a thread of its own, at a pace, and publishes what it shows.
final class BoardRunner: Sendable {
  /// What the board showed last.
  let state: BoardState
  private let pace: Pace
  /// The thread's orders: written by any thread, taken by the board's.
  private let orders = Mutex(Orders())
  private let waker: Waker
  private let ended = DispatchGroup()
  private let duration: Duration
  private let handover: Handover

  private struct Orders {
    var isStopping = false
    /// The one that is under way.
    var advance: Advance?
    /// Events that the board has not been told of, in the order they came.
    var events: [(event: BoardEvent, whenTaken: EventHandler)] = []
    /// No order is taken once the thread has left its loop.
    var hasEnded = false
  }

  /// A wish to move the clock, and how the one who wishes hears that it is done.
  private struct Advance {
    var by: Duration
    var whenDone: AdvanceHandler
  }

  /// Hears what board time is when a wish to move it has been met, or why it was not.
  typealias AdvanceHandler = @Sendable (Result<Duration, ClockError>) -> Void

  /// Hears when an event will be, or why it will not.
  typealias EventHandler = @Sendable (Result<EventReceipt, EventError>) -> Void

  /// Takes a board, to be run from ``start()`` on.
  ///
  /// - Parameters:
  ///   - board: The board, which no other thread touches from now on.
  ///   - state: Where it publishes what it shows.
  ///   - waker: Ends a wait early, because something has arrived for the board.
  ///   - pace: How board time follows real time.
  ///   - duration: How far board time goes; without end when `nil`.
  init(
    _ board: sending Board, state: BoardState, waker: Waker, pace: Pace, duration: Duration?
  ) {
    self.state = state
    self.waker = waker
    self.pace = pace
    self.duration = duration ?? .seconds(Int64.max / 4)
    handover = Handover(board)
  }

  /// Starts the board's thread; to be called once.
  func start() {
    DispatchQueue(label: "boardsim.board", qos: .userInitiated).async(group: ended) { [self] in
      loop(handover.board, until: duration)
      handover.board.stop()
      end()
    }
  }

  /// Asks the board to stop, and returns when it has.
  func stop() {
    orders.withLock { $0.isStopping = true }
    waker.wake()
    ended.wait()
  }

  /// Whether the board has come to the end of its duration or was stopped, within a time.
  func waitForEnd(atMost time: Duration) -> Bool {
    ended.wait(timeout: .now() + DispatchTimeInterval.milliseconds(Int(time / .milliseconds(1))))
      == .success
  }

  /// Moves board time on by hand, one wish at a time; `whenDone` is called once, from any thread.
  func advance(by step: Duration, whenDone: @escaping AdvanceHandler) {
    let refusal: ClockError? = orders.withLock { orders in
      if orders.hasEnded { return .stopped(at: state.snapshot.boardTime) }
      if pace != .manual { return .runsByItself }
      if orders.advance != nil { return .isMoving }
      orders.advance = Advance(by: step, whenDone: whenDone)
      return nil
    }
    if let refusal { whenDone(.failure(refusal)) } else { waker.wake() }
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
    waker.wake()
  }

  // MARK: On the board's thread

  private func loop(_ board: Board, until end: Duration) {
    let start = ContinuousClock.now
    let origin = board.now
    while !isStopping && board.now < end {
      switch pace {
      case .manual: runByHand(board, until: end)
      case .unlimited: run(board, until: min(board.now + .seconds(1), end))
      case .times(let factor):
        let target = origin + (ContinuousClock.now - start) * factor
        let next = run(board, until: min(target, end))
        let remaining = (min(next, end) - board.now) / factor
        waker.wait(atMost: max(remaining, Duration.milliseconds(1)))
      }
    }
  }

  @discardableResult
  private func run(_ board: Board, until target: Duration) -> Duration {
    let next = board.run(until: target)
    passOn(board)
    return next
  }

  /// Tells the board what was ordered meanwhile, and the others what it shows.
  private func passOn(_ board: Board) {
    takeEvents(for: board)
    state.publish(board.snapshot)
  }

  private func takeEvents(for board: Board) {
    let events = orders.withLock { orders in
      defer { orders.events = [] }
      return orders.events
    }
    for (event, whenTaken) in events {
      whenTaken(Result { () throws(EventError) in try board.schedule(event) })
    }
  }

  /// Moves board time on in slices, so that others see it move and can end it.
  private func runByHand(_ board: Board, until end: Duration) {
    waker.wait()
    takeEvents(for: board)
    guard let advance = orders.withLock({ $0.advance }) else { return }
    let target = min(board.now + advance.by, end)
    while board.now < target && !isStopping {
      board.run(before: min(board.now + .seconds(1), target))
      passOn(board)
    }
    guard board.now >= target else { return }
    orders.withLock { $0.advance = nil }
    advance.whenDone(.success(board.now))
  }

  private var isStopping: Bool { orders.withLock { $0.isStopping } }

  private func end() {
    let (advance, events) = orders.withLock { orders in
      orders.hasEnded = true
      defer { (orders.advance, orders.events) = (nil, []) }
      return (orders.advance, orders.events)
    }
    let now = state.snapshot.boardTime
    advance?.whenDone(.failure(.stopped(at: now)))
    for (_, whenTaken) in events { whenTaken(.failure(.stopped(at: now))) }
  }
}

/// Carries a board to its thread.
///
/// Sound: `init` takes the board as `sending`, and only the queue's closure takes it out.
private struct Handover: @unchecked Sendable {
  let board: Board
  init(_ board: Board) { self.board = board }
}
