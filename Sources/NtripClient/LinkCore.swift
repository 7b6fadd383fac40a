internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The state that a link's thread and its users share.
final class LinkCore: Sendable {
  /// Bytes that may wait to be taken before no more are read.
  static let inboxLimit = 1 << 20

  private struct State {
    var machine: NtripClientMachine
    var meter = StreamMeter()
    var inbox: [UInt8] = []
    /// The state that `onNews` was last called for.
    var toldState = NtripLinkStatus.State.connecting
    var hasNewBytes = false
  }

  /// Touched by the link's thread and by whoever calls the link.
  private let state: Lock<State>
  private let onNews: @Sendable () -> Void
  private let start = ContinuousClock.now
  let pipe = WakeUpPipe()
  /// The number of times that the thread has looked for work: it grows slowly while the thread waits.
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

  /// Time since the link was made.
  var now: Duration { start.duration(to: .now) }

  /// A copy of the machine, to look at.
  var machine: NtripClientMachine { state.withLock { $0.machine } }

  /// The refusal after which the caster is left alone, with the time that is left.
  var refusal: NtripRefusal? {
    let now = now
    return state.withLock { state in
      state.machine.refusal.map {
        NtripRefusal($0.failure, until: $0.end.map { max($0 - now, .zero) })
      }
    }
  }

  /// The statistics so far.
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

  /// Appends the bytes that have come, and tells what the link was like at that very moment.
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

  /// Whether more bytes may be read.
  var hasRoom: Bool { state.withLock { $0.inbox.count < Self.inboxLimit } }

  /// Tells the machine something, which may hand on bytes.
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

  /// Takes notice that a connection has ended.
  func endStream() { state.withLock { $0.meter.endStream() } }

  /// Calls `onNews` if there are any.
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

  /// Ends the link because it has no thread.
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
