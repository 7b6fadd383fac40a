internal import NtripClient
internal import NtripProtocol
internal import Platform

/// Follows a caster's mountpoint, and comes back to it when the connection is lost.
///
/// Whether it has failed depends on what came, not on the moment at which it is ended: it has when no
/// byte came. A refusal that only a person can lift (a wrong password, no such mountpoint) ends it, but
/// not once there was a stream: stations come and go. Without a second attempt it has also failed when
/// the connection broke rather than being closed by the caster.
final class CasterInput {
  private let url: NtripURL
  private let link: NtripLink
  private let news = News()
  private let isOnce: Bool
  private let end: ContinuousClock.Instant?
  private var log: LinkLog
  private var hasData = false

  /// Rings when there is something new about the link.
  private final class News: Sendable {
    let pipe = WakeUpPipe()
  }

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - url: Where the stream is.
  ///   - options: How to ask for it.
  ///   - isOnce: Whether the end of a connection is the end.
  ///   - isQuiet: Whether nothing is told about the connection.
  ///   - duration: How long to follow; until the process is asked to end when `nil`.
  init(
    _ url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(), isOnce: Bool,
    isQuiet: Bool, duration: Duration? = nil
  ) {
    self.url = url
    self.isOnce = isOnce
    end = duration.map { .now + $0 }
    log = LinkLog(isQuiet: isQuiet)
    let news = news
    link = NtripLink(to: url, options: options, retry: isOnce ? nil : RetryPolicy()) {
      news.pipe.wake()
    }
  }

  /// Tells the caster a position.
  func report(_ position: GGASentence) { link.report(position) }

  /// Waits for bytes and hands them to `body`; `false` at the end.
  ///
  /// - Throws: ``Failure`` at the end when nothing came, or the only connection broke.
  func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws -> Bool {
    while true {
      let isLast = isDone
      if isLast { link.stop() }
      let failure = link.failure
      var bytes: [UInt8] = []
      link.receive(into: &bytes)
      hasData = hasData || !bytes.isEmpty
      if !isLast { tell(link.status) }
      if !bytes.isEmpty {
        try body(bytes.span)
        return true
      }
      if isLast {
        try conclude(failure)
        return false
      }
      wait()
    }
  }

  /// Whether nothing more is wanted, or nothing more will come.
  private var isDone: Bool {
    if Interruption.isRequested || link.isOver { return true }
    if let end, end <= .now { return true }
    return !hasData && (link.failure?.cause.isFinal ?? false)
  }

  /// Says what the link does; that it streams, once a byte has come.
  private func tell(_ status: NtripLinkStatus) {
    if status.state != .streaming || hasData { log.update(status) }
  }

  private func wait() {
    let left = end.map { $0 - .now } ?? .seconds(3600)
    let milliseconds = min(max(left / .milliseconds(1), 0), 3_600_000).rounded(.up)
    Interruption.wait(for: news.pipe.descriptor, milliseconds: Int32(milliseconds))
    news.pipe.drain()
  }

  private func conclude(_ failure: NtripFailure?) throws(Failure) {
    if hasData {
      guard isOnce, let failure, failure.cause != .closed else { return }
      throw Failure(message: "\(failure)")
    }
    throw Failure(message: failure.map { "\($0)" } ?? "nothing came from \(url)")
  }
}

extension NtripFailure.Cause {
  /// Whether only a person can change it, so that waiting is no use.
  fileprivate var isFinal: Bool {
    switch self {
    case .mountpointNotServed: false  // its station may come yet
    default: urgency != .soon
    }
  }
}
