public import NtripProtocol

/// A stream of a caster as an asynchronous sequence: bytes as they come, and what becomes of the link.
///
/// ```swift
/// for try await element in NtripStream(from: try NtripURL("ntrip://user:password@host/MOUNT")) {
///   if case .data(let bytes) = element { receiver.send(bytes) }
/// }
/// ```
/// Each iteration makes a link of its own, which is stopped when the iteration ends. The sequence goes
/// on over failures that pass. It throws ``/NtripProtocol/NtripFailure`` when no other attempt follows.
public struct NtripStream: AsyncSequence, Sendable {
  /// What comes.
  public enum Element: Hashable, Sendable {
    /// The link's state has changed.
    case status(NtripLinkStatus)
    /// Bytes of the stream.
    case data([UInt8])
  }

  private let makeLink: @Sendable (@escaping @Sendable () -> Void) -> NtripLink

  /// Names a stream, without connecting yet.
  ///
  /// - Parameters:
  ///   - url: What to ask for.
  ///   - options: How to ask, and how long to wait.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - certificateFile: Certificates to trust instead of the system's, in PEM form.
  public init(
    from url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    retry: RetryPolicy? = RetryPolicy(), trusting certificateFile: String? = nil
  ) {
    makeLink = { onNews in
      NtripLink(to: url, options: options, retry: retry, trusting: certificateFile, onNews: onNews)
    }
  }

  /// Connects, and waits for what comes.
  public func makeAsyncIterator() -> Iterator {
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    return Iterator(link: makeLink { tell.yield() }, news: news.makeAsyncIterator())
  }

  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// The link itself, to report positions to or to stop.
    public let link: NtripLink
    private var news: AsyncStream<Void>.Iterator
    private var toldState = NtripLinkStatus.State.off
    private var waiting: [UInt8] = []

    fileprivate init(link: NtripLink, news: AsyncStream<Void>.Iterator) {
      self.link = link
      self.news = news
    }

    /// The next element; `nil` when the link was stopped or the task cancelled.
    public mutating func next() async throws -> Element? {
      try await next(isolation: #isolation)
    }

    /// The next element; `nil` when the link was stopped or the task cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NtripFailure) -> Element? {
      while true {
        let machine = link.take(into: &waiting)
        if let element = takeElement(machine.status) { return element }
        if machine.isOver, machine.status.error != nil, let failure = machine.failure {
          throw failure
        }
        guard !machine.isOver, await news.next(isolation: actor) != nil else { return nil }
      }
    }

    /// What there is to tell: that the stream began before its bytes, that it ended after them.
    private mutating func takeElement(_ status: NtripLinkStatus) -> Element? {
      if status.state == .streaming, toldState != .streaming { return tell(status) }
      guard waiting.isEmpty else {
        defer { waiting = [] }
        return .data(waiting)
      }
      return status.state == toldState ? nil : tell(status)
    }

    private mutating func tell(_ status: NtripLinkStatus) -> Element {
      toldState = status.state
      return .status(status)
    }
  }
}
