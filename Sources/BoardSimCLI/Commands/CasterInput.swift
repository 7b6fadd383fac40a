internal import NtripClient
internal import NtripProtocol

/// A caster's mountpoint, followed as an input; reconnects when the connection is lost.
///
/// The input has failed when no byte has arrived, whenever it is ended. A refusal that only a person can
/// resolve (a wrong password, an unknown mountpoint) ends it before the first byte; later, a mountpoint may
/// come and go with its station. Without reconnecting, the input has also failed when the connection broke
/// and was not closed by the caster.
final class CasterInput {
  private let url: NtripURL
  private let isOnce: Bool
  private let link: NtripLink
  private var elements: NtripStream.Iterator
  private var log: LinkLog
  private var status: NtripLinkStatus?
  private var hasData = false
  private let onStatus: (NtripLinkStatistics) throws -> Void

  /// Starts to follow a mountpoint.
  ///
  /// - Parameters:
  ///   - url: The mountpoint's URL.
  ///   - options: The options of the requests.
  ///   - position: The position sent to the caster; `nil` for none.
  ///   - isOnce: Whether the end of a connection is the end of the input.
  ///   - isQuiet: Whether the connection's state is not reported.
  ///   - duration: The time to follow; `nil` until the process is asked to end.
  ///   - transport: The proxy and the trusted certificates.
  ///   - onStatus: A closure that receives the link's statistics after each change of its state.
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

  /// Waits for bytes and passes them to `body`; returns `false` at the end.
  ///
  /// - Throws: ``Failure`` at the end when nothing has arrived, or the only connection broke.
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

  /// Returns the next element; `nil` at the end, whose reason the link holds.
  private func next() async -> NtripStream.Element? {
    do throws(NtripFailure) { return try await elements.next() } catch { return nil }
  }

  /// Reports the link's state; the state of streaming only after the first byte.
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
  /// Whether only a person can resolve the cause, so that waiting is useless.
  fileprivate var isFinal: Bool {
    switch self {
    case .mountpointNotServed: false  // its station may still start
    default: urgency != .soon
    }
  }

  /// Whether the received bytes were not the wanted stream, such as a caster's message.
  fileprivate var isOfOtherBytes: Bool {
    switch self {
    case .noFrames, .banned: true
    default: false
    }
  }
}
