import Bytes

/// A hash function for Digest authentication (RFC 7616 §6.1).
public enum NtripHash: Hashable, Sendable {
  /// MD5, with a hash of 16 bytes.
  case md5
  /// SHA-256, with a hash of 32 bytes.
  case sha256
}

/// A closure that hashes bytes; it returns `nil` for an unavailable hash function.
///
/// The protocol's state machines contain no hash function; the owner of the transport supplies this closure.
public typealias NtripHashing = @Sendable (_ hash: NtripHash, _ bytes: [UInt8]) -> [UInt8]?

/// A caster's challenge for Digest authentication (RFC 7616, formerly RFC 2069).
///
/// With Digest, the password itself is not transmitted.
public struct DigestChallenge: Hashable, Sendable {
  /// The protection realm that the user name and password belong to.
  public var realm: String
  /// The caster's nonce, which enters the response hash.
  public var nonce: String
  /// The text to return unchanged in the answer; `nil` without one.
  public var opaque: String?
  /// The hash function; MD5 unless the caster names another algorithm.
  public var hash: NtripHash
  /// Whether the algorithm is a `-sess` variant, whose first hash includes both nonces.
  public var isSession: Bool
  /// Whether the caster names an algorithm, so that the answer has to name it as well.
  public var namesAlgorithm: Bool
  /// Whether the caster supports `qop=auth`, with a nonce count in each answer; RFC 2069 casters do not.
  public var isCounted: Bool

  /// Creates the challenge; `nil` for another scheme, an unsupported algorithm or an unsupported `qop`.
  init?(_ challenge: AuthenticationChallenge) {
    let parameters = challenge.parameters
    guard challenge.scheme.isSame(ignoringCase: "Digest"),
      let realm = parameters["realm"], let nonce = parameters["nonce"]
    else { return nil }
    let algorithm = Array((parameters["algorithm"] ?? "MD5").utf8)[...]
    isSession = algorithm.contains(phrase: "-sess")
    switch algorithm.dropLast(isSession ? 5 : 0).text {
    case let name where name.isSame(ignoringCase: "MD5"): hash = .md5
    case let name where name.isSame(ignoringCase: "SHA-256"): hash = .sha256
    default: return nil
    }
    let qualities = parameters["qop"].map {
      Array($0.utf8).split(separator: UInt8(ascii: ",")).map { $0.trimmed.text }
    }
    isCounted = qualities?.contains { $0.isSame(ignoringCase: "auth") } ?? false
    guard qualities == nil || isCounted else { return nil }
    (self.realm, self.nonce, opaque) = (realm, nonce, parameters["opaque"])
    namesAlgorithm = parameters["algorithm"] != nil
  }

  /// Returns the preferred Digest challenge: SHA-256 before MD5; `nil` without a supported challenge.
  static func best(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
    let known = challenges.compactMap { DigestChallenge($0) }
    return known.first { $0.hash == .sha256 } ?? known.first
  }
}

extension DigestChallenge {
  /// Returns the value of the `Authorization` header that answers the challenge.
  ///
  /// - Parameters:
  ///   - credentials: The user name and password.
  ///   - path: The request target, as in the request line.
  ///   - count: The nonce count: the number of answers with this nonce including this one, from 1.
  ///   - clientNonce: The client's nonce, in hexadecimal.
  ///   - hashing: The hash functions.
  /// - Returns: `nil` when the hash function is unavailable.
  public func authorization(
    of credentials: NtripCredentials, for path: String, count: UInt32, clientNonce: String,
    hashing: NtripHashing
  ) -> String? {
    func digest(_ parts: [String]) -> String? {
      var text: [UInt8] = []
      for part in parts {
        if !text.isEmpty { text.append(UInt8(ascii: ":")) }
        text.append(contentsOf: part.utf8)
      }
      return hashing(hash, text)?.hexadecimal
    }
    var secret = digest([credentials.user, realm, credentials.password])
    if isSession, let first = secret { secret = digest([first, nonce, clientNonce]) }
    let number = stride(from: 24, through: 0, by: -8).map { UInt8(count >> $0 & 0xFF) }.hexadecimal
    guard let secret, let request = digest(["GET", path]),
      let response = digest(
        isCounted
          ? [secret, nonce, number, clientNonce, "auth", request] : [secret, nonce, request])
    else { return nil }
    var text = "Digest username=\"\(Self.quoted(credentials.user))\""
    text += ", realm=\"\(Self.quoted(realm))\", nonce=\"\(Self.quoted(nonce))\""
    text += ", uri=\"\(Self.quoted(path))\", response=\"\(response)\""
    if namesAlgorithm { text += ", algorithm=\(algorithm)" }
    if isCounted { text += ", qop=auth, nc=\(number)" }
    if isCounted || isSession { text += ", cnonce=\"\(clientNonce)\"" }
    if let opaque { text += ", opaque=\"\(Self.quoted(opaque))\"" }
    return text
  }

  private var algorithm: String {
    (hash == .md5 ? "MD5" : "SHA-256") + (isSession ? "-sess" : "")
  }

  /// Returns a text escaped for a quoted string.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return bytes[...].text
  }
}
