import Mathematics

/// The next action of the owner of a link's transport.
public enum NtripLinkAction: Hashable, Sendable {
  /// Begin to connect to this caster.
  case connect(NtripURL)
  /// Send these bytes.
  case send([UInt8])
  /// Close the connection once all is sent, or give up making it.
  case close
  /// Nothing, until this time or until something arrives; `nil` means that no time is near.
  case wait(until: Duration?)
}

/// The conversation over one connection of a link.
protocol LinkSession: Sendable {
  /// Whether the caster has agreed, and the stream flows.
  var isStreaming: Bool { get }
  /// Bytes of the stream so far.
  var streamBytes: Int64 { get }
  /// When time alone changes something.
  var deadline: Duration? { get }
  /// Takes what is to be sent.
  mutating func takeOutput() -> [UInt8]
}

extension LinkSession {
  /// Takes a step where it stands.
  fileprivate mutating func take(_ step: (inout Self) -> Void) { step(&self) }
}

/// The course of a link from one connection to the next: when to connect, and when to come back.
///
/// What is said over a connection is its session's affair, and what follows from it the owner's.
struct LinkCourse<Session: LinkSession>: Sendable {
  private enum Phase {
    case resting(until: Duration)
    case connecting(deadline: Duration)
    case conversing
    case over
  }

  /// The URL of the stream.
  let url: NtripURL
  /// The place that the caster has sent the client to for it; `nil` for the stream's own.
  var target: NtripURL?
  /// The failure of the last connection; `nil` while all is well.
  private(set) var failure: NtripFailure?
  /// Streams that have begun.
  private(set) var streams = 0

  private let connectTimeout: Duration
  private let retry: RetryPolicy?
  private var generator: Xoshiro256
  private var phase = Phase.resting(until: .zero)
  /// The conversation over the present connection, beside the phase, so that it takes its steps in place.
  private(set) var session: Session?
  private var mustClose = false
  private var isStopped = false
  private var failuresInARow = FailureCounts()
  private var streamStart: Duration?
  private var bytesBefore: Int64 = 0

  /// A link that will connect at the first ``nextAction(at:)``; its retries are scattered by `generator`.
  init(
    to url: NtripURL, connectTimeout: Duration, retry: RetryPolicy?, generator: Xoshiro256
  ) {
    self.url = url
    self.connectTimeout = connectTimeout
    self.retry = retry
    self.generator = generator
  }

  /// Begins with a refusal that is known already.
  mutating func begin(after refusal: NtripRefusal) {
    failure = refusal.failure
    enter(refusal.end.map { .resting(until: $0) } ?? .over)
  }

  /// Goes on to a phase in which nothing is said.
  private mutating func enter(_ phase: Phase) {
    self.phase = phase
    session = nil
  }

  /// Returns the next action.
  mutating func nextAction(at now: Duration) -> NtripLinkAction {
    if mustClose {
      mustClose = false
      return .close
    }
    switch phase {
    case .resting(let until) where until <= now:
      phase = .connecting(deadline: now + connectTimeout)
      return .connect(target ?? url)
    case .resting(let until): return .wait(until: until)
    case .connecting(let deadline): return .wait(until: deadline)
    case .conversing:
      guard let output = session?.takeOutput(), !output.isEmpty else {
        return .wait(until: session?.deadline)
      }
      return .send(output)
    case .over: return .wait(until: nil)
    }
  }
}

// MARK: Steps

extension LinkCourse {
  /// Gives up a connection that takes too long to be made.
  ///
  /// - Returns: The cause, if that is so.
  mutating func giveUpConnecting(at now: Duration) -> NtripFailure.Cause? {
    guard case .connecting(let deadline) = phase, deadline <= now else { return nil }
    mustClose = true
    return .transport(.timedOut(after: connectTimeout))
  }

  /// The connection that was asked for stands, and this is said over it.
  mutating func converse(by session: Session) {
    streamStart = nil
    phase = .conversing
    self.session = session
  }

  /// Lets the session take a step, where there is one.
  mutating func step(_ step: (inout Session) -> Void) { session?.take(step) }

  /// Takes notice that the stream flows.
  ///
  /// - Returns: Whether it has just begun.
  mutating func markStreaming(at now: Duration) -> Bool {
    guard streamStart == nil else { return false }
    streamStart = now
    streams += 1
    failure = nil
    return true
  }

  /// Closes the connection of the session, which has ended; it stays until the next phase.
  mutating func close() {
    bytesBefore += session?.streamBytes ?? 0
    mustClose = true
  }

  /// Connects again at once.
  mutating func begin(at now: Duration) { enter(.resting(until: now)) }

  /// Ends the link, since all is done.
  mutating func finish() {
    failure = nil
    enter(.over)
  }

  /// Tells of a failure, whatever follows from it.
  mutating func tell(_ cause: NtripFailure.Cause, words: String = "") {
    failure = NtripFailure(
      cause, caster: url.authority, mountpoint: url.mountpoint, words: words)
  }

  /// Takes notice of a failure, and comes back later if that is wanted.
  ///
  /// - Returns: After how long; `nil` for never.
  @discardableResult
  mutating func fail(
    _ cause: NtripFailure.Cause, words: String = "", at now: Duration
  ) -> Duration? {
    tell(cause, words: words)
    target = nil
    if let retry, let streamStart, now - streamStart >= retry.goodSession {
      failuresInARow = FailureCounts()
    }
    streamStart = nil
    let count = failuresInARow.count(cause.urgency)
    let delay = retry?.delay(afterFailures: count, cause: cause, using: &generator)
    enter(delay.map { .resting(until: now + $0) } ?? .over)
    return delay
  }

  /// Ends the link: the next action closes what is open, and nothing follows.
  mutating func stop() {
    switch phase {
    case .conversing: close()
    case .connecting: mustClose = true
    case .resting, .over: break
    }
    enter(.over)
    isStopped = true
  }
}

// MARK: What is known

extension LinkCourse {
  /// Whether a connection is being made.
  var isConnecting: Bool { if case .connecting = phase { true } else { false } }

  /// Whether nothing will happen any more.
  var isOver: Bool { if case .over = phase { true } else { false } }

  /// The state of the link.
  var status: NtripLinkStatus {
    NtripLinkStatus(
      state: state, mountpoint: url.mountpoint.isEmpty ? nil : url.mountpoint,
      bytes: bytesBefore + (session?.streamBytes ?? 0), reconnects: max(streams - 1, 0),
      error: isStopped ? nil : failure?.description)
  }

  private var state: NtripLinkStatus.State {
    let isRefused = failure.map { $0.cause.urgency != .soon } ?? false
    switch phase {
    case .resting: return failure == nil ? .connecting : isRefused ? .refused : .waiting
    case .connecting: return .connecting
    case .conversing: return session?.isStreaming == true ? .streaming : .connecting
    case .over: return isRefused && !isStopped ? .refused : .off
    }
  }
}

/// The number of attempts that have failed in a row, by the urgency of another one.
///
/// A caster that was down for a night is no reason to wait long after a first refusal, nor the other way round.
private struct FailureCounts {
  private var (soon, late) = (0, 0)

  /// Counts a failure.
  ///
  /// - Returns: How many there were of its kind, with this one.
  mutating func count(_ urgency: NtripFailure.Cause.Urgency) -> Int {
    if urgency == .soon { soon += 1 } else { late += 1 }
    return urgency == .soon ? soon : late
  }
}
