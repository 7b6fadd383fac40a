internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The state that a source's thread and its users share.
final class SourceCore: Sendable {
  /// Parts that may wait: one on its way and one behind it.
  private static let queueLimit = 2

  private struct State {
    var machine: NtripSourceMachine
    /// The first is on its way, or about to be.
    var parts: [[UInt8]] = []
    var wantsEnd = false
    /// The state that `onNews` was last called for.
    var toldState = NtripLinkStatus.State.connecting
  }

  /// Touched by the link's thread and by whoever calls the link.
  private let state: Lock<State>
  private let onNews: @Sendable () -> Void
  private let start = ContinuousClock.now
  /// Wakes the link's thread.
  let pipe = WakeUpPipe()
  /// The number of times that the thread has waited: it grows slowly while there is nothing to do.
  let turnCount = Atomic<Int>(0)
  /// Wakes the caller who waits.
  private let room = WakeUpPipe()
  let transport: NtripTransportOptions

  init(
    _ machine: NtripSourceMachine, over transport: NtripTransportOptions,
    onNews: @escaping @Sendable () -> Void
  ) {
    state = Lock(State(machine: machine))
    self.transport = transport
    self.onNews = onNews
  }

  /// Time since the link was made.
  var now: Duration { start.duration(to: .now) }

  /// A copy of the machine, to look at.
  var machine: NtripSourceMachine { state.withLock { $0.machine } }
}

// MARK: For the link's users

extension SourceCore {
  func append(_ part: [UInt8]) -> Bool {
    guard !part.isEmpty else { return !machine.isOver }
    return wait { state in
      guard state.parts.count < Self.queueLimit else { return false }
      state.parts.append(part)
      return true
    }
  }

  func waitUntilReady() -> Bool { wait { $0.machine.isReady } }

  /// Waits until something can be done; `false` when the link is over instead.
  private func wait(_ attempt: (inout State) -> Bool) -> Bool {
    while true {
      let (isDone, isOver) = state.withLock { state in
        let isOver = state.machine.isOver
        return (!isOver && attempt(&state), isOver)
      }
      if isDone { pipe.wake() }
      if isDone || isOver { return isDone }
      room.wait()
      room.drain()
    }
  }

  func requestEnd() {
    state.withLock { $0.wantsEnd = true }
    pipe.wake()
  }

  func requestStop() {
    state.withLock { $0.machine.stop() }
    pipe.wake()
    room.wake()
  }
}

// MARK: For the link's thread

extension SourceCore {
  func nextAction() -> NtripSourceMachine.Action {
    let now = now
    return state.withLock { $0.machine.nextAction(at: now) }
  }

  /// Tells the machine something.
  func tell(_ event: (inout NtripSourceMachine, Duration) -> Void) {
    let now = now
    state.withLock { event(&$0.machine, now) }
  }

  /// Gives the machine the next part, or the end, if it is ready for one.
  ///
  /// - Parameter isLastSent: Whether the part before has left.
  /// - Returns: Whether a part is on its way now.
  func feed(isLastSent: Bool) -> Bool {
    let isOnItsWay = state.withLock { state in
      if isLastSent, !state.parts.isEmpty { state.parts.removeFirst() }
      guard state.machine.isReady else { return false }
      if let part = state.parts.first {
        state.machine.send(part.span)
        return true
      }
      if state.wantsEnd { state.machine.finish() }
      return false
    }
    if isLastSent { room.wake() }
    return isOnItsWay
  }

  /// Calls `onNews` if there are any.
  func tellNews() {
    let isNews = state.withLock { state in
      let now = state.machine.status.state
      defer { state.toldState = now }
      return now != state.toldState
    }
    guard isNews else { return }
    room.wake()
    onNews()
  }

  /// Calls `onNews` for the last time.
  func tellEnd() {
    room.wake()
    onNews()
  }

  /// Ends the link because it has no thread.
  func failToStart() {
    state.withLock { state in
      var machine = NtripSourceMachine(to: state.machine.url, retry: nil, seed: 0)
      _ = machine.nextAction(at: .zero)
      machine.connectionFailed(.unreachable("the system has no thread to give"), at: .zero)
      state.machine = machine
    }
  }
}
