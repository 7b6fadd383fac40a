import Bytes
import GNSSBasics

/// A session with a caster over one connection: bytes in and bytes out, without a socket or a clock.
///
/// Create the session when the connection is established, send the bytes of ``takeOutput()``, pass
/// in the bytes that arrive, and call ``advance(to:)`` no later than ``deadline``. Check ``state``
/// after each step. The session reads every known form of a caster's answer, whatever version was
/// requested.
public struct NtripClientSession: Hashable, Sendable {
  /// The state of the session.
  public enum State: Hashable, Sendable {
    /// The request is queued or sent, and the answer is incomplete.
    case awaitingAnswer
    /// The caster has granted the stream in this protocol version.
    case streaming(NtripVersion)
    /// The session has ended; close the connection.
    case ended(Outcome)
  }

  /// The outcome of a session.
  public enum Outcome: Hashable, Sendable {
    /// The requested sourcetable.
    case sourcetable(Sourcetable)
    /// A refusal, or the end of the connection or the stream.
    case failure(NtripFailure)
    /// A lesson: a changed request on a new connection may succeed.
    ///
    /// `otherwise` is the failure for a client that does not retry or has already applied the lesson.
    case again(NtripLesson, otherwise: NtripFailure)
  }

  /// The kind of bytes being read.
  enum Reading: Hashable {
    case head, stream, sourcetable
    case refusal(since: Duration)
  }

  /// The maximum length in bytes and the timeout for reading the text of a refusal.
  static let longestRefusal = 4096
  static let refusalTimeout = Duration.seconds(1)

  /// The state of the session.
  public internal(set) var state = State.awaitingAnswer
  /// The number of stream bytes received.
  public internal(set) var streamBytes: Int64 = 0

  /// Whether the caster is assumed to require a position.
  public private(set) var isPositionWanted: Bool

  let url: NtripURL
  let options: NtripSessionOptions
  let approach: NtripApproach
  var parser = ResponseHeadParser()
  var reading = Reading.head
  var body = AnswerBody(streamOf: NtripHeaderFields())
  var document: [UInt8] = []
  /// The start of the last line in `document`, and the index up to which its end was searched.
  var documentLine = 0
  var documentScanned = 0
  private var output: [UInt8]
  private(set) var schedule: GGASchedule?
  private let start: Duration
  private var streamStart: Duration?
  private var firstPosition: Duration?
  private var firstData: Duration?
  private var lastData: Duration?
  /// The timeout for the first frame; `nil` after a frame, or when no frame is expected.
  private var frameTimeout: Duration?
  /// Whether a frame has come.
  private(set) var hasFrame = false
  /// Whether the sourcetable permits frames on this mountpoint.
  private var mayCarryFrames = true
  /// The first bytes of a stream without frames, kept to detect the format.
  private var beginning: [UInt8] = []
  private var borders = StreamBorders()

  /// Creates a session on a new connection.
  ///
  /// - Parameters:
  ///   - url: The URL of the stream; without a mountpoint, the sourcetable is requested.
  ///   - options: The form of the request, and the timeouts.
  ///   - position: The first position to send, if known.
  ///   - approach: The knowledge about the caster; `nil` for a first connection.
  ///   - now: The time at which the connection was established.
  public init(
    to url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    position: GGASentence? = nil, approach: NtripApproach? = nil, at now: Duration
  ) {
    let approach = approach ?? NtripApproach(options.version)
    self.url = url
    self.options = options
    self.approach = approach
    start = now
    isPositionWanted = options.positionRule == .always || approach.wantsPosition
    if !url.mountpoint.isEmpty, position != nil || options.positionInterval != nil {
      schedule = Self.schedule(options, latest: position)
    }
    frameTimeout = options.frameTimeout
    output = []
    if let record = approach.record { learn(record, at: now) }
    ask()
  }

  private mutating func ask() {
    let told = isPositionWanted && approach.version == .two ? schedule?.latest : nil
    output = NtripRequest(
      url: approach.target ?? url, version: approach.version, userAgent: options.userAgent,
      position: told,
      authorization: approach.authorization
    ).encode()
    if told != nil { schedule?.noteSent(at: start) }
  }

  /// Returns the bytes to send now, and removes them from the output.
  public mutating func takeOutput() -> [UInt8] {
    let taken = output
    output = []
    return taken
  }

  /// Stores a new position, to be sent when the next sentence is due; the first position is due at once.
  public mutating func report(_ position: GGASentence, at now: Duration) {
    guard !url.mountpoint.isEmpty else { return }
    if schedule == nil { schedule = Self.schedule(options, latest: nil) }
    schedule?.report(position)
    sendPosition(at: now)
  }

  /// Stores a sourcetable row: whether the mountpoint requires a position, and what it carries.
  public mutating func learn(_ record: StreamRecord, at now: Duration) {
    if record.needsPosition { isPositionWanted = true }
    mayCarryFrames = record.mayCarryFrames
    if !mayCarryFrames { frameTimeout = nil }
    sendPosition(at: now)
  }

  /// Records that a frame has come in the stream.
  public mutating func noteFrame() {
    frameTimeout = nil
    (hasFrame, beginning) = (true, [])
  }

  private static func schedule(
    _ options: NtripSessionOptions, latest: GGASentence?
  ) -> GGASchedule {
    GGASchedule(every: options.positionInterval ?? GGASchedule.usualInterval, latest: latest)
  }

  /// Processes bytes from the caster, and passes on those of the stream.
  public mutating func receive(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) {
    if case .ended = state { return }
    if reading != .head { return takeBody(bytes, at: now, onData: onData) }
    guard parser.consume(bytes) else {
      return fail(.malformed("the answer's head is longer than 64 KiB"))
    }
    followHead(at: now, onData: onData)
  }

  /// Processes the end of the connection by the caster.
  public mutating func finish(at now: Duration, onData: (Span<UInt8>) -> Void) {
    if case .ended = state { return }
    if reading == .head {
      parser.finish()
      followHead(at: now, onData: onData)
    }
    if case .ended = state { return }
    takeRemainder(at: now, onData: onData)
    if reading == .stream {
      failStream(body.isCutOff ? .cutOff : .closed)
    } else {
      concludeDocument(isCutOff: body.isCutOff)
    }
  }

  /// Processes the loss of the connection.
  public mutating func breakOff(_ words: String) {
    if case .ended = state { return }
    if reading == .stream { return failStream(.transport(.broken(words))) }
    // A caster that closes before it has read the whole request causes a reset of the connection.
    let isWordless = parser.head == nil && parser.rest.isEmpty
    fail(.transport(.broken(words)), learning: isWordless ? versionOne : nil)
  }

  /// Performs the work due by `now`: sends a position, or fails after a timeout.
  public mutating func advance(to now: Duration) {
    sendPosition(at: now)
    guard let timeout, timeout.deadline <= now else { return }
    if reading == .head, streamStart == nil {
      // A refusal without a blank line still counts as a refusal.
      parser.finish()
      if let head = parser.head, head.status != 200 { followHead(at: now) { _ in } }
    }
    if case .ended = state { return }
    switch reading {
    case .refusal: concludeDocument(isCutOff: false)
    case .sourcetable where !url.mountpoint.isEmpty || SourcetableText(document).hasEnd:
      concludeDocument(isCutOff: false)
    case .stream: failStream(timeout.cause)
    default: fail(timeout.cause)
    }
  }

  /// The next time at which ``advance(to:)`` has work; `nil` when only received bytes can change the state.
  public var deadline: Duration? {
    if case .ended = state { return nil }
    // The end of the silence changes `isPositionWanted`, even before a position is due.
    let silenceEnd = schedule == nil ? nil : silenceEnd
    return [timeout?.deadline, positionDue, silenceEnd].lazy.compactMap { $0 }.min()
  }
}

// MARK: Clocks

extension NtripClientSession {
  /// The current timeout, with the cause of the failure that it leads to.
  private var timeout: (deadline: Duration, cause: NtripFailure.Cause)? {
    if case .ended = state { return nil }
    switch reading {
    case .refusal(let since): return (since + Self.refusalTimeout, .closedWithoutAnswer)
    case .sourcetable:
      let time = options.sourcetableTimeout
      return (start + time, .stalled(after: time))
    case .head where streamStart == nil:
      return (start + options.answerTimeout, .noAnswer(after: options.answerTimeout))
    case .stream where body.isFinished:
      // The next advance reports the end, so that the owner can first report frames in the last bytes.
      return (streamStart ?? start, .closed)
    case .head, .stream: return earliest(streamTimeout, firstFrameTimeout)
    }
  }

  private func earliest(
    _ a: (deadline: Duration, cause: NtripFailure.Cause)?,
    _ b: (deadline: Duration, cause: NtripFailure.Cause)?
  ) -> (deadline: Duration, cause: NtripFailure.Cause)? {
    guard let a, let b else { return a ?? b }
    return b.deadline < a.deadline ? b : a
  }

  private var firstFrameTimeout: (deadline: Duration, cause: NtripFailure.Cause)? {
    guard let firstData, let frameTimeout else { return nil }
    return (firstData + frameTimeout, .noFrames(bytes: streamBytes))
  }

  /// The timeout for stream data; for a mountpoint that waits for a position, it starts with the position.
  private var streamTimeout: (deadline: Duration, cause: NtripFailure.Cause)? {
    if let lastData {
      return (lastData + options.stallTimeout, .stalled(after: options.stallTimeout))
    }
    guard let silence = schedule == nil ? streamStart : firstPosition else { return nil }
    let time = options.firstDataTimeout
    return (silence + time, .noData(after: time, positionSent: schedule != nil))
  }

  /// The time at which a silent stream is assumed to wait for a position.
  ///
  /// `nil` when the position is already wanted, or without a stream.
  private var silenceEnd: Duration? {
    guard !isPositionWanted, let start = streamStart else { return nil }
    return (lastData ?? start) + options.silenceBeforePosition
  }

  /// The time at which a position is due, or may become due at the end of the silence.
  private var positionDue: Duration? {
    guard streamStart != nil, let next = schedule?.nextDue else { return nil }
    return silenceEnd.map { max($0, next) } ?? next
  }

  private mutating func sendPosition(at now: Duration) {
    guard case .streaming = state else { return }
    if let silenceEnd, silenceEnd <= now { isPositionWanted = true }
    guard isPositionWanted, let sentence = schedule?.takeDue(at: now) else { return }
    output.append(contentsOf: sentence.encode())
    output.append(contentsOf: "\r\n".utf8)
    firstPosition = firstPosition ?? now
  }

  /// Changes to the streaming state.
  mutating func beginStream(_ version: NtripVersion, at now: Duration) {
    guard state == .awaitingAnswer else { return }
    state = .streaming(version)
    streamStart = now
    if schedule?.lastSent != nil {
      // The position went with the request; a version 1 caster reads only the request line.
      if version == .one { schedule?.noteUnheard() }
      firstPosition = now
    }
    sendPosition(at: now)
  }

  /// Records that stream bytes came.
  mutating func count(streamBytes bytes: Int, at now: Duration) {
    guard bytes > 0 else { return }
    streamBytes += Int64(bytes)
    firstData = firstData ?? now
    lastData = now
  }

  /// Ends the session with an outcome.
  mutating func end(_ outcome: Outcome) {
    state = .ended(outcome)
    output = []
    document = []
  }

  /// Ends the session with a failure, or with a lesson that may avoid the failure.
  mutating func fail(
    _ cause: NtripFailure.Cause, words: String = "", learning lesson: NtripLesson? = nil
  ) {
    let failure = NtripFailure(
      cause, caster: url.authority, mountpoint: url.mountpoint, words: words)
    end(lesson.map { .again($0, otherwise: failure) } ?? .failure(failure))
  }

  /// The lesson to use version 1; `nil` when version 1 may not be tried.
  var versionOne: NtripLesson? { approach.mayTakeVersionOne ? .versionOne : nil }
}

// MARK: A stream without frames

extension NtripClientSession {
  /// The maximum number of first bytes kept to detect a stream's format.
  private static let longestBeginning = 1024
  /// The minimum number of text bytes that are unlikely to be random.
  private static let shortestWords = 4
  /// The maximum number of bytes before the first frame: the length of two longest frames.
  ///
  /// More bytes than this cannot be one incomplete frame.
  private static let longestPrelude = 2 * 1029

  /// The number of further stream bytes to keep for detecting the format.
  var beginningRoom: Int { hasFrame ? 0 : Self.longestBeginning - beginning.count }

  /// Removes and returns the state of the frame borders, to be stored again by ``keep(_:_:)``.
  mutating func takeBorders() -> StreamBorders {
    defer { borders = StreamBorders() }
    return borders
  }

  /// Stores bytes for detecting the stream's format, and the state of the frame borders.
  mutating func keep(_ bytes: [UInt8], _ borders: StreamBorders) {
    beginning += bytes
    self.borders = borders
  }

  /// Ends the session at the end of its stream.
  ///
  /// A stream without a frame fails with the format of its bytes; an empty stream fails as closed
  /// without data.
  ///
  /// - Parameters:
  ///   - cause: The cause of the stream's end.
  ///   - isHeard: Whether frames in the last bytes have been reported.
  mutating func failStream(_ cause: NtripFailure.Cause, isHeard: Bool = true) {
    let kind = foreignKind
    if let kind, kind.isWords { return failByWords(kind) }
    if isHeard, awaitsFrame, let kind { return fail(.noFrames(bytes: streamBytes, of: kind)) }
    if isHeard, awaitsFrame, streamBytes > Self.longestPrelude {
      return fail(.noFrames(bytes: streamBytes))
    }
    let isEmpty = cause == .closed && streamBytes == 0
    if isEmpty { return fail(.closedWithoutData(positionSent: firstPosition != nil)) }
    fail(cause, words: lastWords)
  }

  /// The caster's text after the last frame; empty when there was none.
  private var lastWords: String {
    let text = borders.lastWords
    guard text.count >= Self.shortestWords, ForeignStream(beginning: text).isWords else {
      return ""
    }
    return CasterWords(hiding: url.credentials).body(text[...], after: nil)
  }

  /// Ends the session with the text that came instead of a stream.
  private mutating func failByWords(_ kind: ForeignStream) {
    let words = CasterWords(hiding: url.credentials).body(beginning[...], after: parser.head)
    let isBan = CasterWords.tellBan(beginning[...])
    fail(isBan ? .banned : .noFrames(bytes: streamBytes, of: kind), words: words)
  }

  /// Whether the stream has had no frame so far, although a frame is required.
  private var awaitsFrame: Bool { options.frameTimeout != nil && mayCarryFrames && !hasFrame }

  /// The detected format of bytes that are not frames; `nil` after a frame, or for a possible
  /// incomplete frame.
  ///
  /// Text is reported even when no frames are expected, because no receiver's output is text alone.
  private var foreignKind: ForeignStream? {
    guard !hasFrame, mayCarryFrames || beginning[...].begins(with: "ERROR") else { return nil }
    let kind = ForeignStream(beginning: beginning)
    if kind == .empty || kind == .unknown { return nil }
    guard kind.isWords else { return kind }
    let isText = CasterWords.areText(beginning[...])
    return isText && beginning.count >= Self.shortestWords ? kind : nil
  }
}
