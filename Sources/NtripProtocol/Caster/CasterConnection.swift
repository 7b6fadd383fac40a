import Bytes

/// A client's connection to a caster, without its socket.
///
/// Bytes go in, events come out; each request is answered by the owner, who knows the mountpoints:
///
/// ```swift
/// connection.receive(bytes.span)
/// while let event = connection.nextEvent() {
///   if case .request(let request) = event { output = connection.answer(request, with: …) }
/// }
/// ```
/// What a client sends after a refusal or the sourcetable is thrown away; after the stream has begun
/// it is read for positions; what a source sends is its stream. No input makes the connection hold more
/// than ``longestHead`` bytes, but ``longestAhead`` while a request waits for its answer.
public struct CasterConnection: Sendable {
  /// Something that a client did.
  public enum Event: Hashable, Sendable {
    /// A complete request came, and is to be answered before anything else is read.
    case request(CasterRequest)
    /// The bytes are no request; the reason.
    case failure(CasterRefusal)
    /// A valid GGA sentence came.
    case position(GGASentence)
    /// A sentence came that is none, or not valid.
    case otherSentence
    /// Bytes of a source's stream came.
    case data([UInt8])
    /// A source's stream is over, or cannot be read on.
    case end
  }

  /// The coding of an outgoing stream.
  public enum Coding: Hashable, Sendable {
    /// As it is: NTRIP 1, and HTTP/1.0 clients of NTRIP 2.
    case plain
    /// In HTTP/1.1 chunks: NTRIP 2.
    case chunked
  }

  private enum State: Hashable {
    case awaitingRequest
    /// The owner has the request and has not answered yet.
    case awaitingAnswer
    case streaming(Coding)
    /// A source pushes.
    case receiving(AnswerBody)
    /// A source has pushed everything.
    case ending
    case closing
  }

  /// The longest request head that is read, bytes.
  public static var longestHead: Int { 8192 }
  /// The greatest number of bytes behind a request that is not answered yet; a client that sends more is
  /// closed.
  public static var longestAhead: Int { 65_536 }
  /// The longest time for a client's request.
  public static var headTimeout: Duration { .seconds(10) }
  /// The longest line after the request that is read as a sentence; NMEA 0183 allows 82.
  private static var longestLine: Int { 256 }

  private var state = State.awaitingRequest
  private var received: [UInt8] = []
  private let deadline: Duration

  /// A connection that has been accepted at `now`.
  public init(at now: Duration) { deadline = now + Self.headTimeout }

  /// The coding of the outgoing stream; `nil` when there is none.
  public var coding: Coding? {
    if case .streaming(let coding) = state { coding } else { nil }
  }

  /// Nothing more is said; what has been said is to be sent, and the connection closed.
  public var isClosing: Bool { state == .closing }

  /// When the client will have taken too long; `nil` once its request is there.
  public var nextDeadline: Duration? { state == .awaitingRequest ? deadline : nil }

  /// Takes bytes from the client; ask for events afterwards.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard state != .closing else { return }
    received.append(contentsOf: bytes)
  }

  /// Returns the client's next event, in order; `nil` when more bytes are needed.
  public mutating func nextEvent() -> Event? {
    switch state {
    case .awaitingRequest: takeRequest()
    case .streaming: takePosition()
    case .receiving(let body): takeData(body)
    case .ending: takeEnd()
    // A password may be looked at for a while, and meanwhile nothing is read.
    case .awaitingAnswer: received.count > Self.longestAhead ? takeEnd() : nil
    case .closing: nil
    }
  }

  /// The failure of a client who took too long, once.
  public mutating func nextTimeout(at now: Duration) -> Event? {
    guard let nextDeadline, nextDeadline <= now else { return nil }
    return fail(.timedOut)
  }

  /// Goes on as the answer to a request says, and gives what is to be sent.
  ///
  /// The request is `nil` where there was none to speak of; the server is what the head calls it.
  mutating func answer(
    _ request: CasterRequest?, with answer: CasterAnswer, from server: String,
    by fault: CasterFault? = nil
  ) -> [UInt8] {
    if let fault {
      let deviating = answer.deviating(by: fault, for: request, from: server)
      state = deviating.coding.map { .streaming($0) } ?? .closing
      if isClosing { received = [] }
      return deviating.bytes
    }
    let isChunked = request?.version == .two && request?.takesChunks == true
    switch answer {
    case .stream: state = .streaming(isChunked ? .chunked : .plain)
    case .welcome: state = .receiving(AnswerBody(isChunked: request?.isChunked ?? false))
    case .sourcetable, .refusal:
      state = .closing
      received = []
    }
    return answer.encode(for: request, from: server)
  }

  /// Ends a stream.
  ///
  /// - Returns: What is to be sent before the connection is closed.
  public mutating func end() -> [UInt8] {
    defer { state = .closing }
    return coding == .chunked ? ChunkEncoder.end : []
  }
}

extension CasterConnection {
  private mutating func takeRequest() -> Event? {
    // Blank lines before a request are left over from somebody's last one (RFC 9112 §2.2).
    received.removeFirst(
      received.prefix { $0 == .carriageReturn || $0 == .lineFeed }.count)
    let head = received.prefix(Self.longestHead)
    let end = head.endOfHead
    guard head[..<(end ?? head.endIndex)].allSatisfy({ $0.mayBeInHead }) else {
      return fail(.malformed)
    }
    guard let end else {
      return received.count < Self.longestHead ? nil : fail(.headTooLong)
    }
    guard let request = CasterRequest(head: head[..<end]) else { return fail(.malformed) }
    received.removeFirst(end)
    state = .awaitingAnswer
    return .request(request)
  }

  private mutating func takePosition() -> Event? {
    var start = 0
    defer { received.removeFirst(start) }
    while let end = received[start...].firstIndex(of: .lineFeed) {
      let line = received[start..<end]
      start = end + 1
      guard line.count <= Self.longestLine else { continue }
      if let position = GGASentence(decoding: Array(line).span) { return .position(position) }
      if line.first == UInt8(ascii: "$") { return .otherSentence }
    }
    // What is too long to be a sentence need not be kept until its line ends.
    start = max(start, received.count - Self.longestLine)
    return nil
  }

  private mutating func takeData(_ body: AnswerBody) -> Event? {
    guard !received.isEmpty else { return nil }
    var (body, data) = (body, [UInt8]())
    var isWhole = true
    do throws(ChunkDecodingError) {
      try body.consume(received.span) { data.append(contentsOf: $0) }
    } catch {
      isWhole = false
    }
    received = []
    state = isWhole && !body.isFinished ? .receiving(body) : .ending
    return data.isEmpty ? nextEvent() : .data(data)
  }

  private mutating func takeEnd() -> Event {
    state = .closing
    received = []
    return .end
  }

  private mutating func fail(_ refusal: CasterRefusal) -> Event {
    state = .awaitingAnswer
    return .failure(refusal)
  }
}

extension UInt8 {
  /// Control characters mean that something else than a request is spoken: TLS, for one.
  fileprivate var mayBeInHead: Bool {
    self >= 0x20 || self == .lineFeed || self == .carriageReturn || self == 0x09
  }
}

extension ArraySlice<UInt8> {
  /// The index behind the first blank line; line ends may be CR LF or LF.
  fileprivate var endOfHead: Int? {
    var isLineEmpty = false
    for (index, byte) in zip(indices, self) {
      switch byte {
      case .lineFeed where isLineEmpty: return index + 1
      case .lineFeed: isLineEmpty = true
      case .carriageReturn: break
      default: isLineEmpty = false
      }
    }
    return nil
  }
}
