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
      fail(.malformed(error.description))
    }
  }

  private mutating func takeStream(
    _ bytes: Span<UInt8>, at now: Duration, onData: (Span<UInt8>) -> Void
  ) throws(ChunkDecodingError) {
    var count = 0
    defer { self.count(streamBytes: count, at: now) }
    try body.consume(bytes) {
      count += $0.count
      onData($0)
    }
    if body.isFinished { fail(.closed) }
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
    default: break
    }
    fail(cause, learning: lesson)
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

  /// What a head that grants nothing means, with what is read of its body.
  private func cause(ofRefusal head: NtripResponseHead) -> NtripFailure.Cause {
    let words = words(head.reason)
    let reason = Array(head.reason.utf8)[...]
    if document[...].contains(phrase: "banned") || reason.contains(phrase: "banned") {
      return .banned
    }
    switch head.status {
    case 0:
      let isPassword = reason.contains(phrase: "password")
      return isPassword ? cause(ofLogin: head) : .refused(words)
    case 200: return .notACaster("a web page")
    case 401, 403: return cause(ofLogin: head)
    case 404 where !url.mountpoint.isEmpty: return .noSuchMountpoint(offered: nil)
    case 409: return .busy
    case 429, 500, 502...504, 506...599:
      let seconds = head.fields["Retry-After"].flatMap { Array($0.utf8)[...].decimalInteger }
      let retryAfter = seconds.map { Duration.seconds(min($0, 86_400)) }
      return .unavailable(status: head.status, retryAfter: retryAfter)
    default: return .unexpectedStatus(head.status, words)
    }
  }

  private func cause(ofLogin head: NtripResponseHead) -> NtripFailure.Cause {
    let challenges = Self.challenges(in: head)
    let isBasic = challenges.contains { $0.scheme.isSame(ignoringCase: "Basic") }
    let isDigest = DigestChallenge.best(of: challenges) != nil
    if !challenges.isEmpty && !isBasic && !isDigest { return .unsupportedAuthentication }
    guard url.credentials != nil else { return .credentialsNeeded }
    // Digest has not been tried where it is the only way, and no hash function may be there for it.
    let isUntried = isDigest && !isBasic && approach.authorization == nil
    return isUntried ? .unsupportedAuthentication : .wrongCredentials
  }

  /// A caster's own words, made fit to print: short, plain, and left out if they quote the login.
  private func words(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if let credentials = url.credentials {
      let token = Array(credentials.authorization.utf8).dropFirst(6)
      let secrets = [Array(credentials.password.utf8)[...], token]
      if secrets.contains(where: { bytes.quotes($0) }) { return "…" }
    }
    let plain = bytes.prefix(80).map { $0.isPrintable && $0 != UInt8(ascii: "\"") ? $0 : 0x20 }
    return plain[...].trimmed.text
  }
}

extension [UInt8] {
  /// Whether a secret is in the bytes: a short one only as a word of its own, since one of a letter or
  /// two is in every sentence.
  fileprivate func quotes(_ secret: ArraySlice<UInt8>) -> Bool {
    guard !secret.isEmpty, secret.count <= count else { return false }
    return (0...(count - secret.count)).contains { start in
      let end = start + secret.count
      guard self[start..<end] == secret else { return false }
      let isWord = !isWordByte(at: start - 1) && !isWordByte(at: end)
      return secret.count >= 4 || isWord
    }
  }

  private func isWordByte(at index: Int) -> Bool {
    indices.contains(index) && (self[index].isLetter || self[index].isDigit)
  }
}
