import Mathematics

/// A source's link to a caster over time: connects, is granted its mountpoint, and comes back after a cut.
///
/// It has neither socket nor clock. Whoever owns a transport calls ``nextAction(at:)`` and does what it says
/// until that is to wait, as for ``NtripClientMachine``. While ``isReady``, ``send(_:)`` takes the next part
/// of the stream: whole frames, since a new connection after a cut begins with the next part.
public struct NtripSourceMachine: Sendable {
  /// What the owner of the transport has to do.
  public enum Action: Hashable, Sendable {
    /// Begin to connect to this caster.
    case connect(NtripURL)
    /// Send these bytes.
    case send([UInt8])
    /// Close the connection once all is sent, or give up making it.
    case close
    /// Nothing, until this time or until something arrives; `nil` means that no time is near.
    case wait(until: Duration?)
  }

  private enum Phase {
    case resting(until: Duration)
    case connecting(deadline: Duration)
    case conversing(NtripSourceSession)
    case over
  }

  /// The caster and the mountpoint.
  public let url: NtripURL
  /// Why the last connection failed; `nil` while all is well.
  public private(set) var failure: NtripFailure?
  /// Whether all was sent, and the stream ended by ``finish()``.
  public private(set) var isFinished = false

  private let options: NtripSourceOptions
  private let retry: RetryPolicy?
  private var generator: Xoshiro256
  private var phase = Phase.resting(until: .zero)
  /// What is to be asked by; learnt once, remembered for the link.
  private var version: NtripVersion
  private var farewell: [UInt8] = []
  private var mustClose = false
  private var isStopped = false
  private var failuresInARow = 0
  private var streams = 0
  private var grantTime: Duration?
  private var bytesBefore: Int64 = 0

  /// Creates a link that will connect at the first ``nextAction(at:)``.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint, which must not be empty.
  ///   - options: How to ask, and how long to wait.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - seed: What the scatter of retries is drawn from.
  public init(
    to url: NtripURL, options: NtripSourceOptions = NtripSourceOptions(),
    retry: RetryPolicy? = RetryPolicy(), seed: UInt64
  ) {
    self.url = url
    self.options = options
    self.retry = retry
    version = if case .only(let version) = options.version { version } else { .two }
    generator = Xoshiro256(seed: seed, part: "NTRIP source retries")
  }

  /// What to do now.
  public mutating func nextAction(at now: Duration) -> Action {
    step(at: now)
    if !farewell.isEmpty {
      defer { farewell = [] }
      return .send(farewell)
    }
    if mustClose {
      mustClose = false
      return .close
    }
    switch phase {
    case .resting(let until) where until <= now:
      phase = .connecting(deadline: now + options.connectTimeout)
      return .connect(url)
    case .resting(let until): return .wait(until: until)
    case .connecting(let deadline): return .wait(until: deadline)
    case .conversing(var session):
      let output = session.takeOutput()
      phase = .conversing(session)
      return output.isEmpty ? .wait(until: session.deadline) : .send(output)
    case .over: return .wait(until: nil)
    }
  }

  private mutating func step(at now: Duration) {
    if case .connecting(let deadline) = phase, deadline <= now {
      mustClose = true
      fail(.transport(.timedOut(after: options.connectTimeout)), at: now)
    }
    converse(at: now) { $0.advance(to: now) }
  }

  // MARK: The stream

  /// Whether the caster takes the stream now.
  public var isReady: Bool {
    if case .conversing(let session) = phase, case .granted = session.state { true } else { false }
  }

  /// Sends the next part of the stream, whole frames; does nothing unless ``isReady``.
  public mutating func send(_ bytes: Span<UInt8>) {
    guard case .conversing(var session) = phase else { return }
    phase = .over  // so that the session's buffers are not copied
    session.send(bytes)
    phase = .conversing(session)
  }

  /// Ends the stream as the version has it, and the link with it; does nothing unless ``isReady``.
  public mutating func finish() {
    guard isReady, case .conversing(var session) = phase else { return }
    let rest = session.takeOutput()
    farewell = rest + session.finish()
    bytesBefore += session.streamBytes
    failure = nil
    isFinished = true
    mustClose = true
    phase = .over
  }

  /// Ends the link at once: the next action closes what is open, and nothing follows.
  public mutating func stop() {
    switch phase {
    case .conversing(let session):
      bytesBefore += session.streamBytes
      mustClose = true
    case .connecting: mustClose = true
    case .resting, .over: break
    }
    phase = .over
    isStopped = true
  }
}

// MARK: What the transport tells

extension NtripSourceMachine {
  /// The connection that was asked for stands.
  public mutating func connected(at now: Duration) {
    guard case .connecting = phase else { return }
    grantTime = nil
    phase = .conversing(
      NtripSourceSession(to: url, options: options, version: version, at: now))
  }

  /// The connection that was asked for cannot be had.
  public mutating func connectionFailed(_ error: NtripTransportError, at now: Duration) {
    guard case .connecting = phase else { return }
    fail(.transport(error), at: now)
  }

  /// Bytes came from the caster.
  public mutating func received(_ bytes: Span<UInt8>, at now: Duration) {
    converse(at: now) { $0.receive(bytes, at: now) }
  }

  /// The caster closed the connection.
  public mutating func disconnected(at now: Duration) {
    converse(at: now) { $0.disconnected() }
  }

  /// The connection broke.
  public mutating func connectionBroke(_ words: String, at now: Duration) {
    converse(at: now) { $0.broke(words) }
  }
}

// MARK: What is known

extension NtripSourceMachine {
  /// Whether nothing will happen any more: finished, stopped, banned, or failed with no retry wanted.
  public var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether the caster has ever taken the stream.
  public var hasStreamed: Bool { streams > 0 }

  /// The state of the link; its bytes are those of the stream that were sent.
  public var status: NtripLinkStatus {
    NtripLinkStatus(
      state: state, mountpoint: url.mountpoint, bytes: streamBytes,
      reconnects: max(streams - 1, 0), error: isStopped ? nil : failure?.description)
  }

  private var streamBytes: Int64 {
    if case .conversing(let session) = phase {
      bytesBefore + session.streamBytes
    } else {
      bytesBefore
    }
  }

  private var state: NtripLinkStatus.State {
    let isRefused = failure.map { $0.cause.urgency != .soon } ?? false
    switch phase {
    case .resting: return failure == nil ? .connecting : isRefused ? .refused : .waiting
    case .connecting: return .connecting
    case .conversing: return isReady ? .streaming : .connecting
    case .over: return isRefused && !isStopped ? .refused : .off
    }
  }
}

// MARK: -

extension NtripSourceMachine {
  /// Lets the session take a step, and draws the consequences.
  private mutating func converse(at now: Duration, _ step: (inout NtripSourceSession) -> Void) {
    guard case .conversing(var session) = phase else { return }
    phase = .over  // so that the session's buffers are not copied
    step(&session)
    phase = .conversing(session)
    switch session.state {
    case .awaitingAnswer: return
    case .granted: markGranted(at: now)
    case .ended(let outcome): conclude(session, outcome, at: now)
    }
  }

  private mutating func markGranted(at now: Duration) {
    guard grantTime == nil else { return }
    grantTime = now
    streams += 1
    failure = nil
  }

  private mutating func conclude(
    _ session: NtripSourceSession, _ outcome: NtripSourceSession.Outcome, at now: Duration
  ) {
    bytesBefore += session.streamBytes
    mustClose = true
    switch outcome {
    case .finished: phase = .over
    case .askByVersionOne:
      version = .one
      phase = .resting(until: now)
    case .failure(let failure): fail(failure.cause, at: now)
    }
  }

  private mutating func fail(_ cause: NtripFailure.Cause, at now: Duration) {
    failure = NtripFailure(cause, caster: url.authority, mountpoint: url.mountpoint)
    if let retry, let grantTime, now - grantTime >= retry.goodSession { failuresInARow = 0 }
    // Version 1 is only learnt by an answer in it.
    if options.version == .automatic, !hasStreamed, cause.isSilence { version = .two }
    grantTime = nil
    failuresInARow += 1
    let delay = retry?.delay(afterFailures: failuresInARow, cause: cause, using: &generator)
    phase = delay.map { .resting(until: now + $0) } ?? .over
  }
}

extension NtripFailure.Cause {
  /// Whether the caster has said nothing.
  fileprivate var isSilence: Bool {
    switch self {
    case .transport, .closedWithoutAnswer, .noAnswer: true
    default: false
    }
  }
}
