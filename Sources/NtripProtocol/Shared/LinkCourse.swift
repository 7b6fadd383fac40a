import Mathematics

/// An action that the owner of a link's transport performs.
public enum NtripLinkAction: Hashable, Sendable {
  /// Start a connection to this caster.
  case connect(NtripURL)
  /// Send these bytes.
  case send([UInt8])
  /// Close the connection once everything is sent, or abort the connection attempt.
  case close
  /// Wait until this time or until something arrives; `nil` for no time limit.
  case wait(until: Duration?)
}

/// The session over one connection of a link.
protocol LinkSession: Sendable {
  /// Whether the caster has granted the stream.
  var isStreaming: Bool { get }
  /// The number of stream bytes so far.
  var streamBytes: Int64 { get }
  /// The next time at which the session changes without input; `nil` for none.
  var deadline: Duration? { get }
  /// Removes and returns the bytes to send.
  mutating func takeOutput() -> [UInt8]
}

extension LinkSession {
  /// Performs a step in place.
  fileprivate mutating func take(_ step: (inout Self) -> Void) { step(&self) }
}

/// The sequence of a link's connections: when to connect, and when to retry.
///
/// The session handles the data of a connection; the owner handles the outcome.
struct LinkCourse<Session: LinkSession>: Sendable {
  private enum Phase {
    case resting(until: Duration)
    case connecting(deadline: Duration)
    case conversing
    case over
  }

  /// The URL of the stream.
  let url: NtripURL
  /// The redirection target of the stream; `nil` without a redirection.
  var target: NtripURL?
  /// The failure of the last connection; `nil` when it did not fail.
  private(set) var failure: NtripFailure?
  /// The number of streams that have begun.
  private(set) var streams = 0

  private let connectTimeout: Duration
  private let retry: RetryPolicy?
  private var generator: Xoshiro256
  private var phase = Phase.resting(until: .zero)
  /// The session of the current connection, stored outside `phase` so that its steps happen in place.
  private(set) var session: Session?
  private var mustClose = false
  private var isStopped = false
  private var failuresInARow = FailureCounts()
  private var streamStart: Duration?
  private var bytesBefore: Int64 = 0

  /// Creates a link that connects at the first ``nextAction(at:)``; `generator` supplies the jitter
  /// of retries.
  init(
    to url: NtripURL, connectTimeout: Duration, retry: RetryPolicy?, generator: Xoshiro256
  ) {
    self.url = url
    self.connectTimeout = connectTimeout
    self.retry = retry
    self.generator = generator
  }

  /// Starts the link with a known refusal.
  mutating func begin(after refusal: NtripRefusal) {
    failure = refusal.failure
    enter(refusal.end.map { .resting(until: $0) } ?? .over)
  }

  /// Enters a phase without a session.
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
  /// Aborts a connection attempt that has reached its timeout.
  ///
  /// - Returns: The cause of the failure; `nil` when the timeout has not been reached.
  mutating func giveUpConnecting(at now: Duration) -> NtripFailure.Cause? {
    guard case .connecting(let deadline) = phase, deadline <= now else { return nil }
    mustClose = true
    return .transport(.timedOut(after: connectTimeout))
  }

  /// Starts a session on the established connection.
  mutating func converse(by session: Session) {
    streamStart = nil
    phase = .conversing
    self.session = session
  }

  /// Lets the session perform a step, if there is a session.
  mutating func step(_ step: (inout Session) -> Void) { session?.take(step) }

  /// Records that the stream has been granted.
  ///
  /// - Returns: Whether the stream has just begun.
  mutating func markStreaming(at now: Duration) -> Bool {
    guard streamStart == nil else { return false }
    streamStart = now
    streams += 1
    failure = nil
    return true
  }

  /// Closes the connection of the ended session; the session is kept until the next phase.
  mutating func close() {
    bytesBefore += session?.streamBytes ?? 0
    mustClose = true
  }

  /// Connects again at once.
  mutating func begin(at now: Duration) { enter(.resting(until: now)) }

  /// Ends the link successfully.
  mutating func finish() {
    failure = nil
    enter(.over)
  }

  /// Records a failure without changing the phase.
  mutating func tell(_ cause: NtripFailure.Cause, words: String = "") {
    failure = NtripFailure(
      cause, caster: url.authority, mountpoint: url.mountpoint, words: words)
  }

  /// Records a failure, and schedules a retry if the policy allows one.
  ///
  /// - Returns: The delay before the retry; `nil` for no retry.
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

  /// Stops the link: the next action closes an open connection, and no further action follows.
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

// MARK: State

extension LinkCourse {
  /// Whether a connection is being established.
  var isConnecting: Bool { if case .connecting = phase { true } else { false } }

  /// Whether the link is finished.
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

/// The counts of consecutive failed attempts, by urgency.
///
/// A caster that was down for a night does not lengthen the delay after a first refusal, nor the reverse.
private struct FailureCounts {
  private var (soon, late) = (0, 0)

  /// Counts a failure.
  ///
  /// - Returns: The number of consecutive failures with the same urgency, including this one.
  mutating func count(_ urgency: NtripFailure.Cause.Urgency) -> Int {
    if urgency == .soon { soon += 1 } else { late += 1 }
    return urgency == .soon ? soon : late
  }
}
