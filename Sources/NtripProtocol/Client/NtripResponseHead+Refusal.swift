import Bytes

// The meaning of a head that grants nothing, for a reader's request as for a source's.

extension NtripResponseHead {
  /// Returns the cause of a refusal that has nothing to do with the login or the mountpoint's name.
  func commonCause(words: CasterWords) -> NtripFailure.Cause {
    switch status {
    case 300...399:
      guard let location = fields["Location"] else { break }
      return .moved(status: status, to: words.place(location))
    case 409: return .busy
    case 429, 500, 502...504, 506...599:
      let seconds = fields["Retry-After"].flatMap { Array($0.utf8)[...].decimalInteger }
      let retryAfter = seconds.map { Duration.seconds(min($0, 86_400)) }
      return .unavailable(status: status, retryAfter: retryAfter)
    default: break
    }
    return .unexpectedStatus(status, words.line(reason))
  }

  /// Whether a refusal of a login is for the user name or the password, by what the body says: 401 without a word
  /// is, 403 is for something else.
  func blamesLogin(_ words: String) -> Bool {
    if words.isEmpty { return status != 403 }
    return CasterWords.blameLogin(Array(words.utf8)[...])
  }

  /// The place that the head sends to, as seen from where it came from; `nil` when that is none of a caster.
  func location(from base: NtripURL) -> NtripURL? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return fields["Location"].flatMap { base.resolving($0) }
  }
}

extension CasterWords {
  /// A place as it is told: without the login that a URL may hold.
  func place(_ location: String) -> String {
    let bytes = Array(location.utf8)[...]
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return line(bytes) }
    let slash = bytes[..<at].lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex
    return line(bytes[..<slash].text + "/" + bytes[(at + 1)...].text)
  }
}

extension NtripURL {
  /// The place that a `Location` names, as seen from this one; `nil` when that is none of a caster.
  func resolving(_ location: String) -> NtripURL? {
    let text = Array(location.utf8)[...].trimmed.prefix { $0 != UInt8(ascii: "#") }
    if text.begins(with: "http://") || text.begins(with: "https://") {
      return Self.ofWeb(text)
    }
    if text.begins(with: "ntrip://") || text.begins(with: "ntrips://") {
      return try? NtripURL(text.text)
    }
    // Another scheme's, or one that only a page may have.
    let path = text.prefix { $0 != UInt8(ascii: "?") }
    guard !path.isEmpty, !path.contains(UInt8(ascii: ":")), !path.begins(with: "//") else {
      return nil
    }
    let root = (usesTLS ? "ntrips://" : "ntrip://") + authority
    let isWhole = path.first == UInt8(ascii: "/")
    return try? NtripURL(root + (isWhole ? "" : "/") + text.text)
  }

  /// A web address, of which the port is that of the web where it names none.
  private static func ofWeb(_ text: ArraySlice<UInt8>) -> NtripURL? {
    guard var url = try? NtripURL(text.text) else { return nil }
    let isTLS = text.begins(with: "https")
    let authority = text.dropFirst(isTLS ? 8 : 7).prefix { $0 != UInt8(ascii: "/") }
    let host = authority.split(separator: UInt8(ascii: "@")).last ?? []
    let afterAddress = host.split(separator: UInt8(ascii: "]")).last ?? []
    if !afterAddress.contains(UInt8(ascii: ":")) { url.port = isTLS ? 443 : 80 }
    return url
  }

  /// Whether a login for another place may be told here: on the same host, at the same port or by TLS, and not
  /// without TLS where it had that.
  func mayHaveLogin(of other: NtripURL) -> Bool {
    guard host.isSame(ignoringCase: other.host) else { return false }
    return usesTLS || (!other.usesTLS && port == other.port)
  }

  /// The same place with this login.
  func with(credentials: NtripCredentials?) -> NtripURL {
    var url = self
    url.credentials = credentials
    return url
  }
}
