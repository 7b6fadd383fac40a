internal import NtripClient
internal import NtripProtocol

/// Follows a caster's mountpoint, and comes back to it when the connection is lost.
///
/// Whether it has failed depends on what came, not on the moment at which it is ended: it has when no
/// byte came. A refusal that only a person can lift (a wrong password, no such mountpoint) ends it, but
/// not once there was a stream: stations come and go. Without a second attempt it has also failed when
/// the connection broke rather than being closed by the caster.
final class CasterInput {
  private let url: NtripURL
  private let isOnce: Bool
  private let link: NtripLink
  private var elements: NtripStream.Iterator
  private var log: LinkLog
  private var status: NtripLinkStatus?
  private var hasData = false
  private let onStatus: (NtripLinkStatistics) throws -> Void

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - url: Where the stream is.
  ///   - options: How to ask for it.
  ///   - position: What to tell the caster of where we are.
  ///   - isOnce: Whether the end of a connection is the end.
  ///   - isQuiet: Whether nothing is told about the connection.
  ///   - duration: How long to follow; until the process is asked to end when `nil`.
  ///   - transport: Through whom to connect, and whom to trust.
  ///   - onStatus: Given what the link has carried, whenever its state has changed.
  init(
    _ url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    position: GGASentence? = nil, isOnce: Bool, isQuiet: Bool, duration: Duration? = nil,
    over transport: NtripTransportOptions = NtripTransportOptions(),
    onStatus: @escaping (NtripLinkStatistics) throws -> Void = { _ in }
  ) {
    let stream = NtripStream(
      from: url, options: options, position: position, retry: isOnce ? nil : RetryPolicy(),
      over: transport)
    let elements = stream.makeAsyncIterator()
    let link = elements.link
    Interruption.onRequest { link.stop() }
    if let duration {
      Task {
        try await Task.sleep(for: duration)
        link.stop()
      }
    }
    (self.url, self.isOnce, self.elements, self.link) = (url, isOnce, elements, link)
    self.onStatus = onStatus
    log = LinkLog(isQuiet: isQuiet)
  }

  /// The link's statistics.
  var statistics: NtripLinkStatistics { link.statistics }

  /// Waits for bytes and hands them to `body`; `false` at the end.
  ///
  /// - Throws: ``Failure`` at the end when nothing came, or the only connection broke.
  func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) async throws -> Bool {
    while let element = await next() {
      switch element {
      case .status(let status):
        tell(status)
        try onStatus(link.statistics)
      case .data(let bytes):
        tellData()
        try body(bytes.span)
        return true
      }
    }
    try conclude(link.failure)
    return false
  }

  /// Returns the next element; `nil` at the end, of which the link knows the reason.
  private func next() async -> NtripStream.Element? {
    do throws(NtripFailure) { return try await elements.next() } catch { return nil }
  }

  /// Says what the link does; that it streams, once a byte has come.
  private func tell(_ status: NtripLinkStatus) {
    self.status = status
    if let cause = link.failure?.cause, cause.isFinal, !hasData || cause.isOfOtherBytes {
      link.stop()
    }
    guard !link.isOver, status.state != .streaming || hasData else { return }
    log.update(status)
  }

  private func tellData() {
    guard !hasData else { return }
    hasData = true
    if let status, !link.isOver { log.update(status) }
  }

  private func conclude(_ failure: NtripFailure?) throws(Failure) {
    if hasData, !(failure?.cause.isOfOtherBytes ?? false) {
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

  /// Whether bytes came that are not what was wanted, words of the caster among them.
  fileprivate var isOfOtherBytes: Bool {
    switch self {
    case .noFrames, .banned: true
    default: false
    }
  }
}
