public import NtripProtocol
internal import Locks

/// A stream of a caster as an asynchronous sequence: bytes as they come, and what becomes of the link.
///
/// ```swift
/// let stream = NtripStream(from: try NtripURL("ntrip://user:password@host/VRS"), position: start)
/// let moving = Task { for await fix in receiver.fixes { stream.report(GGASentence(position: fix)) } }
/// for try await element in stream {
///   if case .data(let bytes) = element { receiver.send(bytes) }
/// }
/// ```
/// Each iteration makes a link of its own, which is stopped when the iteration ends. The sequence goes
/// on over failures that pass. It throws ``/NtripProtocol/NtripFailure`` when no other attempt follows.
///
/// A caster that computes its stream for a place (network RTK, VRS) wants to know that: give a position,
/// or report one when it is known. Each connection begins with the latest, and it is repeated.
public struct NtripStream: AsyncSequence, Sendable {
  /// An element of the stream.
  public enum Element: Hashable, Sendable {
    /// The link's state has changed.
    case status(NtripLinkStatus)
    /// Bytes of the stream.
    case data([UInt8])
  }

  /// The failure that ends an iteration when no other attempt follows.
  public typealias Failure = NtripFailure

  private let makeLink: @Sendable (GGASentence?, @escaping @Sendable () -> Void) -> NtripLink
  private let positions: PositionRelay

  /// Names a stream, without connecting yet.
  ///
  /// - Parameters:
  ///   - url: What to ask for.
  ///   - options: How to ask, and how long to wait; also how often the position goes up, each 10 s
  ///     unless it says otherwise.
  ///   - position: The position to send at once; `nil` where none is wanted, or not known yet.
  ///   - retry: When to come back after a failure; `nil` for not at all.
  ///   - transport: Through whom to connect, and whom to trust.
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

  /// Takes a new position, while it is iterated or before: from any task, without waiting.
  ///
  /// The first one goes up at once, a later one when the next is due; one of quality 0, which is none,
  /// is passed over. Where the caster is silent until it has one, set
  /// ``/NtripProtocol/NtripSessionOptions/positionInterval``: it is then waited for without a limit.
  public func report(_ position: GGASentence) { positions.report(position) }

  /// Connects, and waits for what comes.
  public func makeAsyncIterator() -> Iterator {
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = positions.link { makeLink($0) { tell.yield() } }
    return Iterator(link: link, news: news.makeAsyncIterator())
  }

  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    /// The link itself, to look at or to stop.
    public let link: NtripLink
    private var news: AsyncStream<Void>.Iterator
    private var toldState = NtripLinkStatus.State.off
    private var waiting: [UInt8] = []

    fileprivate init(link: NtripLink, news: AsyncStream<Void>.Iterator) {
      self.link = link
      self.news = news
    }

    /// The next element; `nil` when the link was stopped or the task cancelled.
    public mutating func next() async throws(NtripFailure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// The next element; `nil` when the link was stopped or the task cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NtripFailure) -> Element? {
      // What waited behind the word of its beginning goes alone, so that never more than a mailbox is in our hands.
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

    /// Takes the next change to tell: the stream's beginning before its bytes, its end after them.
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

/// Hands positions on to the links of a stream's iterations.
private final class PositionRelay: Sendable {
  private struct Reader { weak var link: NtripLink? }

  private struct State {
    var latest: GGASentence?
    var readers: [Reader] = []
  }

  private let state: Lock<State>

  init(_ position: GGASentence?) { state = Lock(State(latest: position)) }

  /// Makes a link that begins with the latest position and is told of those to come.
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
