import Mathematics

/// A source's link to a caster over time: connects, is granted its mountpoint, and reconnects after
/// a failure.
///
/// The link has neither socket nor clock. The owner of the transport calls ``nextAction(at:)`` and
/// performs the actions until the action is to wait, as for ``NtripClientMachine``. While
/// ``isReady``, ``send(_:)`` takes the next part of the stream. Each part consists of whole frames,
/// because a new connection begins with the next part.
public struct NtripSourceMachine: Sendable {
  /// The next action for the transport's owner.
  public typealias Action = NtripLinkAction

  /// The URL of the caster and the mountpoint.
  public var url: NtripURL { course.url }
  /// The failure of the last connection; `nil` when it did not fail.
  public var failure: NtripFailure? { course.failure }
  /// Whether ``finish()`` has ended the stream and the transport has reported no loss since.
  public private(set) var isFinished = false

  private let options: NtripSourceOptions
  private var course: LinkCourse<NtripSourceSession>
  /// The protocol version to request; a fallback to version 1 is remembered for the link.
  private var version: NtripVersion
  private var farewell: [UInt8] = []

  /// Creates a link that connects at the first ``nextAction(at:)``.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint, which must not be empty.
  ///   - options: The form of the request, and the timeouts.
  ///   - retry: The retry policy after a failure; `nil` for no retries.
  ///   - seed: The seed for the jitter of retries.
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

  /// Returns the next action for the transport's owner.
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

  /// Whether the caster accepts stream data now.
  public var isReady: Bool { course.session?.isStreaming ?? false }

  /// Sends the next part of the stream, which must be whole frames; has no effect unless ``isReady``.
  public mutating func send(_ bytes: Span<UInt8>) {
    course.step { $0.send(bytes) }
  }

  /// Ends the stream in the form of its protocol version, and ends the link; has no effect unless
  /// ``isReady``.
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

  /// Stops the link at once: the next action closes an open connection, and no further action follows.
  public mutating func stop() { course.stop() }
}

// MARK: Transport events

extension NtripSourceMachine {
  /// Reports that the requested connection is established.
  public mutating func connected(at now: Duration) {
    guard course.isConnecting else { return }
    course.converse(
      by: NtripSourceSession(to: url, options: options, version: version, at: now))
  }

  /// Reports that the requested connection failed.
  public mutating func connectionFailed(_ error: NtripTransportError, at now: Duration) {
    guard course.isConnecting else { return }
    fail(.transport(error), at: now)
  }

  /// Reports bytes received from the caster.
  public mutating func received(_ bytes: Span<UInt8>, at now: Duration) {
    converse(at: now) { $0.receive(bytes, at: now) }
  }

  /// Reports that the caster closed the connection.
  public mutating func disconnected(at now: Duration) {
    converse(at: now) { $0.disconnected() }
  }

  /// Reports that the connection broke.
  ///
  /// After ``finish()``, this resets `isFinished`, because it is unknown which bytes arrived.
  public mutating func connectionBroke(_ words: String, at now: Duration) {
    guard isFinished else { return converse(at: now) { $0.broke(words) } }
    isFinished = false
    course.tell(.transport(.broken(words)))
  }
}

// MARK: State

extension NtripSourceMachine {
  /// Whether the link is finished: stream ended, stopped, banned, or failed without a retry policy.
  public var isOver: Bool { course.isOver }

  /// Whether the caster has granted the stream at least once.
  public var hasStreamed: Bool { course.streams > 0 }

  /// The state of the link; its byte count is the number of stream bytes sent.
  public var status: NtripLinkStatus { course.status }
}

// MARK: -

extension NtripSourceMachine {
  /// Lets the session perform a step, and acts on its new state.
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
    // The fallback to version 1 is kept only if a version 1 answer came.
    if options.version == .automatic, !hasStreamed, cause.isSilence { version = .two }
    course.fail(cause, words: words, at: now)
  }
}

extension NtripFailure.Cause {
  /// Whether the failure came without any answer from the caster.
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
