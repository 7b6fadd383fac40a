import Bytes

/// A client's request to a caster, parsed leniently from the request head.
public struct CasterRequest: Hashable, Sendable {
  /// The method of a request.
  public enum Method: Hashable, Sendable {
    /// GET: the client requests a stream or the sourcetable.
    case get
    /// SOURCE: an NTRIP 1 source requests to push a stream.
    case source
    /// POST: an NTRIP 2 source requests to push a stream.
    case post
    /// A method that casters do not support.
    case other
  }

  /// The request's method.
  public var method: Method
  /// The mountpoint without its leading slash, percent-decoded; empty for the sourcetable.
  public var mountpoint: String
  /// The undecoded text behind a `?`: the sourcetable's filter.
  public var query: String?
  /// The protocol version: 2 only with the header `Ntrip-Version: Ntrip/2.0`, otherwise 1.
  public var version = NtripVersion.one
  /// Whether the client can read chunks: the request line says HTTP/1.1 or later.
  public var takesChunks = false
  /// The client's login; `nil` without a login, or with a scheme other than Basic.
  ///
  /// An NTRIP 1 source sends only a password; its user name is empty.
  public var credentials: NtripCredentials?
  /// A source's description of its stream: an `STR` record without its first two fields.
  public var record: String?
  /// Whether a source pushes in HTTP/1.1 chunks.
  public var isChunked = false
  /// Whether the client waits for `100 Continue` before it sends its body, RFC 9110 §10.1.1.
  public var awaitsContinue = false
  /// The position in the header `Ntrip-GGA`.
  public var position: GGASentence?
  /// The client's program, as its `User-Agent` or `Source-Agent` says.
  public var agent: String?
  /// Whether the client is a web browser, which displays only HTTP answers.
  public var isFromBrowser: Bool { agent?.utf8.starts(with: "Mozilla/".utf8) ?? false }
}

extension CasterRequest {
  /// Parses a request head, with or without its final blank line.
  ///
  /// - Returns: `nil` when the head is malformed.
  public init?(head: ArraySlice<UInt8>) {
    var lines = head.split(separator: .lineFeed)[...]
    guard let first = lines.popFirst(), let request = Self(requestLine: first.trimmed) else {
      return nil
    }
    self = request
    var fields = NtripHeaderFields()
    for line in lines where !line.trimmed.isEmpty {
      guard fields.append(line: line.trimmed) else { return nil }
    }
    read(fields)
  }

  /// Parses a request line, such as `GET /MNT HTTP/1.1` or `SOURCE password /MNT`.
  ///
  /// The HTTP version and the slash may be missing, and a mountpoint may hold unencoded spaces.
  /// Clients send all these forms.
  private init?(requestLine line: ArraySlice<UInt8>) {
    var words = line.split(separator: UInt8(ascii: " "))[...]
    guard line.allSatisfy({ $0 >= 0x20 }), let verb = words.popFirst() else { return nil }
    method = Method(verb)
    if let last = words.last, last.begins(with: "HTTP/") {
      takesChunks = !last.begins(with: "HTTP/1.0")
      words.removeLast()
    }
    if method == .source, words.count > 1 {
      credentials = NtripCredentials(user: "", password: words.removeFirst().text)
    }
    guard !words.isEmpty else { return nil }
    let target = Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
    guard let mountpoint = Self.mountpoint(of: target[...]) else { return nil }
    self.mountpoint = mountpoint
    query = target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...].text }
  }

  /// Returns the path of a request target without its slash and query, percent-decoded; `nil` for a `%`
  /// that begins no two hexadecimal digits.
  private static func mountpoint(of target: ArraySlice<UInt8>) -> String? {
    var path = target
    if path.begins(with: "http://") {  // the absolute form, which proxies get
      path = path.dropFirst(7).drop { $0 != UInt8(ascii: "/") }
    }
    path = path.prefix { $0 != UInt8(ascii: "?") }
    if path.first == UInt8(ascii: "/") { path.removeFirst() }
    return try? PercentEncoding.decode(path)
  }

  private mutating func read(_ fields: NtripHeaderFields) {
    if fields["Ntrip-Version"]?.isSame(ignoringCase: "Ntrip/2.0") == true { version = .two }
    isChunked = fields.isChunked
    awaitsContinue = fields["Expect"]?.isSame(ignoringCase: "100-continue") ?? false
    record = fields["Ntrip-STR"] ?? fields["STR"]
    // Some simple clients send blanks inside the Basic token.
    if let value = fields["Authorization"]?.utf8, let blank = value.firstIndex(of: 0x20) {
      let token = value[blank...].filter { $0 != 0x20 }
      credentials = NtripCredentials(
        authorization: (Array(value[...blank]) + token)[...].text)
    }
    position = fields["Ntrip-GGA"].flatMap { GGASentence(decoding: Array($0.utf8).span) }
    agent = fields["User-Agent"] ?? fields["Source-Agent"]
  }
}

extension CasterRequest.Method {
  fileprivate init(_ verb: ArraySlice<UInt8>) {
    switch verb.text {
    case "GET": self = .get
    case "SOURCE": self = .source
    case "POST": self = .post
    default: self = .other
    }
  }
}
