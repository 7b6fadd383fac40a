import Mathematics

/// A link to a caster over time: connects, converses, and comes back after a failure.
///
/// What one conversation teaches the next one knows: a caster that does not take version 2 is asked in version 1
/// at once, one that wants Digest is answered at once, and both are remembered. Each is tried once in an attempt
/// and is no failure. Where a caster has no such mountpoint and does not say which it has, its sourcetable
/// is asked for, once.
///
/// It has neither socket nor clock. Whoever owns a transport, be it a socket or another state machine
/// in memory, calls ``nextAction(at:)`` and does what it says until that is to wait; then waits for
/// the transport or the time, tells what happened, and asks again:
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
  /// The next action of the transport's owner.
  public typealias Action = NtripLinkAction

  /// The URL of the stream.
  public var url: NtripURL { course.url }
  /// The failure of the last connection; `nil` while all is well.
  public var failure: NtripFailure? { course.failure }
  /// The sourcetable, when that was asked for and has come.
  public private(set) var sourcetable: Sourcetable?

  /// The version that the stream is answered in; `nil` before there is one.
  public private(set) var version: NtripVersion?
  /// From asking for the last connection to the first byte of its stream; `nil` before that has come.
  public private(set) var firstByteDelay: Duration?
  /// The number of connections asked for.
  public private(set) var connectCount = 0
  /// The refusal that only a person can lift, after which the caster is left alone; `nil` when there is none.
  ///
  /// Whoever makes another link to the same caster begins it with that.
  public private(set) var refusal: NtripRefusal?

  private let options: NtripSessionOptions
  private let hasRetry: Bool
  private var course: LinkCourse<NtripClientSession>
  private var position: GGASentence?
  private var memory: LinkMemory
  /// The refusal that the sourcetable is asked for to explain.
  private var unexplained: NtripFailure?
  private var connectTime = Duration.zero

  /// Creates a link that will connect at the first ``nextAction(at:)``.
  ///
  /// - Parameters:
  ///   - url: What to ask for; without a mountpoint, the sourcetable, once.
  ///   - options: How to ask, and how long to wait.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - seed: The run's seed, from which the scatter of retries is drawn.
  ///   - hashing: What Digest logins are made with; `nil` for Basic alone.
  ///   - refusal: What another link to the same caster ended with.
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

  /// Returns the next action.
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

  /// Ends the link: the next action closes what is open, and nothing follows.
  public mutating func stop() { course.stop() }
}

// MARK: What the transport tells

extension NtripClientMachine {
  /// The connection that was asked for stands.
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

  /// The connection that was asked for cannot be had.
  public mutating func connectionFailed(_ error: NtripTransportError, at now: Duration) {
    guard course.isConnecting else { return }
    fail(.transport(error), at: now)
  }

  /// Bytes came; those of the stream are handed on.
  public mutating func received(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) {
    converse(at: now) { $0.receive(bytes, at: now, onData: onData) }
  }

  /// The caster closed the connection; what was held back of the stream is handed on.
  public mutating func disconnected(at now: Duration, onData: (Span<UInt8>) -> Void) {
    converse(at: now) { $0.finish(at: now, onData: onData) }
  }

  /// The connection broke.
  public mutating func connectionBroke(_ words: String, at now: Duration) {
    converse(at: now) { $0.breakOff(words) }
  }

  /// A frame came in the stream, of which a stream without any is named when it ends, and
  /// ``NtripSessionOptions/frameTimeout`` waits for the first one.
  public mutating func noteFrame(at now: Duration) {
    guard course.session?.hasFrame == false else { return }
    converse(at: now) { $0.noteFrame() }
  }

  /// Takes what a sourcetable says of the mountpoint: whether it wants a position, and what it carries.
  public mutating func learn(_ record: StreamRecord, at now: Duration) {
    memory.record = record
    converse(at: now) { $0.learn(record, at: now) }
  }

  /// Takes a new position, to be sent when the next one is due.
  public mutating func report(_ position: GGASentence, at now: Duration) {
    if position.quality != .invalid { self.position = position }
    converse(at: now) { $0.report(position, at: now) }
  }
}

// MARK: What is known

extension NtripClientMachine {
  /// Whether nothing will happen any more: stopped, served, banned, or failed with no retry wanted.
  public var isOver: Bool { course.isOver }

  /// The state of the link.
  public var status: NtripLinkStatus { course.status }
}

// MARK: -

extension NtripClientMachine {
  /// Lets the session take a step, and draws the consequences.
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

  /// Whether bytes of the stream came over the connection that there is.
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

  /// Takes the sourcetable, which was asked for or is to explain a failure.
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

  /// Whether the sourcetable may say more of a failure: which mountpoints there are, or that this one wants a position.
  private func isExplainedByTable(_ cause: NtripFailure.Cause) -> Bool {
    if case .noSuchMountpoint(nil, _) = cause { return true }
    return lacksPosition(cause) && memory.record == nil
  }

  /// Whether nothing came of a stream, and no position is known or expected that the caster could have had.
  private func lacksPosition(_ cause: NtripFailure.Cause) -> Bool {
    guard position == nil, options.positionInterval == nil else { return false }
    switch cause {
    case .closedWithoutData(positionSent: false), .noData(_, positionSent: false): return true
    default: return false
    }
  }
}

extension NtripFailure.Cause {
  /// Whether the caster has answered in a way that shows that it takes the version it was asked in.
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
