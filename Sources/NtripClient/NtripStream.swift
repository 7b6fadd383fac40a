public import NtripProtocol
internal import Locks

/// A caster's stream as an asynchronous sequence: its bytes, and the changes of the link's state.
///
/// ```swift
/// let stream = NtripStream(from: try NtripURL("ntrip://user:password@host/VRS"), position: start)
/// let moving = Task { for await fix in receiver.fixes { stream.report(GGASentence(position: fix)) } }
/// for try await element in stream {
///   if case .data(let bytes) = element { receiver.send(bytes) }
/// }
/// ```
/// Each iteration has a link of its own, which is stopped when the iteration ends. The sequence continues
/// after temporary failures. It throws ``/NtripProtocol/NtripFailure`` when no other attempt follows.
///
/// A caster that computes its stream for a place (network RTK, VRS) needs a position: give one here, or
/// report it when it is known. Each connection begins with the latest position and repeats it.
public struct NtripStream: AsyncSequence, Sendable {
  /// An element of the stream.
  public enum Element: Hashable, Sendable {
    /// A change of the link's state.
    case status(NtripLinkStatus)
    /// Bytes of the stream.
    case data([UInt8])
  }

  /// The failure that ends an iteration when no other attempt follows.
  public typealias Failure = NtripFailure

  private let makeLink: @Sendable (GGASentence?, @escaping @Sendable () -> Void) -> NtripLink
  private let positions: PositionRelay

  /// Creates a stream, without connecting yet.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint.
  ///   - options: The request's options and timeouts, and the interval of positions: every 10 s unless they
  ///     say otherwise.
  ///   - position: The position to send at once; `nil` if the caster needs none, or it is not known yet.
  ///   - retry: The retry policy after a failure; `nil` for no retry.
  ///   - transport: The proxy, and the certificates to trust.
  public init(
    from url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    position: GGASentence? = nil, retry: RetryPolicy? = RetryPolicy(),
    over transport: NtripTransportOptions = NtripTransportOptions()
  ) {
    positions = PositionRelay(position)
    makeLink = { position, onNews in
      NtripLink(
        to: url, options: options, position: position, retry: retry, over: transport,
        onNews: onNews)
    }
  }

  /// Sets a new position, before or during an iteration: from any task, without waiting.
  ///
  /// The first position is sent at once, a later one when the next is due. A position of quality 0 is invalid
  /// and is ignored. If the caster is silent until it has a position, set
  /// ``/NtripProtocol/NtripSessionOptions/positionInterval``: then the wait for a position has no limit.
  public func report(_ position: GGASentence) { positions.report(position) }

  /// Connects, and returns an iterator over the elements to come.
  public func makeAsyncIterator() -> Iterator {
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = positions.link { makeLink($0) { tell.yield() } }
    return Iterator(link: link, news: news.makeAsyncIterator())
  }

  /// An iterator that waits for each next element.
  public struct Iterator: AsyncIteratorProtocol {
    /// The link of this iteration, for its status or to stop it.
    public let link: NtripLink
    private var news: AsyncStream<Void>.Iterator
    private var toldState = NtripLinkStatus.State.off
    private var waiting: [UInt8] = []

    fileprivate init(link: NtripLink, news: AsyncStream<Void>.Iterator) {
      self.link = link
      self.news = news
    }

    /// Returns the next element; `nil` when the link was stopped or the task was cancelled.
    public mutating func next() async throws(NtripFailure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next element; `nil` when the link was stopped or the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NtripFailure) -> Element? {
      // Bytes left from the call that reported the beginning go alone: an element never exceeds one mailbox.
      if !waiting.isEmpty { return takeData() }
      while true {
        let machine = link.drain(into: &waiting)
        if let element = takeElement(machine.status) { return element }
        if machine.isOver, machine.status.error != nil, let failure = machine.failure {
          throw failure
        }
        guard !machine.isOver, await news.next(isolation: actor) != nil else { return nil }
      }
    }

    /// Returns the next change to report: the stream's beginning before its bytes, its end after them.
    private mutating func takeElement(_ status: NtripLinkStatus) -> Element? {
      if status.state == .streaming, toldState != .streaming { return tell(status) }
      guard waiting.isEmpty else { return takeData() }
      return status.state == toldState ? nil : tell(status)
    }

    private mutating func takeData() -> Element {
      defer { waiting = [] }
      return .data(waiting)
    }

    private mutating func tell(_ status: NtripLinkStatus) -> Element {
      toldState = status.state
      return .status(status)
    }
  }
}

/// A relay that passes positions on to the links of a stream's iterations.
private final class PositionRelay: Sendable {
  private struct Reader { weak var link: NtripLink? }

  private struct State {
    var latest: GGASentence?
    var readers: [Reader] = []
  }

  private let state: Lock<State>

  init(_ position: GGASentence?) { state = Lock(State(latest: position)) }

  /// Creates a link that begins with the latest position and receives later ones.
  func link(_ make: (GGASentence?) -> NtripLink) -> NtripLink {
    state.withLock { state in
      let link = make(state.latest)
      state.readers.removeAll { $0.link == nil }
      state.readers.append(Reader(link: link))
      return link
    }
  }

  func report(_ position: GGASentence) {
    state.withLock { state in
      if position.quality != .invalid { state.latest = position }
      for reader in state.readers { reader.link?.report(position) }
    }
  }
}
