import Bytes

/// A client's connection to a caster, without its socket.
///
/// Bytes go in and events come out. The owner, which knows the mountpoints, answers each request:
///
/// ```swift
/// connection.receive(bytes.span)
/// while let event = connection.nextEvent() {
///   if case .request(let request) = event { output = connection.answer(request, with: …) }
/// }
/// ```
/// After a refusal or the sourcetable, the client's bytes are discarded. After the head of a
/// stream, a reader's bytes are scanned for positions, and a source's bytes are its stream. The
/// connection buffers at most ``longestHead`` bytes, or ``longestAhead`` bytes while a request
/// waits for its answer.
public struct CasterConnection: Sendable {
  /// An event caused by a client.
  public enum Event: Hashable, Sendable {
    /// A complete request, to be answered before any further bytes are read.
    case request(CasterRequest)
    /// Bytes that are not a valid request, with the refusal.
    case failure(CasterRefusal)
    /// A valid GGA sentence.
    case position(GGASentence)
    /// A line that begins with `$` and is not a valid GGA sentence.
    case otherSentence
    /// Bytes of a source's stream.
    case data([UInt8])
    /// The end of a source's stream, or bytes that cannot be decoded.
    case end
  }

  /// The coding of an outgoing stream.
  public enum Coding: Hashable, Sendable {
    /// The plain bytes: NTRIP 1, and HTTP/1.0 clients of NTRIP 2.
    case plain
    /// HTTP/1.1 chunks: NTRIP 2.
    case chunked
  }

  private enum State: Hashable {
    case awaitingRequest
    /// The owner has the request and has not answered it yet.
    case awaitingAnswer
    case streaming(Coding)
    /// A source pushes its stream.
    case receiving(AnswerBody)
    /// A source's stream has ended.
    case ending
    case closing
  }

  /// The maximum length of a request head in bytes.
  public static var longestHead: Int { 8192 }
  /// The maximum number of bytes buffered behind an unanswered request.
  ///
  /// A client that sends more is closed.
  public static var longestAhead: Int { 65_536 }
  /// The timeout for a client's request.
  public static var headTimeout: Duration { .seconds(10) }
  /// The maximum length of a line after the request that is parsed as a sentence; NMEA 0183 allows 82 bytes.
  private static var longestLine: Int { 256 }

  private var state = State.awaitingRequest
  private var received: [UInt8] = []
  private let deadline: Duration

  /// Creates a connection accepted at `now`.
  public init(at now: Duration) { deadline = now + Self.headTimeout }

  /// The coding of the outgoing stream; `nil` without an outgoing stream.
  public var coding: Coding? {
    if case .streaming(let coding) = state { coding } else { nil }
  }

  /// Whether the connection is to be closed once its pending output has been sent.
  public var isClosing: Bool { state == .closing }

  /// The deadline for the client's request; `nil` once the request has come.
  public var nextDeadline: Duration? { state == .awaitingRequest ? deadline : nil }

  /// Buffers bytes from the client, to be read by `nextEvent()`.
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
    // Password verification may take a while; nothing is read meanwhile.
    case .awaitingAnswer: received.count > Self.longestAhead ? takeEnd() : nil
    case .closing: nil
    }
  }

  /// Returns the timeout failure if the request's deadline has passed; `nil` otherwise.
  public mutating func nextTimeout(at now: Duration) -> Event? {
    guard let nextDeadline, nextDeadline <= now else { return nil }
    return fail(.timedOut)
  }

  /// Changes to the state that an answer leads to, and returns the bytes to send.
  ///
  /// The request is `nil` for bytes that were not a request. `server` is the text of the `Server` line.
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
  /// - Returns: The bytes to send before the connection is closed.
  public mutating func end() -> [UInt8] {
    defer { state = .closing }
    return coding == .chunked ? ChunkEncoder.end : []
  }
}

extension CasterConnection {
  private mutating func takeRequest() -> Event? {
    // Blank lines before a request are left over from an earlier request (RFC 9112 §2.2).
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
    // An unfinished line longer than any sentence is not buffered until its end.
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
  /// Whether the byte may occur in a head; other control characters indicate another protocol, such as TLS.
  fileprivate var mayBeInHead: Bool {
    self >= 0x20 || self == .lineFeed || self == .carriageReturn || self == 0x09
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first blank line; line ends may be CR LF or LF.
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
