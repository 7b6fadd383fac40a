import Bytes
import GNSSBasics

/// A conversation with a caster over one connection: bytes in, bytes out, no socket and no clock.
///
/// Create it when the connection stands, send what ``takeOutput()`` gives, hand it what arrives, and
/// call ``advance(to:)`` not later than ``deadline``. After each step look at ``state``. Every form of
/// answer that casters are known to send is read; the version asked for does not matter to it.
public struct NtripClientSession: Hashable, Sendable {
  /// The state of the conversation.
  public enum State: Hashable, Sendable {
    /// The request is out, and the answer not complete.
    case awaitingAnswer
    /// The caster has granted the stream, in this version's manner.
    case streaming(NtripVersion)
    /// The conversation is over; close the connection.
    case ended(Outcome)
  }

  /// The outcome of a conversation.
  public enum Outcome: Hashable, Sendable {
    /// With the sourcetable that was asked for.
    case sourcetable(Sourcetable)
    /// With a refusal, or because the connection or the stream ended.
    case failure(NtripFailure)
    /// With something learnt: asked again at once, differently, the caster may grant it. Who does not, or
    /// has done so already, has the failure.
    case again(NtripLesson, otherwise: NtripFailure)
  }

  /// The purpose for which a body is read.
  enum Reading: Hashable {
    case head, stream, sourcetable
    case refusal(since: Duration)
  }

  /// The greatest length of a refusal's text that is read, bytes, and the longest time for it.
  static let longestRefusal = 4096
  static let refusalTimeout = Duration.seconds(1)

  /// The state of the conversation.
  public internal(set) var state = State.awaitingAnswer
  /// Bytes of the stream so far.
  public internal(set) var streamBytes: Int64 = 0

  /// Whether the caster is taken to want a position.
  public private(set) var isPositionWanted: Bool

  let url: NtripURL
  let options: NtripSessionOptions
  let approach: NtripApproach
  var parser = ResponseHeadParser()
  var reading = Reading.head
  var body = AnswerBody(streamOf: NtripHeaderFields())
  var document: [UInt8] = []
  /// The beginning of the last line in `document`, and the place up to which its end was looked for.
  var documentLine = 0
  var documentScanned = 0
  private var output: [UInt8]
  private(set) var schedule: GGASchedule?
  private let start: Duration
  private var streamStart: Duration?
  private var firstPosition: Duration?
  private var firstData: Duration?
  private var lastData: Duration?
  /// The longest wait for a first frame; `nil` when there was one, or none is awaited.
  private var frameTimeout: Duration?
  /// Whether a frame has come.
  private(set) var hasFrame = false
  /// Whether the sourcetable leaves it open that frames come.
  private var mayCarryFrames = true
  /// The first bytes of a stream without frames, by which it is named.
  private var beginning: [UInt8] = []
  private var borders = StreamBorders()

  /// Begins a conversation on a fresh connection.
  ///
  /// - Parameters:
  ///   - url: What to ask for; without a mountpoint, the sourcetable.
  ///   - options: How to ask, and how long to wait.
  ///   - position: The position to send first, if one is known.
  ///   - approach: What is known of the caster; `nil` when nothing is.
  ///   - now: The time at which the connection stood.
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

  /// The bytes to send now, which are then taken to be sent.
  public mutating func takeOutput() -> [UInt8] {
    let taken = output
    output = []
    return taken
  }

  /// Takes a new position, to be sent when the next one is due; the first one is at once.
  public mutating func report(_ position: GGASentence, at now: Duration) {
    guard !url.mountpoint.isEmpty else { return }
    if schedule == nil { schedule = Self.schedule(options, latest: nil) }
    schedule?.report(position)
    sendPosition(at: now)
  }

  /// Takes what the sourcetable says of the mountpoint: whether it wants a position, and what it carries.
  public mutating func learn(_ record: StreamRecord, at now: Duration) {
    if record.needsPosition { isPositionWanted = true }
    mayCarryFrames = record.mayCarryFrames
    if !mayCarryFrames { frameTimeout = nil }
    sendPosition(at: now)
  }

  /// Takes notice that a frame has come in the stream.
  public mutating func noteFrame() {
    frameTimeout = nil
    (hasFrame, beginning) = (true, [])
  }

  private static func schedule(
    _ options: NtripSessionOptions, latest: GGASentence?
  ) -> GGASchedule {
    GGASchedule(every: options.positionInterval ?? GGASchedule.usualInterval, latest: latest)
  }

  /// Reads bytes from the caster and hands on those of the stream.
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

  /// Takes notice that the caster has closed the connection.
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

  /// Takes notice that the connection broke.
  public mutating func breakOff(_ words: String) {
    if case .ended = state { return }
    if reading == .stream { return failStream(.transport(.broken(words))) }
    // A caster that closes without having read all of the request resets the connection.
    let isWordless = parser.head == nil && parser.rest.isEmpty
    fail(.transport(.broken(words)), learning: isWordless ? versionOne : nil)
  }

  /// Does what is due by now: sends a position, or gives up waiting.
  public mutating func advance(to now: Duration) {
    sendPosition(at: now)
    guard let timeout, timeout.deadline <= now else { return }
    if reading == .head, streamStart == nil {
      // A refusal without a blank line is still one.
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

  /// When ``advance(to:)`` wants to be called; `nil` when only bytes can bring news.
  public var deadline: Duration? {
    if case .ended = state { return nil }
    // That a silent stream is taken to wait for positions is a change too, whenever one is due.
    let silenceEnd = schedule == nil ? nil : silenceEnd
    return [timeout?.deadline, positionDue, silenceEnd].lazy.compactMap { $0 }.min()
  }
}

// MARK: Clocks

extension NtripClientSession {
  /// When the wait for the next byte is over, and what its failure is called.
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
      // At the next look at the time: whoever gave the last bytes may first tell of the frames in them.
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

  /// A mountpoint that waits for a position is silent until it has one, so its clock starts there.
  private var streamTimeout: (deadline: Duration, cause: NtripFailure.Cause)? {
    if let lastData {
      return (lastData + options.stallTimeout, .stalled(after: options.stallTimeout))
    }
    guard let silence = schedule == nil ? streamStart : firstPosition else { return nil }
    let time = options.firstDataTimeout
    return (silence + time, .noData(after: time, positionSent: schedule != nil))
  }

  /// When a silent stream is taken to wait for a position; `nil` when that is known, or nothing streams.
  private var silenceEnd: Duration? {
    guard !isPositionWanted, let start = streamStart else { return nil }
    return (lastData ?? start) + options.silenceBeforePosition
  }

  /// When a position is due, or may come to be.
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

  /// Takes the stream as granted.
  mutating func beginStream(_ version: NtripVersion, at now: Duration) {
    guard state == .awaitingAnswer else { return }
    state = .streaming(version)
    streamStart = now
    if schedule?.lastSent != nil {
      // It went with the request, of which a caster of version 1 reads no more than the first line.
      if version == .one { schedule?.noteUnheard() }
      firstPosition = now
    }
    sendPosition(at: now)
  }

  /// Notes that bytes of the stream came.
  mutating func count(streamBytes bytes: Int, at now: Duration) {
    guard bytes > 0 else { return }
    streamBytes += Int64(bytes)
    firstData = firstData ?? now
    lastData = now
  }

  /// Ends the conversation.
  mutating func end(_ outcome: Outcome) {
    state = .ended(outcome)
    output = []
    document = []
  }

  /// Ends the conversation with a failure, or with what may help against it.
  mutating func fail(
    _ cause: NtripFailure.Cause, words: String = "", learning lesson: NtripLesson? = nil
  ) {
    let failure = NtripFailure(
      cause, caster: url.authority, mountpoint: url.mountpoint, words: words)
    end(lesson.map { .again($0, otherwise: failure) } ?? .failure(failure))
  }

  /// The lesson of a caster that does not take version 2, where version 1 may be tried.
  var versionOne: NtripLesson? { approach.mayTakeVersionOne ? .versionOne : nil }
}

// MARK: A stream without frames

extension NtripClientSession {
  /// The greatest length of a stream's beginning that is kept to name it by, bytes.
  private static let longestBeginning = 1024
  /// The number of bytes of text that are more than chance.
  private static let shortestWords = 4
  /// The number of bytes without a frame that cannot be a frame that was cut off: two of the longest.
  private static let longestPrelude = 2 * 1029

  /// The number of the stream's next bytes that are kept.
  var beginningRoom: Int { hasFrame ? 0 : Self.longestBeginning - beginning.count }

  /// Gives away what follows the frames, to be given back by ``keep(_:_:)``.
  mutating func takeBorders() -> StreamBorders {
    defer { borders = StreamBorders() }
    return borders
  }

  /// Keeps bytes to name the stream by, and what has followed the frames.
  mutating func keep(_ bytes: [UInt8], _ borders: StreamBorders) {
    beginning += bytes
    self.borders = borders
  }

  /// Ends the conversation with the end of its stream: what held no frame is named by what it held, and what held
  /// nothing by that.
  ///
  /// - Parameters:
  ///   - cause: How the stream ended.
  ///   - isHeard: Whether the frames in its last bytes could be told.
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

  /// The caster's text behind the last frame; empty when there was none.
  private var lastWords: String {
    let text = borders.lastWords
    guard text.count >= Self.shortestWords, ForeignStream(beginning: text).isWords else {
      return ""
    }
    return CasterWords(hiding: url.credentials).body(text[...], after: nil)
  }

  /// Ends the conversation with what a stream of words said.
  private mutating func failByWords(_ kind: ForeignStream) {
    let words = CasterWords(hiding: url.credentials).body(beginning[...], after: parser.head)
    let isBan = CasterWords.tellBan(beginning[...])
    fail(isBan ? .banned : .noFrames(bytes: streamBytes, of: kind), words: words)
  }

  /// Whether a stream without a frame is a failure, and there was none so far.
  private var awaitsFrame: Bool { options.frameTimeout != nil && mayCarryFrames && !hasFrame }

  /// The format of the bytes in place of frames; `nil` where there were frames, or the bytes may be the
  /// beginning of one.
  ///
  /// Words are told to those too who wait for no frames: no receiver's output is made of them alone.
  private var foreignKind: ForeignStream? {
    guard !hasFrame, mayCarryFrames || beginning[...].begins(with: "ERROR") else { return nil }
    let kind = ForeignStream(beginning: beginning)
    if kind == .empty || kind == .unknown { return nil }
    guard kind.isWords else { return kind }
    let isText = CasterWords.areText(beginning[...])
    return isText && beginning.count >= Self.shortestWords ? kind : nil
  }
}
