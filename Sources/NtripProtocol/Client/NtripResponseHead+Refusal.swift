import Bytes

// The causes of refusals, for readers' requests as well as sources' requests.

extension NtripResponseHead {
  /// Returns the cause of a refusal that is unrelated to the login and the mountpoint's name.
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

  /// Returns whether a refused login is due to the user name or the password, according to the body's words.
  ///
  /// Without words, status 403 has another reason and every other status is due to the login.
  func blamesLogin(_ words: String) -> Bool {
    if words.isEmpty { return status != 403 }
    return CasterWords.blameLogin(Array(words.utf8)[...])
  }

  /// Returns the redirection target, resolved against `base`; `nil` if the target cannot be a caster.
  func location(from base: NtripURL) -> NtripURL? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return fields["Location"].flatMap { base.resolving($0) }
  }
}

extension CasterWords {
  /// Returns a redirection target for display, without the login that a URL may contain.
  func place(_ location: String) -> String {
    let bytes = Array(location.utf8)[...]
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return line(bytes) }
    let slash = bytes[..<at].lastIndex(of: UInt8(ascii: "/")) ?? bytes.startIndex
    return line(bytes[..<slash].text + "/" + bytes[(at + 1)...].text)
  }
}

extension NtripURL {
  /// Returns a `Location` value, resolved against this URL; `nil` if the target cannot be a caster.
  func resolving(_ location: String) -> NtripURL? {
    let text = Array(location.utf8)[...].trimmed.prefix { $0 != UInt8(ascii: "#") }
    if text.begins(with: "http://") || text.begins(with: "https://") {
      return Self.ofWeb(text)
    }
    if text.begins(with: "ntrip://") || text.begins(with: "ntrips://") {
      return try? NtripURL(text.text)
    }
    // A path with a colon is another scheme, and `//` begins a network path; neither is supported.
    let path = text.prefix { $0 != UInt8(ascii: "?") }
    guard !path.isEmpty, !path.contains(UInt8(ascii: ":")), !path.begins(with: "//") else {
      return nil
    }
    let root = (usesTLS ? "ntrips://" : "ntrip://") + authority
    let isWhole = path.first == UInt8(ascii: "/")
    return try? NtripURL(root + (isWhole ? "" : "/") + text.text)
  }

  /// Parses a web address, with the web's default port: 80 for HTTP, 443 for HTTPS.
  private static func ofWeb(_ text: ArraySlice<UInt8>) -> NtripURL? {
    guard var url = try? NtripURL(text.text) else { return nil }
    let isTLS = text.begins(with: "https")
    let authority = text.dropFirst(isTLS ? 8 : 7).prefix { $0 != UInt8(ascii: "/") }
    let host = authority.split(separator: UInt8(ascii: "@")).last ?? []
    let afterAddress = host.split(separator: UInt8(ascii: "]")).last ?? []
    if !afterAddress.contains(UInt8(ascii: ":")) { url.port = isTLS ? 443 : 80 }
    return url
  }

  /// Whether the login for another URL may be sent to this URL.
  ///
  /// The host has to be the same. The connection has to use TLS, or have the same port while
  /// `other` does not use TLS.
  func mayHaveLogin(of other: NtripURL) -> Bool {
    guard host.isSame(ignoringCase: other.host) else { return false }
    return usesTLS || (!other.usesTLS && port == other.port)
  }

  /// Returns the URL with other credentials.
  func with(credentials: NtripCredentials?) -> NtripURL {
    var url = self
    url.credentials = credentials
    return url
  }
}
