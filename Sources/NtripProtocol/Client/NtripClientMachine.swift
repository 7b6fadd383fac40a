import Mathematics

/// A link to a caster over time: connects, requests the stream, and reconnects after a failure.
///
/// The link keeps what a connection has shown. When a caster does not accept version 2, the link
/// retries at once with version 1; when a caster requires Digest, the link answers at once. Both
/// are remembered, are tried once per attempt, and do not count as failures. When a caster reports
/// an unknown mountpoint without listing its mountpoints, the link requests the sourcetable once.
///
/// The link has neither socket nor clock. The owner of the transport, which may be a socket or
/// another state machine, calls ``nextAction(at:)`` and performs the action until the action is to
/// wait. After the wait, the owner reports what happened and calls again:
///
///
/// ```swift
/// loop: while true {
///   switch machine.nextAction(at: now) {
///   case .connect(let url): transport.connect(url)      // later: connected or connectionFailed
///   case .send(let bytes): transport.send(bytes)
///   case .close: transport.close()
///   case .wait(let until): transport.wait(until); break loop
///   }
/// }
/// ```
public struct NtripClientMachine: Sendable {
  /// The next action for the transport's owner.
  public typealias Action = NtripLinkAction

  /// The URL of the stream.
  public var url: NtripURL { course.url }
  /// The failure of the last connection; `nil` when it did not fail.
  public var failure: NtripFailure? { course.failure }
  /// The sourcetable, once it has been requested and received.
  public private(set) var sourcetable: Sourcetable?

  /// The protocol version of the stream's answer; `nil` before a stream was granted.
  public private(set) var version: NtripVersion?
  /// The time from the last connection's request to its stream's first byte; `nil` before that byte.
  public private(set) var firstByteDelay: Duration?
  /// The number of requested connections.
  public private(set) var connectCount = 0
  /// The refusal that only a person can resolve; `nil` without such a refusal.
  ///
  /// After it, the caster is not contacted until the refusal's end. A new link to the same caster
  /// should be created with the refusal.
  public private(set) var refusal: NtripRefusal?

  private let options: NtripSessionOptions
  private let hasRetry: Bool
  private var course: LinkCourse<NtripClientSession>
  private var position: GGASentence?
  private var memory: LinkMemory
  /// The failure that the sourcetable was requested to explain.
  private var unexplained: NtripFailure?
  private var connectTime = Duration.zero

  /// Creates a link that connects at the first ``nextAction(at:)``.
  ///
  /// - Parameters:
  ///   - url: The URL of the stream; without a mountpoint, the sourcetable is requested once.
  ///   - options: The form of requests, and the timeouts.
  ///   - retry: The retry policy after a failure; `nil` for no retries.
  ///   - seed: The run's seed, for the random spread of retries.
  ///   - hashing: The hash functions for Digest logins; `nil` for Basic only.
  ///   - refusal: The refusal with which another link to the same caster ended.
  public init(
    to url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    retry: RetryPolicy? = RetryPolicy(), seed: UInt64, hashing: NtripHashing? = nil,
    after refusal: NtripRefusal? = nil
  ) {
    self.refusal = refusal
    self.options = options
    hasRetry = retry != nil
    memory = LinkMemory(options.version, hashing: hashing, seed: seed)
    course = LinkCourse(
      to: url, connectTimeout: options.connectTimeout, retry: retry,
      generator: Xoshiro256(seed: seed, part: "NTRIP retries"))
    if let refusal { course.begin(after: refusal) }
  }

  /// Returns the next action for the transport's owner.
  public mutating func nextAction(at now: Duration) -> Action {
    if let cause = course.giveUpConnecting(at: now) { fail(cause, at: now) }
    converse(at: now) { $0.advance(to: now) }
    let action = course.nextAction(at: now)
    if case .connect = action {
      connectTime = now
      connectCount += 1
    }
    return action
  }

  /// Stops the link: the next action closes an open connection, and no further action follows.
  public mutating func stop() { course.stop() }
}

// MARK: Transport events

extension NtripClientMachine {
  /// Reports that the requested connection is established.
  public mutating func connected(at now: Duration) {
    guard course.isConnecting else { return }
    (version, firstByteDelay) = (nil, nil)
    var target = url
    var options = options
    if unexplained != nil {
      (target.mountpoint, target.query) = ("", nil)
      options.sourcetableTimeout = min(options.sourcetableTimeout, options.answerTimeout)
    }
    var approach = memory.approach(to: target)
    if unexplained != nil { approach.target = nil }
    course.converse(
      by: NtripClientSession(
        to: target, options: options, position: position, approach: approach, at: now))
  }

  /// Reports that the requested connection failed.
  public mutating func connectionFailed(_ error: NtripTransportError, at now: Duration) {
    guard course.isConnecting else { return }
    fail(.transport(error), at: now)
  }

  /// Reports received bytes, and passes on those of the stream.
  public mutating func received(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) {
    converse(at: now) { $0.receive(bytes, at: now, onData: onData) }
  }

  /// Reports that the caster closed the connection, and passes on buffered stream bytes.
  public mutating func disconnected(at now: Duration, onData: (Span<UInt8>) -> Void) {
    converse(at: now) { $0.finish(at: now, onData: onData) }
  }

  /// Reports that the connection broke.
  public mutating func connectionBroke(_ words: String, at now: Duration) {
    converse(at: now) { $0.breakOff(words) }
  }

  /// Reports a frame in the stream.
  ///
  /// The first frame ends the wait for ``NtripSessionOptions/frameTimeout``. A stream that ends
  /// without a frame is reported by the format of its bytes.
  public mutating func noteFrame(at now: Duration) {
    guard course.session?.hasFrame == false else { return }
    converse(at: now) { $0.noteFrame() }
  }

  /// Stores a sourcetable row: whether the mountpoint requires a position, and what it carries.
  public mutating func learn(_ record: StreamRecord, at now: Duration) {
    memory.record = record
    converse(at: now) { $0.learn(record, at: now) }
  }

  /// Stores a new position, to be sent when the next sentence is due.
  public mutating func report(_ position: GGASentence, at now: Duration) {
    if position.quality != .invalid { self.position = position }
    converse(at: now) { $0.report(position, at: now) }
  }
}

// MARK: State

extension NtripClientMachine {
  /// Whether the link is finished: stopped, served, banned, or failed without a retry policy.
  public var isOver: Bool { course.isOver }

  /// The state of the link.
  public var status: NtripLinkStatus { course.status }
}

// MARK: -

extension NtripClientMachine {
  /// Lets the session take a step, and acts on its new state.
  private mutating func converse(at now: Duration, _ step: (inout NtripClientSession) -> Void) {
    course.step(step)
    if course.session?.isPositionWanted == true { memory.wantsPosition = true }
    if firstByteDelay == nil, hasStreamed { firstByteDelay = now - connectTime }
    switch course.session?.state {
    case nil, .awaitingAnswer: return
    case .streaming(let version): markStreaming(version, at: now)
    case .ended(let outcome): conclude(outcome, at: now)
    }
  }

  /// Whether stream bytes have come over the current connection.
  private var hasStreamed: Bool { course.session?.streamBytes ?? 0 > 0 }

  private mutating func markStreaming(_ version: NtripVersion?, at now: Duration) {
    if let version { self.version = version }
    guard course.markStreaming(at: now) else { return }
    refusal = nil
    memory.settle()
  }

  private mutating func conclude(_ outcome: NtripClientSession.Outcome, at now: Duration) {
    // A stream can begin and end within one step.
    if hasStreamed { markStreaming(nil, at: now) }
    course.close()
    switch outcome {
    case .again(let lesson, let failure):
      guard memory.learn(lesson, for: url.credentials) else { return fail(failure, at: now) }
      course.target = memory.target
      course.begin(at: now)
    case .failure(let failure):
      if failure.cause.isAnswer { memory.settle() }
      fail(failure, at: now)
    case .sourcetable(let table):
      memory.settle()
      take(table, at: now)
    }
  }

  /// Takes the sourcetable, which was requested for itself or to explain a failure.
  private mutating func take(_ table: Sourcetable, at now: Duration) {
    guard var failure = unexplained else {
      sourcetable = table
      return course.finish()
    }
    unexplained = nil
    memory.record = table.stream(at: url.mountpoint) ?? memory.record
    if case .noSuchMountpoint = failure.cause {
      failure.cause = table.cause(ofMissing: url.mountpoint, near: position?.position)
    }
    fail(failure, at: now)
  }

  private mutating func fail(_ cause: NtripFailure.Cause, at now: Duration) {
    fail(NtripFailure(cause, caster: url.authority, mountpoint: url.mountpoint), at: now)
  }

  private mutating func fail(_ failure: NtripFailure, at now: Duration) {
    var failure = unexplained ?? failure
    unexplained = nil
    if isExplainedByTable(failure.cause), memory.mayAskForTable() {
      unexplained = failure
      return course.begin(at: now)
    }
    if lacksPosition(failure.cause), memory.record?.needsPosition == true {
      failure.cause = .positionNeeded
    }
    memory.endAttempt()
    let delay = course.fail(failure.cause, words: failure.words, at: now)
    refusal = nil
    if let failure = self.failure, failure.cause.urgency != .soon, hasRetry {
      refusal = NtripRefusal(failure, until: delay.map { now + $0 })
    }
  }

  /// Whether the sourcetable may explain a failure, by listing the mountpoints or requiring a position.
  private func isExplainedByTable(_ cause: NtripFailure.Cause) -> Bool {
    if case .noSuchMountpoint(nil, _) = cause { return true }
    return lacksPosition(cause) && memory.record == nil
  }

  /// Whether the stream sent nothing and the caster was sent no position.
  ///
  /// The result is `false` when a position is known or expected, which the caster could have received.
  private func lacksPosition(_ cause: NtripFailure.Cause) -> Bool {
    guard position == nil, options.positionInterval == nil else { return false }
    switch cause {
    case .closedWithoutData(positionSent: false), .noData(_, positionSent: false): return true
    default: return false
    }
  }
}

extension NtripFailure.Cause {
  /// Whether the caster's answer shows that it accepts the requested protocol version.
  fileprivate var isAnswer: Bool {
    switch self {
    case .transport, .closedWithoutAnswer, .noAnswer, .cancelled: false
    case .unexpectedStatus(let status, _): ![400, 501, 505].contains(status)
    default: true
    }
  }
}

extension NtripClientSession: LinkSession {
  var isStreaming: Bool { if case .streaming = state { true } else { false } }
}
