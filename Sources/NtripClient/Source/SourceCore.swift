internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The state that a source's thread and its callers share.
final class SourceCore: Sendable {
  /// The capacity of the queue: the part being sent and the next one.
  private static let queueLimit = 2

  private struct State {
    var machine: NtripSourceMachine
    /// The queue; its first part is being sent, or is next.
    var parts: [[UInt8]] = []
    var wantsEnd = false
    /// The state that `onNews` was last called for.
    var toldState = NtripLinkStatus.State.connecting
  }

  /// The state under its lock: the link's thread and the link's callers use it.
  private let state: Lock<State>
  private let onNews: @Sendable () -> Void
  private let start = ContinuousClock.now
  /// The pipe that wakes the link's thread.
  let pipe = WakeUpPipe()
  /// The number of the thread's waits; it grows slowly while there is nothing to do.
  let turnCount = Atomic<Int>(0)
  /// The pipe that wakes the waiting caller.
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

  /// The time since the link was created.
  var now: Duration { start.duration(to: .now) }

  /// A snapshot of the state machine.
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

  /// Waits until an attempt succeeds; returns `false` if the link is over instead.
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

  /// Passes an event to the machine.
  func tell(_ event: (inout NtripSourceMachine, Duration) -> Void) {
    let now = now
    state.withLock { event(&$0.machine, now) }
  }

  /// Gives the machine the next part, or the end of the stream, if the machine is ready.
  ///
  /// - Parameter isLastSent: Whether the previous part was sent.
  /// - Returns: Whether a part is being sent now.
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

  /// Calls `onNews` if the state has changed since the last call.
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

  /// Ends the link with an error because the system gave it no thread.
  func failToStart() {
    state.withLock { state in
      var machine = NtripSourceMachine(to: state.machine.url, retry: nil, seed: 0)
      _ = machine.nextAction(at: .zero)
      machine.connectionFailed(.unreachable("the system has no thread to give"), at: .zero)
      state.machine = machine
    }
  }
}
