import Bytes

/// A conversation of a source with a caster over one connection, without a socket and without a clock.
///
/// Create it when the connection stands, and send what ``takeOutput()`` gives. Once the caster has granted
/// it, ``send(_:)`` takes the stream. Every form of answer that casters are known to send is understood.
public struct NtripSourceSession: Hashable, Sendable {
  /// The state of the conversation.
  public enum State: Hashable, Sendable {
    /// The request is out, and not answered yet.
    case awaitingAnswer
    /// The caster takes the stream, in the manner of this version.
    case granted(NtripVersion)
    /// The conversation is over; close the connection.
    case ended(Outcome)
  }

  /// The outcome of a conversation.
  public enum Outcome: Hashable, Sendable {
    /// All is sent.
    case finished
    /// The caster does not speak version 2: ask by version 1, on another connection and at once.
    case askByVersionOne
    /// The caster refused, or the connection ended.
    case failure(NtripFailure)
  }

  /// The state of the conversation.
  public private(set) var state = State.awaitingAnswer
  /// Bytes of the stream that were given to send so far.
  public private(set) var streamBytes: Int64 = 0

  private let url: NtripURL
  private let options: NtripSourceOptions
  private let version: NtripVersion
  private var parser = ResponseHeadParser()
  private var output: [UInt8]
  private let start: Duration
  /// When a refusal began, of which the text is read, and that text.
  private var refusalStart: Duration?
  private var body = AnswerBody(isChunked: false)
  private var document: [UInt8] = []

  /// Begins a conversation on a fresh connection.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint.
  ///   - options: How to ask, and how long to wait.
  ///   - version: The version to ask by now, which has to be one that the options allow.
  ///   - now: The time at which the connection stood.
  public init(
    to url: NtripURL, options: NtripSourceOptions = NtripSourceOptions(),
    version: NtripVersion = .two, at now: Duration
  ) {
    self.url = url
    self.options = options
    self.version = version
    start = now
    output = NtripSourceRequest(
      url: url, version: version, agent: options.agent, description: options.description
    ).encode()
  }

  /// The bytes to send now, which are then taken to be sent.
  public mutating func takeOutput() -> [UInt8] {
    let taken = output
    output = []
    return taken
  }

  /// Sends a part of the stream; does nothing unless the stream is granted.
  public mutating func send(_ bytes: Span<UInt8>) {
    guard case .granted(let version) = state, !bytes.isEmpty else { return }
    if version == .two {
      ChunkEncoder.append(bytes, to: &output)
    } else {
      output.append(contentsOf: bytes)
    }
    streamBytes += Int64(bytes.count)
  }

  /// The bytes that end the stream, to be sent before the connection is closed; nothing more is sent.
  public mutating func finish() -> [UInt8] {
    guard case .granted(let version) = state else { return [] }
    let end = version == .two ? ChunkEncoder.end : []
    state = .ended(.finished)
    return end
  }

  /// Reads bytes from the caster; what it says in the middle of a stream changes nothing.
  public mutating func receive(_ bytes: Span<UInt8>, at now: Duration) {
    guard state == .awaitingAnswer else { return }
    if refusalStart != nil { return readRefusal(bytes) }
    guard parser.consume(bytes) else {
      return fail(.malformed("the answer's head is longer than 64 KiB"))
    }
    decide(isAll: false, at: now)
  }

  /// Takes notice that the caster has closed the connection.
  public mutating func disconnected() {
    switch state {
    case .ended: return
    case .granted: fail(.closed)
    case .awaitingAnswer:
      parser.finish()
      if parser.head != nil { return decide(isAll: true, at: start) }
      if mayFallBack { return end(.askByVersionOne) }
      fail(.closedWithoutAnswer)
    }
  }

  /// Takes notice that the connection broke.
  ///
  /// Some casters that do not know version 2 reset it.
  public mutating func broke(_ words: String) {
    if case .ended = state { return }
    if refusalStart != nil { return decide(isAll: true, at: start) }
    if state == .awaitingAnswer, parser.head == nil, mayFallBack { return end(.askByVersionOne) }
    fail(.transport(.broken(words)))
  }

  /// Gives up waiting, when it is time.
  public mutating func advance(to now: Duration) {
    guard let deadline, deadline <= now else { return }
    parser.finish()  // an answer without a blank line is still one
    guard parser.head == nil else { return decide(isAll: true, at: now) }
    fail(.noAnswer(after: options.answerTimeout))
  }

  /// When ``advance(to:)`` wants to be called; `nil` when only the caster can bring news.
  public var deadline: Duration? {
    guard state == .awaitingAnswer else { return nil }
    let answerEnd = start + options.answerTimeout
    return refusalStart.map { $0 + NtripClientSession.refusalTimeout } ?? answerEnd
  }

  private mutating func end(_ outcome: Outcome) {
    state = .ended(outcome)
    output = []
  }

  private mutating func fail(_ cause: NtripFailure.Cause, words: String = "") {
    let failure = NtripFailure(
      cause, caster: url.authority, mountpoint: url.mountpoint, words: words)
    end(.failure(failure))
  }
}

// MARK: The answer

extension NtripSourceSession {
  private var mayFallBack: Bool { version == .two && options.version == .automatic }

  private mutating func decide(isAll: Bool, at now: Duration) {
    guard let head = parser.head else { return }
    let isGranted = head.status == 200 && (head.form == .icy || head.form == .ok)
    // Version 1 casters may end their answer with its first line.
    guard isGranted || isAll || parser.isComplete else { return }
    if isGranted || (head.status == 200 && head.isHTTP && !head.announcesPage) {
      // Behind the first line that grants it nothing is waited for, so that nothing there counts.
      if !isGranted, head.announcesSourcetable { return fail(.noSuchMountpoint(offered: nil)) }
      // What was asked for decides how the stream is sent: a caster that answers ICY to a chunked
      // request has read that it is chunked.
      state = .granted(version)
    } else if mayFallBack, [400, 501, 505].contains(head.status) {
      end(.askByVersionOne)
    } else if isAll || !(head.isHTTP || head.form == .icy) {
      refuse(head)
    } else {
      refusalStart = now
      body = AnswerBody(documentOf: head.fields)
      readRefusal(parser.takeRest().span)
    }
  }

  /// Reads a refusal's text, and ends with it.
  private mutating func readRefusal(_ bytes: Span<UInt8>) {
    let isReadable = (try? body.consume(bytes) { document.append(contentsOf: $0) }) != nil
    let isLong = document.count >= NtripClientSession.longestRefusal
    if let head = parser.head, body.isFinished || isLong || !isReadable { refuse(head) }
  }

  /// Ends with an answer that grants nothing, and its words.
  private mutating func refuse(_ head: NtripResponseHead) {
    let text = document.prefix(NtripClientSession.longestRefusal)
    let said = (300..<400).contains(head.status) ? "" : words.body(text, after: head)
    let isBan = CasterWords.tellBan(text)
    fail(isBan ? .banned : cause(ofRefusal: head, words: said), words: said)
  }

  /// Returns the cause of a refusal, by the text of its body.
  private func cause(ofRefusal head: NtripResponseHead, words said: String) -> NtripFailure.Cause {
    let reason = Array(head.reason.utf8)[...]
    if CasterWords.tellBan(reason) { return .banned }
    switch (head.form, head.status) {
    case (.error, _): return cause(ofError: reason)
    case (.sourcetable, _): return .noSuchMountpoint(offered: nil)
    case (.missing, _), (.text, _), (_, 200): return .notACaster(words.line(reason))
    case (_, 401), (_, 403):
      if url.credentials == nil { return .credentialsNeeded }
      return head.blamesLogin(said) ? .wrongCredentials : .denied(status: head.status)
    case (_, 404): return .noSuchMountpoint(offered: nil)
    default: return head.commonCause(words: words)
    }
  }

  /// Returns the cause of version 1's `ERROR - …`.
  private func cause(ofError reason: ArraySlice<UInt8>) -> NtripFailure.Cause {
    if CasterWords.blameLogin(reason) {
      return url.credentials == nil ? .credentialsNeeded : .wrongCredentials
    }
    // "Mount Point Taken or Invalid" is what BKG's casters say of either.
    if reason.contains(phrase: "taken") { return .busy }
    if reason.contains(phrase: "mount") { return .noSuchMountpoint(offered: nil) }
    return .refused(words.line(reason))
  }

  private var words: CasterWords { CasterWords(hiding: url.credentials) }
}

extension NtripResponseHead {
  fileprivate var isHTTP: Bool { if case .http = form { true } else { false } }
}
