internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The state that a link's thread and the link's callers share.
final class LinkCore: Sendable {
  /// The size of the mailbox at which the link stops reading, bytes.
  static let inboxLimit = 1 << 20

  private struct State {
    var machine: NtripClientMachine
    var meter = StreamMeter()
    var inbox: [UInt8] = []
    /// The state that `onNews` was last called for.
    var toldState = NtripLinkStatus.State.connecting
    var hasNewBytes = false
  }

  /// The state under its lock: the link's thread and the link's callers use it.
  private let state: Lock<State>
  private let onNews: @Sendable () -> Void
  private let start = ContinuousClock.now
  let pipe = WakeUpPipe()
  /// The number of turns of the thread's loop; it grows slowly while the thread waits.
  let turnCount = Atomic<Int>(0)
  let transport: NtripTransportOptions

  init(
    _ machine: NtripClientMachine, over transport: NtripTransportOptions,
    onNews: @escaping @Sendable () -> Void
  ) {
    state = Lock(State(machine: machine))
    self.transport = transport
    self.onNews = onNews
  }

  /// The time since the link was created.
  var now: Duration { start.duration(to: .now) }

  /// A snapshot of the state machine.
  var machine: NtripClientMachine { state.withLock { $0.machine } }

  /// The refusal that keeps the link from the caster, with the remaining time.
  var refusal: NtripRefusal? {
    let now = now
    return state.withLock { state in
      state.machine.refusal.map {
        NtripRefusal($0.failure, until: $0.end.map { max($0 - now, .zero) })
      }
    }
  }

  /// The current statistics.
  var statistics: NtripLinkStatistics {
    let now = now
    return state.withLock { $0.meter.statistics($0.machine, at: now) }
  }
}

// MARK: For the link's users

extension LinkCore {
  func requestStop() {
    state.withLock { $0.machine.stop() }
    pipe.wake()
  }

  func report(_ position: GGASentence) {
    let now = now
    state.withLock { $0.machine.report(position, at: now) }
    pipe.wake()
  }

  func learn(_ record: StreamRecord) {
    let now = now
    state.withLock { $0.machine.learn(record, at: now) }
    pipe.wake()
  }

  func takeBytes(into buffer: inout [UInt8]) { _ = drain(into: &buffer) }

  /// Appends the bytes in the mailbox; returns a snapshot of the machine from the same moment.
  func drain(into buffer: inout [UInt8]) -> NtripClientMachine {
    let (bytes, machine) = state.withLock { state in
      defer { state.inbox = [] }
      return (state.inbox, state.machine)
    }
    if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
    if bytes.count >= Self.inboxLimit { pipe.wake() }
    return machine
  }
}

// MARK: For the link's thread

extension LinkCore {
  func nextAction() -> NtripClientMachine.Action {
    let now = now
    return state.withLock { $0.machine.nextAction(at: now) }
  }

  /// Whether the mailbox has room for more bytes.
  var hasRoom: Bool { state.withLock { $0.inbox.count < Self.inboxLimit } }

  /// Passes an event to the machine, and stores the stream bytes that the machine hands on.
  func tell(
    _ event: (inout NtripClientMachine, Duration, (Span<UInt8>) -> Void) -> Void
  ) {
    let now = now
    state.withLock { state in
      var (inbox, meter, hasFrame) = (state.inbox, state.meter, false)
      state.inbox = []
      let before = inbox.count
      event(&state.machine, now) { bytes in
        // Sound: the buffer is only read, and only while the span is borrowed.
        unsafe bytes.withUnsafeBufferPointer { unsafe inbox.append(contentsOf: $0) }
        hasFrame = meter.consume(bytes, at: now) || hasFrame
      }
      state.hasNewBytes = state.hasNewBytes || inbox.count > before
      (state.inbox, state.meter) = (inbox, meter)
      if hasFrame { state.machine.noteFrame(at: now) }
    }
  }

  /// Records the end of a connection for the frame statistics.
  func endStream() { state.withLock { $0.meter.endStream() } }

  /// Calls `onNews` if bytes have come or the state has changed since the last call.
  func tellNews() {
    let isNews = state.withLock { state in
      let now = state.machine.status.state
      defer { (state.hasNewBytes, state.toldState) = (false, now) }
      return state.hasNewBytes || now != state.toldState
    }
    if isNews { onNews() }
  }

  /// Calls `onNews` for the last time.
  func tellEnd() { onNews() }

  /// Ends the link with an error because the system gave it no thread.
  func failToStart() {
    state.withLock { state in
      let url = state.machine.url
      var machine = NtripClientMachine(to: url, retry: nil, seed: 0)
      _ = machine.nextAction(at: .zero)
      machine.connectionFailed(.unreachable("the system has no thread to give"), at: .zero)
      state.machine = machine
    }
  }
}
