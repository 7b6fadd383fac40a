internal import BoardFirmware
internal import BoardSimulation
internal import Platform
import Locks
internal import VirtualBoard

/// The runner of one board: advances its board time at a pace, turn by turn, and publishes its snapshots.
///
/// Turns must run on one thread at a time; all other functions may be called from any thread.
final class BoardRunner: Scheduled {
  /// The board's published state: its last snapshot.
  let state: BoardState
  /// The pending orders, written by any thread and taken by the board's thread.
  private let orders: Lock<Orders>
  /// Whether the pace is that of a stream from outside, which cannot be changed.
  private let isPaceFixed: Bool
  private let delay: Duration
  private let duration: Duration
  private let warmUp: Duration?
  /// The line at the receiver's serial port, with the rate that it begins at; `nil` for none.
  private let serial: [(antenna: ReceiverAntenna, line: any SerialLine, baud: Int)]
  private let board: Handover
  private let call: Lock<Call>

  private struct Orders {
    var isStopping = false
    /// Whether board time may advance.
    var hasBegun = false
    var clock: ClockState
    /// The clock advance under way.
    var advance: Advance?
    /// The events that the board has not received yet, in order of arrival.
    var events: [(event: BoardEvent, whenTaken: EventHandler)] = []
    /// The questions that the board has not answered yet.
    var questions: [Question] = []
    /// Whether the board has ended; no order is accepted from then on.
    var hasEnded = false
  }

  private struct Call {
    var wake: @Sendable () -> Void = {}
    var isWarm: @Sendable () -> Void = {}
    var hasEnded: @Sendable () -> Void = {}
    var clockChanged: @Sendable () -> Void = {}
  }

  /// Called with the board when it has ended, on the board's thread.
  private let atEnd: @Sendable (Board) -> Void

  /// A request to advance the clock, with its completion handler.
  private struct Advance {
    var by: Duration
    /// The board time at which the advance ends; `nil` until it has begun.
    var target: Duration?
    var whenDone: AdvanceHandler
  }

  /// A handler of the board time reached by an advance, or of the reason for its refusal.
  typealias AdvanceHandler = @Sendable (Result<Duration, ClockError>) -> Void

  /// A handler of an event's receipt, or of the reason for its refusal.
  typealias EventHandler = @Sendable (Result<EventReceipt, EventError>) -> Void

  /// A handler that inspects the board on the board's thread; `board` is `nil` when it has stopped at
  /// `time`.
  typealias Question = @Sendable (_ board: Board?, _ time: Duration) -> Void

  /// Creates a runner; its first turn performs the warm-up, and later turns wait for ``begin()``.
  ///
  /// - Parameters:
  ///   - board: The board, which no other code may touch from now on.
  ///   - pace: The pace of board time relative to real time.
  ///   - isPaceFixed: Whether the pace is that of a stream from outside, which cannot be changed.
  ///   - duration: The board time at which the board ends; `nil` for no end.
  ///   - delay: The real time from ``begin()`` to the beginning of board time that follows real time.
  ///   - warmUp: The board time up to which the board runs before it is served; `nil` for no warm-up.
  ///   - serial: The lines at the serial ports of the receiver and of its second antenna's, which are connected after
  ///     the warm-up, with the rates that they begin at.
  ///   - atEnd: Called with the board when it has ended.
  init(
    _ board: Board, pace: Pace, isPaceFixed: Bool = false, duration: Duration?,
    delay: Duration = .zero, warmUp: Duration? = nil,
    serial: [(line: any SerialLine, baud: Int)] = [],
    atEnd: @escaping @Sendable (Board) -> Void = { _ in }
  ) {
    self.atEnd = atEnd
    state = BoardState(board.snapshot)
    orders = Lock(Orders(clock: ClockState(pace: pace)))
    self.isPaceFixed = isPaceFixed
    self.delay = delay
    self.serial = zip(ReceiverAntenna.allCases, serial).map { ($0, $1.line, $1.baud) }
    self.duration = duration ?? .seconds(Int64.max / 4)
    self.warmUp = warmUp.map { min($0, duration ?? $0) }
    call = Lock(Call())
    self.board = Handover(board)
  }

  /// Sets the callbacks; call it before the first turn.
  ///
  /// - Parameters:
  ///   - wake: Called to request a turn.
  ///   - whenWarm: Called after the first turn.
  ///   - atEnd: Called when the board has ended or has been stopped.
  func connect(
    wake: @escaping @Sendable () -> Void, whenWarm: @escaping @Sendable () -> Void = {},
    atEnd: @escaping @Sendable () -> Void = {}
  ) {
    call.withLock { ($0.wake, $0.isWarm, $0.hasEnded) = (wake, whenWarm, atEnd) }
  }

  /// Requests a turn because data or an order has arrived for the board.
  func wake() { call.withLock { $0.wake }() }

  /// Starts board time after the warm-up.
  func begin() {
    orders.withLock { $0.hasBegun = true }
    wake()
  }

  /// Requests the board to stop, which it does in its next turn.
  func stop() {
    orders.withLock { $0.isStopping = true }
    wake()
  }

  /// Advances board time by hand; `whenDone` is called once, from any thread.
  ///
  /// A second advance is refused while one is under way.
  func advance(by step: Duration, whenDone: @escaping AdvanceHandler) {
    let refusal: ClockError? = orders.withLock { orders in
      if orders.hasEnded { return .stopped(at: state.snapshot.boardTime) }
      if orders.clock.pace.runsByItself { return .runsByItself }
      if orders.advance != nil { return .isMoving }
      orders.advance = Advance(by: step, whenDone: whenDone)
      return nil
    }
    if let refusal { whenDone(.failure(refusal)) } else { wake() }
  }

  /// The pace of board time, and whether it is paused.
  var clock: ClockState { orders.withLock { $0.clock } }

  /// Changes the pace of board time, pauses it, or ends a pause, from the next turn on.
  ///
  /// - Throws: ``ClockError`` for a clock whose pace is not its own, and for a board that has stopped.
  func change(_ order: ClockOrder) throws(ClockError) {
    let refusal: ClockError? = orders.withLock { orders in
      if orders.hasEnded { return .stopped(at: state.snapshot.boardTime) }
      if isPaceFixed { return .followsStream }
      if orders.clock.pace == .perRequest { return .followsRequests }
      if orders.advance != nil { return .isMoving }
      var clock = orders.clock
      clock.pace = order.pace ?? clock.pace
      clock.isPaused = order.isPaused ?? (order.pace == nil && clock.isPaused)
      if clock.isPaused, !clock.pace.runsByItself { return .runsByHand }
      orders.clock = clock
      return nil
    }
    if let refusal { throw refusal }
    wake()
    call.withLock { $0.clockChanged }()
  }

  /// Sets the callback for changes of the pace; it is called on the thread that changes it.
  func whenClockChanges(_ clockChanged: @escaping @Sendable () -> Void) {
    call.withLock { $0.clockChanged = clockChanged }
  }

  /// Sends an event to the board, which accepts it within a second; `whenTaken` is called once, from any
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

  /// Passes the board to `question` at the present time; `question` is called once, from any thread.
  func ask(_ question: @escaping Question) {
    let isTaken = orders.withLock { orders in
      if !orders.hasEnded { orders.questions.append(question) }
      return !orders.hasEnded
    }
    guard isTaken else { return question(nil, state.snapshot.boardTime) }
    wake()
  }

  /// Asks for the sky at the present time; the handler gets `nil` when the board has stopped.
  func askSky(_ handler: @escaping @Sendable (SkyReport?) -> Void) {
    ask { board, time in
      handler(
        board.map { SkyReport(time: time, satellites: $0.simulation.sky(isPowered: $0.isPowered)) })
    }
  }

  // MARK: A turn

  func takeTurn(at now: ContinuousClock.Instant) -> Turn {
    let (isStopping, hasBegun, clock) = orders.withLock {
      ($0.isStopping, $0.hasBegun, $0.clock)
    }
    let board = board.board
    guard !isStopping else { return end(board) }
    guard let start = self.board.start, start.clock == clock else {
      if !self.board.isWarm { warm(board) }
      guard hasBegun else { return .whenWoken }
      let isFirst = self.board.start == nil
      self.board.start = Handover.Start(
        real: now + (isFirst ? delay : .zero), board: board.now, clock: clock)
      return takeTurn(at: now)
    }
    guard board.now < duration else { return end(board) }
    return run(board, at: now, since: start)
  }

  private func warm(_ board: Board) {
    if let warmUp { board.warmUp(until: warmUp) }
    for (antenna, _, baud) in serial { board.connectSerialLine(of: antenna, baud: baud) }
    self.board.isWarm = true
    state.publish(board.snapshot)
    call.withLock { $0.isWarm }()
  }

  private func run(
    _ board: Board, at now: ContinuousClock.Instant,
    since start: Handover.Start
  ) -> Turn {
    if start.clock.isPaused {
      passOn(board)
      return .whenWoken
    }
    switch start.clock.pace {
    case .manual, .perRequest: return runByHand(board)
    case .unlimited:
      board.run(until: min(board.now + slice, duration))
      exchange(with: board)
      passOn(board)
      return .at(now)
    case .times(let factor):
      let target = start.board + max(now - start.real, .zero) * factor
      let next = board.run(until: min(target, duration))
      exchange(with: board)
      // The events may be due before that: power that comes on, a shorter interval.
      if passOn(board) { return .at(now) }
      let due = start.real + (min(next, duration) - start.board) / factor
      return .at(max(serial.isEmpty ? due : min(due, now + slice), now + .milliseconds(1)))
    }
  }

  /// The longest board time of a turn that does not follow real time, and with a line the longest between two exchanges
  /// of bytes.
  private var slice: Duration { serial.isEmpty ? .seconds(1) : .milliseconds(10) }

  /// Passes bytes on between the lines and the receivers.
  private func exchange(with board: Board) {
    for (antenna, line, _) in serial {
      let input = line.read(atMost: board.simulation.serialRoom(of: antenna))
      line.write(board.simulation.exchangeSerial(of: antenna, input, sentAt: line.baud))
    }
  }

  /// Advances board time by one slice of an advance, so that other threads can follow it and end it.
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
    board.run(before: min(now + slice, target))
    exchange(with: board)
    passOn(board)
    guard board.now >= target else { return .at(.now) }
    let advance = orders.withLock { orders in
      defer { orders.advance = nil }
      return orders.advance
    }
    advance?.whenDone(.success(board.now))
    return board.now < duration ? .whenWoken : .at(.now)
  }

  /// Passes the pending events to the board and publishes its snapshot.
  ///
  /// - Returns: Whether there were events.
  @discardableResult
  private func passOn(_ board: Board) -> Bool {
    defer { state.publish(board.snapshot) }
    return takeEvents(for: board)
  }

  /// Passes the pending events to the board; their handlers run after the snapshot is published.
  ///
  /// - Returns: Whether there were events.
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
    // Removing the card may have failed, which changes the snapshot.
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

/// The board, carried from one turn to the next.
///
/// The unchecked conformance is sound. The creator of a runner gives up the board, and only the runner's
/// turns touch it. Turns run one at a time, and each happens after the one before.
private final class Handover: @unchecked Sendable {
  let board: Board
  var isWarm = false
  /// The moment since which board time follows real time, on both clocks, and its pace.
  struct Start {
    var real: ContinuousClock.Instant
    var board: Duration
    var clock: ClockState
  }
  var start: Start?
  init(_ board: Board) { self.board = board }
}
