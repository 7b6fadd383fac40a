import Mathematics

/// A source's link to a caster over time: connects, is granted its mountpoint, and comes back after a cut.
///
/// It has neither socket nor clock. Whoever owns a transport calls ``nextAction(at:)`` and does what it says
/// until that is to wait, as for ``NtripClientMachine``. While ``isReady``, ``send(_:)`` takes the next part
/// of the stream: whole frames, since a new connection after a cut begins with the next part.
public struct NtripSourceMachine: Sendable {
  /// The next action of the transport's owner.
  public typealias Action = NtripLinkAction

  /// The caster and the mountpoint.
  public var url: NtripURL { course.url }
  /// The failure of the last connection; `nil` while all is well.
  public var failure: NtripFailure? { course.failure }
  /// Whether all was sent, and the stream ended by ``finish()``, as far as the transport has told.
  public private(set) var isFinished = false

  private let options: NtripSourceOptions
  private var course: LinkCourse<NtripSourceSession>
  /// The version to ask by; learnt once, remembered for the link.
  private var version: NtripVersion
  private var farewell: [UInt8] = []

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
    self.options = options
    version = if case .only(let version) = options.version { version } else { .two }
    course = LinkCourse(
      to: url, connectTimeout: options.connectTimeout, retry: retry,
      generator: Xoshiro256(seed: seed, part: "NTRIP source retries"))
  }

  /// Returns the next action.
  public mutating func nextAction(at now: Duration) -> Action {
    if let cause = course.giveUpConnecting(at: now) { fail(cause, at: now) }
    converse(at: now) { $0.advance(to: now) }
    guard farewell.isEmpty else {
      defer { farewell = [] }
      return .send(farewell)
    }
    return course.nextAction(at: now)
  }

  // MARK: The stream

  /// Whether the caster takes the stream now.
  public var isReady: Bool { course.session?.isStreaming ?? false }

  /// Sends the next part of the stream, whole frames; does nothing unless ``isReady``.
  public mutating func send(_ bytes: Span<UInt8>) {
    course.step { $0.send(bytes) }
  }

  /// Ends the stream as the version has it, and the link with it; does nothing unless ``isReady``.
  public mutating func finish() {
    guard isReady else { return }
    course.step { session in
      farewell = session.takeOutput()
      farewell += session.finish()
    }
    course.close()
    isFinished = true
    course.finish()
  }

  /// Ends the link at once: the next action closes what is open, and nothing follows.
  public mutating func stop() { course.stop() }
}

// MARK: What the transport tells

extension NtripSourceMachine {
  /// The connection that was asked for stands.
  public mutating func connected(at now: Duration) {
    guard course.isConnecting else { return }
    course.converse(
      by: NtripSourceSession(to: url, options: options, version: version, at: now))
  }

  /// The connection that was asked for cannot be had.
  public mutating func connectionFailed(_ error: NtripTransportError, at now: Duration) {
    guard course.isConnecting else { return }
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

  /// The connection broke; after ``finish()`` that takes back that all was sent, since nobody knows what arrived.
  public mutating func connectionBroke(_ words: String, at now: Duration) {
    guard isFinished else { return converse(at: now) { $0.broke(words) } }
    isFinished = false
    course.tell(.transport(.broken(words)))
  }
}

// MARK: What is known

extension NtripSourceMachine {
  /// Whether nothing will happen any more: finished, stopped, banned, or failed with no retry wanted.
  public var isOver: Bool { course.isOver }

  /// Whether the caster has ever taken the stream.
  public var hasStreamed: Bool { course.streams > 0 }

  /// The state of the link; its bytes are those of the stream that were sent.
  public var status: NtripLinkStatus { course.status }
}

// MARK: -

extension NtripSourceMachine {
  /// Lets the session take a step, and draws the consequences.
  private mutating func converse(at now: Duration, _ step: (inout NtripSourceSession) -> Void) {
    course.step(step)
    switch course.session?.state {
    case nil, .awaitingAnswer: return
    case .granted: _ = course.markStreaming(at: now)
    case .ended(let outcome): conclude(outcome, at: now)
    }
  }

  private mutating func conclude(_ outcome: NtripSourceSession.Outcome, at now: Duration) {
    course.close()
    switch outcome {
    case .finished: course.finish()
    case .askByVersionOne:
      version = .one
      course.begin(at: now)
    case .failure(let failure): fail(failure.cause, words: failure.words, at: now)
    }
  }

  private mutating func fail(
    _ cause: NtripFailure.Cause, words: String = "", at now: Duration
  ) {
    // Version 1 is only learnt by an answer in it.
    if options.version == .automatic, !hasStreamed, cause.isSilence { version = .two }
    course.fail(cause, words: words, at: now)
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

extension NtripSourceSession: LinkSession {
  var isStreaming: Bool { if case .granted = state { true } else { false } }
}
