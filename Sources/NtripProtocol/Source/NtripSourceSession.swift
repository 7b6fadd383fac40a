import Bytes

/// A source's session with a caster over one connection, without a socket or a clock.
///
/// Create the session when the connection is established, and send the bytes of ``takeOutput()``.
/// Once the caster has granted the stream, ``send(_:)`` takes stream data. The session reads every
/// known form of a caster's answer.
public struct NtripSourceSession: Hashable, Sendable {
  /// The state of the session.
  public enum State: Hashable, Sendable {
    /// The request is queued or sent, and not answered yet.
    case awaitingAnswer
    /// The caster has granted the stream; the data is sent in the form of this version.
    case granted(NtripVersion)
    /// The session has ended; close the connection.
    case ended(Outcome)
  }

  /// The outcome of a session.
  public enum Outcome: Hashable, Sendable {
    /// The stream has been sent and ended.
    case finished
    /// The caster does not accept version 2; request version 1 at once on a new connection.
    case askByVersionOne
    /// The caster refused, or the connection ended.
    case failure(NtripFailure)
  }

  /// The state of the session.
  public private(set) var state = State.awaitingAnswer
  /// The number of stream bytes passed to `send(_:)` so far.
  public private(set) var streamBytes: Int64 = 0

  private let url: NtripURL
  private let options: NtripSourceOptions
  private let version: NtripVersion
  private var parser = ResponseHeadParser()
  private var output: [UInt8]
  private let start: Duration
  /// The time at which the text of a refusal began; `nil` without a refusal.
  private var refusalStart: Duration?
  private var body = AnswerBody(isChunked: false)
  private var document: [UInt8] = []

  /// Creates a session on a new connection.
  ///
  /// - Parameters:
  ///   - url: The caster and the mountpoint.
  ///   - options: The form of the request, and the timeouts.
  ///   - version: The protocol version of this request, which the options have to allow.
  ///   - now: The time at which the connection was established.
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

  /// Returns the bytes to send now, and removes them from the output.
  public mutating func takeOutput() -> [UInt8] {
    let taken = output
    output = []
    return taken
  }

  /// Queues a part of the stream; has no effect unless the stream is granted.
  public mutating func send(_ bytes: Span<UInt8>) {
    guard case .granted(let version) = state, !bytes.isEmpty else { return }
    if version == .two {
      ChunkEncoder.append(bytes, to: &output)
    } else {
      output.append(contentsOf: bytes)
    }
    streamBytes += Int64(bytes.count)
  }

  /// Ends the stream, and returns its final bytes, to be sent before the connection is closed.
  public mutating func finish() -> [UInt8] {
    guard case .granted(let version) = state else { return [] }
    let end = version == .two ? ChunkEncoder.end : []
    state = .ended(.finished)
    return end
  }

  /// Processes bytes from the caster; bytes that arrive during the stream are ignored.
  public mutating func receive(_ bytes: Span<UInt8>, at now: Duration) {
    guard state == .awaitingAnswer else { return }
    if refusalStart != nil { return readRefusal(bytes) }
    guard parser.consume(bytes) else {
      return fail(.malformed("the answer's head is longer than 64 KiB"))
    }
    decide(isAll: false, at: now)
  }

  /// Processes the end of the connection by the caster.
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

  /// Processes the loss of the connection.
  ///
  /// Some casters that do not support version 2 reset the connection.
  public mutating func broke(_ words: String) {
    if case .ended = state { return }
    if refusalStart != nil { return decide(isAll: true, at: start) }
    if state == .awaitingAnswer, parser.head == nil, mayFallBack { return end(.askByVersionOne) }
    fail(.transport(.broken(words)))
  }

  /// Ends the session when its timeout has been reached.
  public mutating func advance(to now: Duration) {
    guard let deadline, deadline <= now else { return }
    parser.finish()  // an answer without a blank line is complete as well
    guard parser.head == nil else { return decide(isAll: true, at: now) }
    fail(.noAnswer(after: options.answerTimeout))
  }

  /// The next time at which ``advance(to:)`` has work; `nil` when only received bytes can change the state.
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
    // A version 1 caster may end its answer with the first line.
    guard isGranted || isAll || parser.isComplete else { return }
    if isGranted || (head.status == 200 && head.isHTTP && !head.announcesPage) {
      // A first line that grants the stream suffices; bytes after it are not evaluated.
      if !isGranted, head.announcesSourcetable { return fail(.noSuchMountpoint(offered: nil)) }
      // The request decides the form of the stream. A caster that answers ICY to a chunked request
      // has read that the stream is chunked.
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

  /// Reads the text of a refusal, and ends the session when the text is complete.
  ///
  /// The text only explains the refusal; a text that cannot be read to its end explains it as far as it came.
  private mutating func readRefusal(_ bytes: Span<UInt8>) {
    let isReadable = (try? body.consume(bytes) { document.append(contentsOf: $0) }) != nil
    let isLong = document.count >= NtripClientSession.longestRefusal
    if let head = parser.head, body.isFinished || isLong || !isReadable { refuse(head) }
  }

  /// Ends the session after an answer that refuses the stream, with the text of the refusal.
  private mutating func refuse(_ head: NtripResponseHead) {
    let text = document.prefix(NtripClientSession.longestRefusal)
    let said = (300..<400).contains(head.status) ? "" : words.body(text, after: head)
    let isBan = CasterWords.tellBan(text)
    fail(isBan ? .banned : cause(ofRefusal: head, words: said), words: said)
  }

  /// Returns the cause of a refusal, from its head and the text of its body.
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

  /// Returns the cause of a version 1 refusal, `ERROR - …`.
  private func cause(ofError reason: ArraySlice<UInt8>) -> NtripFailure.Cause {
    if CasterWords.blameLogin(reason) {
      return url.credentials == nil ? .credentialsNeeded : .wrongCredentials
    }
    // BKG's casters say "Mount Point Taken or Invalid" for both causes.
    if reason.contains(phrase: "taken") { return .busy }
    if reason.contains(phrase: "mount") { return .noSuchMountpoint(offered: nil) }
    return .refused(words.line(reason))
  }

  private var words: CasterWords { CasterWords(hiding: url.credentials) }
}

extension NtripResponseHead {
  fileprivate var isHTTP: Bool { if case .http = form { true } else { false } }
}
