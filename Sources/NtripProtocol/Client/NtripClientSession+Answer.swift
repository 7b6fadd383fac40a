import Bytes

// What the session makes of an answer: a stream, a sourcetable, or a refusal.

extension NtripClientSession {
  /// Goes on from what is known of the head.
  mutating func followHead(at now: Duration, onData: (Span<UInt8>) -> Void) {
    guard let head = parser.head else { return }
    // A network mountpoint without blank line sends nothing before it has a position, so the first
    // line must be enough to begin.
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
      body = AnswerBody(documentOf: head.fields)
    } else {
      reading = .stream
      body = AnswerBody(streamOf: head.fields)
      beginStream(head.version, at: now)
    }
  }

  /// Reads bytes that are no part of a head.
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
      // What came before that may be all that is needed, as it is when it comes in a piece of its own.
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
    var (count, beginning) = (0, [UInt8]())
    defer {
      keep(beginning)
      self.count(streamBytes: count, at: now)
    }
    try body.consume(bytes) {
      count += $0.count
      beginning.append(contentsOf: $0.extracting(first: max(room - beginning.count, 0)))
      onData($0)
    }
  }

  /// Ends the conversation if the document that is read is complete, or long enough.
  private mutating func checkDocument() {
    switch reading {
    case .head, .stream: return
    case .refusal:
      guard body.isFinished || document.count >= Self.longestRefusal else { return }
    case .sourcetable:
      if document.count > Self.longestSourcetable {
        return fail(.malformed("the sourcetable is longer than 4 MiB"))
      }
      guard body.isFinished || hasTableEnd() else { return }
    }
    concludeDocument(isCutOff: false)
  }

  /// Whether the line that ends a sourcetable has come.
  private mutating func hasTableEnd() -> Bool {
    while !document[documentLine...].begins(with: Sourcetable.end) {
      guard let end = document[documentScanned...].firstIndex(of: .lineFeed) else {
        documentScanned = document.count
        return false
      }
      (documentLine, documentScanned) = (end + 1, end + 1)
    }
    return true
  }

  /// Ends the conversation with what the document says.
  mutating func concludeDocument(isCutOff: Bool) {
    guard let head = parser.head else {
      return fail(.closedWithoutAnswer, learning: versionOne)
    }
    guard reading == .sourcetable else { return refuse(head) }
    let table = Sourcetable(decoding: document.span)
    let isTable = hasTableEnd() || !table.streams.isEmpty
    if !url.mountpoint.isEmpty {
      fail(table.cause(ofMissing: url.mountpoint, near: schedule?.latest?.position))
    } else if !isTable && !head.announcesSourcetable {
      fail(.notACaster(words(document.prefix { $0 != .lineFeed }.text)))
    } else if isCutOff && !hasTableEnd() {
      fail(.cutOff)
    } else {
      end(.sourcetable(table))
    }
  }
}

// MARK: Refusals

extension NtripClientSession {
  /// Ends the conversation with a head that grants nothing.
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

  /// The challenge to answer, where the caster takes no other login.
  private func digest(in head: NtripResponseHead) -> DigestChallenge? {
    let challenges = Self.challenges(in: head)
    // One that takes Basic has just refused what it was given.
    let isBasic = challenges.contains { $0.scheme.isSame(ignoringCase: "Basic") }
    guard url.credentials != nil, !isBasic || approach.authorization != nil else { return nil }
    return DigestChallenge.best(of: challenges)
  }

  private static func challenges(in head: NtripResponseHead) -> [AuthenticationChallenge] {
    AuthenticationChallenge.all(in: head.fields.all("WWW-Authenticate"))
  }

  /// Where a caster is asked again, if it sends the client to another place on its own host.
  private func redirection(in head: NtripResponseHead) -> NtripLesson? {
    let base = approach.target ?? url
    guard let target = head.location(from: base), target.mayHaveLogin(of: base) else { return nil }
    return .target(target.with(credentials: url.credentials))
  }

  /// What the body of a refusal says to a reader beyond its head.
  private func bodyWords(after head: NtripResponseHead) -> String {
    // The page of a redirection says no more than its target.
    if 300..<400 ~= head.status { return "" }
    return CasterWords(hiding: url.credentials).body(
      document.prefix(Self.longestRefusal), after: head)
  }

  /// What a head that grants nothing means, with what is read of its body.
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
    // Digest has not been tried where it is the only way, and no hash function may be there for it.
    let isUntried = isDigest && !isBasic && approach.authorization == nil
    if isUntried { return .unsupportedAuthentication }
    return head.blamesLogin(words) ? .wrongCredentials : .denied(status: head.status)
  }

  private func words(_ text: String) -> String { CasterWords(hiding: url.credentials).line(text) }
}
