import Bytes

/// An error in the URL of a caster.
///
/// The description never quotes the URL, because any part of it may be a password.
public enum NtripURLError: Error, Hashable, Sendable {
  /// The text does not begin with `ntrip://`, `ntrips://`, `http://` or `https://`.
  case unknownScheme
  /// The host is missing, or contains characters that are not permitted in a host.
  case badHost
  /// The port is not a number in 1...65535.
  case badPort
  /// A `%` is not followed by two hexadecimal digits.
  case badPercentEncoding
  /// The user name holds a colon, which Basic authentication cannot carry.
  case colonInUserName
  /// The mountpoint holds control characters, or the query blanks or control characters.
  case badPath
}

extension NtripURLError: CustomStringConvertible {
  /// The mistake and the expected form.
  public var description: String {
    let form = "ntrip://user:password@host:port/MOUNTPOINT"
    return switch self {
    case .unknownScheme: "not the URL of a caster; write \(form), or ntrips:// for TLS"
    case .badHost: "the URL names no valid host; write \(form)"
    case .badPort:
      "the URL's port is not a number in 1...65535; a / in the user name or password is written %2F"
    case .badPercentEncoding: "a % in the URL begins no two hexadecimal digits; write % as %25"
    case .colonInUserName: "the URL's user name holds a colon, which NTRIP cannot carry"
    case .badPath: "the URL's mountpoint or query holds a control character, or the query a blank"
    }
  }
}

extension NtripURL {
  /// Parses a URL.
  ///
  /// - Throws: ``NtripURLError`` when the text is not a caster's URL.
  public init(_ text: String) throws(NtripURLError) {
    let (usesTLS, afterScheme) = try Self.scheme(of: Array(text.utf8)[...].trimmed)
    let end = afterScheme.firstIndex(of: UInt8(ascii: "/")) ?? afterScheme.endIndex
    let authority = afterScheme[..<end]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let credentials = try at.map { at throws(NtripURLError) in
      try NtripCredentials(userInformation: authority[..<at])
    }
    let (host, port) = try Self.hostAndPort(at.map { authority[($0 + 1)...] } ?? authority)
    let path = afterScheme[end...].dropFirst()
    let question = path.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
    guard path[question...].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .badPath }
    let mountpoint = try PercentEncoding.decode(path[..<question])
    guard mountpoint.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .badPath }
    self.init(
      host: host, port: port ?? (usesTLS ? Self.defaultTLSPort : Self.defaultPort),
      mountpoint: mountpoint, usesTLS: usesTLS,
      query: question < path.endIndex ? path[(question + 1)...].text : nil,
      credentials: credentials)
  }

  private static func scheme(
    of text: ArraySlice<UInt8>
  ) throws(NtripURLError) -> (usesTLS: Bool, rest: ArraySlice<UInt8>) {
    for (scheme, usesTLS) in [("ntrip", false), ("ntrips", true), ("http", false), ("https", true)]
    where text.begins(with: scheme + "://") {
      return (usesTLS, text.dropFirst(scheme.utf8.count + 3))
    }
    throw .unknownScheme
  }

  /// Parses a host, in brackets for an IPv6 address, with a port or without.
  package static func hostAndPort(
    _ text: ArraySlice<UInt8>
  ) throws(NtripURLError) -> (host: String, port: Int?) {
    var (host, port) = (text, ArraySlice<UInt8>())
    if text.first == UInt8(ascii: "[") {
      guard let close = text.firstIndex(of: UInt8(ascii: "]")) else { throw .badHost }
      (host, port) = (text[..<close].dropFirst(), text[(close + 1)...])
      guard host.contains(UInt8(ascii: ":")), host.allSatisfy({ isAddressByte($0) }) else {
        throw .badHost  // only an IPv6 address stands in brackets
      }
      guard port.isEmpty || port.first == UInt8(ascii: ":") else { throw .badHost }
    } else {
      let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
      (host, port) = (text[..<colon], text[colon...])
      guard !host.isEmpty, host.allSatisfy({ isNameByte($0) }) else { throw .badHost }
    }
    guard port.count > 1 else { return (host.text, nil) }
    guard let number = port.dropFirst().decimalInteger, (1...65_535).contains(number) else {
      throw .badPort
    }
    return (host.text, number)
  }

  /// Returns whether a byte may be in a host name: letters, digits, `-`, `_`, `.`, and non-ASCII letters.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "-_.".utf8.contains(byte)
  }

  /// Returns whether a byte may be in an IPv6 address or its zone.
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-_.:%".utf8.contains(byte)
  }
}

extension NtripCredentials {
  /// Parses `user:password`, percent-encoded; the password may be missing and may contain colons.
  package init(userInformation text: ArraySlice<UInt8>) throws(NtripURLError) {
    let parts = text.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    user = try PercentEncoding.decode(parts[0])
    password = parts.count > 1 ? try PercentEncoding.decode(parts[1]) : ""
    guard !user.utf8.contains(UInt8(ascii: ":")) else { throw .colonInUserName }
  }
}
