import Bytes
import GNSSBasics

// The session's evaluation of an answer: a stream, a sourcetable, or a refusal.

extension NtripClientSession {
  /// Continues with the part of the head that is known.
  mutating func followHead(at now: Duration, onData: (Span<UInt8>) -> Void) {
    guard let head = parser.head else { return }
    // A network mountpoint may send nothing, not even the blank line, before it has a position. The
    // first line therefore has to be enough to begin the stream.
    if head.form == .icy || head.form == .ok, head.status == 200, !url.mountpoint.isEmpty {
      beginStream(head.version, at: now)
    }
    guard parser.isComplete else { return }
    decide(by: head, at: now)
    let rest = parser.takeRest()
    takeBody(rest.span, at: now, onData: onData)
  }

  private mutating func decide(by head: NtripResponseHead, at now: Duration) {
    if head.form == .text { return fail(.notACaster(words(head.reason))) }
    if head.form == .error { return refuse(head) }
    let wantsTable = url.mountpoint.isEmpty
    if head.status != 200 || head.announcesPage {
      reading = .refusal(since: now)
      body = AnswerBody(documentOf: head.fields)
    } else if head.announcesSourcetable || wantsTable {
      reading = .sourcetable
      body = AnswerBody(tableOf: head.fields)
    } else {
      reading = .stream
      body = AnswerBody(streamOf: head.fields)
      beginStream(head.version, at: now)
    }
  }

  /// Processes bytes after the head.
  mutating func takeBody(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) {
    if case .ended = state { return }
    do throws(ChunkDecodingError) {
      if reading == .stream {
        try takeStream(bytes, at: now, onData: onData)
      } else {
        try body.consume(bytes) { document.append(contentsOf: $0) }
        checkDocument()
      }
    } catch {
      // The bytes before the error may already complete the document, as they do when they arrive separately.
      if reading != .stream { checkDocument() }
      if case .ended = state { return }
      let cause = NtripFailure.Cause.malformed(error.description)
      if reading == .stream { failStream(cause, isHeard: false) } else { fail(cause) }
    }
  }

  private mutating func takeStream(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) throws(ChunkDecodingError) {
    let room = beginningRoom
    var (count, beginning, borders) = (0, [UInt8](), takeBorders())
    defer {
      keep(beginning, borders)
      self.count(streamBytes: count, at: now)
    }
    try body.consume(bytes) {
      borders.consume($0) {
        count += $0.count
        beginning.append(contentsOf: $0.extracting(first: max(room - beginning.count, 0)))
        onData($0)
      }
    }
  }

  /// Processes the buffered remainder at the end of the connection: passes on stream bytes, or
  /// completes the document.
  mutating func takeRemainder(at now: Duration, onData: (Span<UInt8>) -> Void) {
    var remainder: [UInt8] = []
    body.finish { remainder.append(contentsOf: $0) }
    guard reading == .stream else { return document += remainder }
    var (stream, borders) = ([UInt8](), takeBorders())
    borders.consume(remainder.span) { stream.append(contentsOf: $0) }
    borders.finish { stream.append(contentsOf: $0) }
    keep(Array(stream.prefix(beginningRoom)), borders)
    count(streamBytes: stream.count, at: now)
    if !stream.isEmpty { onData(stream.span) }
  }

  /// Ends the session if the document is complete or has reached its maximum length.
  private mutating func checkDocument() {
    switch reading {
    case .head, .stream: return
    case .refusal:
      guard body.isFinished || document.count >= Self.longestRefusal else { return }
    case .sourcetable:
      if !hasTableEnd() {
        if document.count > SourcetableText.longest { return failTooLong() }
        guard body.isFinished else { return }
      }
    }
    concludeDocument(isCutOff: false)
  }

  private mutating func failTooLong() { fail(.malformed("the sourcetable is longer than 4 MiB")) }

  /// Returns whether the line that ends a sourcetable has come within the maximum length.
  ///
  /// A table that is not plain text ends with its body instead.
  private mutating func hasTableEnd() -> Bool {
    guard SourcetableText.isPlain(document.prefix(4)) else { return false }
    while !document[documentLine...].begins(with: Sourcetable.end) {
      guard let end = document[documentScanned...].firstIndex(of: .lineFeed) else {
        documentScanned = document.count
        return false
      }
      (documentLine, documentScanned) = (end + 1, end + 1)
    }
    return documentLine + Sourcetable.end.utf8.count <= SourcetableText.longest
  }

  /// Ends the session with the outcome that the document yields.
  mutating func concludeDocument(isCutOff: Bool) {
    guard let head = parser.head else {
      return fail(.closedWithoutAnswer, learning: versionOne)
    }
    guard reading == .sourcetable else { return refuse(head) }
    let text = SourcetableText(document)
    if text.isTooLong { return failTooLong() }
    let table = Sourcetable(text)
    let isWhole = text.hasEnd || !(isCutOff || text.isTorn)
    let line = table.lineWithoutRecords.map { told($0, text) }
    if !url.mountpoint.isEmpty {
      let cause = table.cause(ofMissing: url.mountpoint, near: schedule?.latest?.position)
      fail(cause, words: line ?? "")
    } else if !text.hasEnd, !table.hasRecords, !head.announcesSourcetable {
      fail(.notACaster(line ?? ""))
    } else if !isWhole {
      fail(.cutOff)
    } else if let line {
      fail(.notATable(line))
    } else {
      end(.sourcetable(table))
    }
  }

  /// Returns the first line of a table without records, or the format of binary bytes in its place.
  private func told(_ line: String, _ text: SourcetableText) -> String {
    guard CasterWords.areText(text.bytes.prefix(ForeignStream.beginningLength)) else {
      return ForeignStream(beginning: text.bytes).name
    }
    return words(line)
  }
}

// MARK: Refusals

extension NtripClientSession {
  /// Ends the session after a head that refuses the request.
  private mutating func refuse(_ head: NtripResponseHead) {
    let cause = cause(ofRefusal: head)
    var lesson: NtripLesson?
    switch (head.status, cause) {
    case (_, .banned): break
    case (400, _), (501, _), (505, _): lesson = versionOne
    case (401, _): lesson = digest(in: head).map { .digest($0) }
    case (_, .moved): lesson = redirection(in: head)
    default: break
    }
    fail(cause, words: bodyWords(after: head), learning: lesson)
  }

  /// Returns the Digest challenge to answer; `nil` when the caster accepts another login.
  private func digest(in head: NtripResponseHead) -> DigestChallenge? {
    let challenges = Self.challenges(in: head)
    // A caster that accepts Basic has just refused the Basic login.
    let isBasic = challenges.contains { $0.scheme.isSame(ignoringCase: "Basic") }
    guard url.credentials != nil, !isBasic || approach.authorization != nil else { return nil }
    return DigestChallenge.best(of: challenges)
  }

  private static func challenges(in head: NtripResponseHead) -> [AuthenticationChallenge] {
    AuthenticationChallenge.all(in: head.fields.all("WWW-Authenticate"))
  }

  /// Returns the redirection target if it is on the same host; `nil` otherwise.
  private func redirection(in head: NtripResponseHead) -> NtripLesson? {
    let base = approach.target ?? url
    guard let target = head.location(from: base), target.mayHaveLogin(of: base) else { return nil }
    return .target(target.with(credentials: url.credentials))
  }

  /// Returns the text of a refusal's body for display, beyond the text of the head.
  private func bodyWords(after head: NtripResponseHead) -> String {
    // The page of a redirection adds nothing to its target.
    if 300..<400 ~= head.status { return "" }
    return CasterWords(hiding: url.credentials).body(
      document.prefix(Self.longestRefusal), after: head)
  }

  /// Returns the cause of a refusal, from its head and the part of its body that was read.
  private func cause(ofRefusal head: NtripResponseHead) -> NtripFailure.Cause {
    let reason = Array(head.reason.utf8)[...]
    let text = document.prefix(Self.longestRefusal)
    if CasterWords.tellBan(text) || CasterWords.tellBan(reason) { return .banned }
    switch head.status {
    case 0:
      let isPassword = CasterWords.blameLogin(reason)
      return isPassword ? cause(ofLogin: head) : .refused(words(head.reason))
    case 200: return .notACaster("a web page")
    case 401, 403: return cause(ofLogin: head)
    case 404 where !url.mountpoint.isEmpty: return .noSuchMountpoint(offered: nil)
    default:
      return head.commonCause(words: CasterWords(hiding: url.credentials))
    }
  }

  private func cause(ofLogin head: NtripResponseHead) -> NtripFailure.Cause {
    let challenges = Self.challenges(in: head)
    let isBasic = challenges.contains { $0.scheme.isSame(ignoringCase: "Basic") }
    let isDigest = DigestChallenge.best(of: challenges) != nil
    if !challenges.isEmpty && !isBasic && !isDigest { return .unsupportedAuthentication }
    let words = bodyWords(after: head)
    if url.credentials == nil {
      return head.status == 403 && !words.isEmpty ? .denied(status: 403) : .credentialsNeeded
    }
    // Digest is the only login offered and was not tried, possibly because no hash function is available.
    let isUntried = isDigest && !isBasic && approach.authorization == nil
    if isUntried { return .unsupportedAuthentication }
    return head.blamesLogin(words) ? .wrongCredentials : .denied(status: head.status)
  }

  private func words(_ text: String) -> String { CasterWords(hiding: url.credentials).line(text) }
}
