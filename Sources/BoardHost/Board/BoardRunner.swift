internal import BoardFirmware
import Dispatch
import Synchronization

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
    var advances: [Advance] = []
    /// No order is taken once the thread has left its loop.
    var hasEnded = false
  }

  /// A wish to move the clock, and how the one who wishes hears that it is done.
  private struct Advance {
    var by: Duration
    var done: DispatchSemaphore
  }

  /// Takes a board, to be run from ``start()`` on.
  ///
  /// - Parameters:
  ///   - board: The board, which no other thread touches from now on.
  ///   - state: Where it publishes what it shows.
  ///   - waker: Ends a wait early, because something has arrived for the board.
  ///   - pace: How board time follows real time.
  ///   - duration: How far board time goes; without end when `nil`.
  init(
    _ board: sending HostedBoard, state: BoardState, waker: Waker, pace: Pace, duration: Duration?
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
    ended.wait(timeout: .now() + DispatchTimeInterval(time)) == .success
  }

  /// Moves board time on by hand, and returns what it is then.
  func advance(by step: Duration) throws(ClockError) -> Duration {
    guard pace == .manual else { throw .runsByItself }
    let done = DispatchSemaphore(value: 0)
    let isTaken = orders.withLock { orders in
      if !orders.hasEnded { orders.advances.append(Advance(by: step, done: done)) }
      return !orders.hasEnded
    }
    guard isTaken else { throw .stopped }
    waker.wake()
    done.wait()
    return state.snapshot.boardTime
  }

  // MARK: On the board's thread

  private func loop(_ board: HostedBoard, until end: Duration) {
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
  private func run(_ board: HostedBoard, until target: Duration) -> Duration {
    let next = board.run(until: target)
    state.publish(board.snapshot)
    return next
  }

  private func runByHand(_ board: HostedBoard, until end: Duration) {
    waker.wait()
    let advances = orders.withLock { orders in
      defer { orders.advances = [] }
      return orders.advances
    }
    for advance in advances {
      run(board, until: min(board.now + advance.by, end))
      advance.done.signal()
    }
  }

  private var isStopping: Bool { orders.withLock { $0.isStopping } }

  private func end() {
    let advances = orders.withLock { orders in
      orders.hasEnded = true
      defer { orders.advances = [] }
      return orders.advances
    }
    for advance in advances { advance.done.signal() }
  }
}

/// Carries a board to its thread.
///
/// Sound: `init` takes the board as `sending`, and only the queue's closure takes it out.
private struct Handover: @unchecked Sendable {
  let board: HostedBoard
  init(_ board: HostedBoard) { self.board = board }
}
