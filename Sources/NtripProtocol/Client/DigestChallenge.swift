import Bytes

/// A hash function that Digest authentication is made with (RFC 7616 §6.1).
public enum NtripHash: Hashable, Sendable {
  /// MD5, 16 bytes.
  case md5
  /// SHA-256, 32 bytes.
  case sha256
}

/// Hashes bytes; `nil` where there is no such function.
///
/// The protocol's state machines have none of their own: whoever owns the transport gives them one.
public typealias NtripHashing = @Sendable (_ hash: NtripHash, _ bytes: [UInt8]) -> [UInt8]?

/// A caster's wish to be logged in to by Digest (RFC 7616, and RFC 2069 before it), where the password
/// itself never goes over the wire.
public struct DigestChallenge: Hashable, Sendable {
  /// The realm that the user name and password are for.
  public var realm: String
  /// The caster's number, which the answer is made of.
  public var nonce: String
  /// The text to be sent back as it is; `nil` when there is none.
  public var opaque: String?
  /// The hash function: MD5 unless the caster names another one.
  public var hash: NtripHash
  /// Whether the first hash is made once for each client's number (`-sess`).
  public var isSession: Bool
  /// Whether the caster named an algorithm, so that the answer has to as well.
  public var namesAlgorithm: Bool
  /// Whether the caster knows `qop=auth`, with which answers are counted; one of RFC 2069 does not.
  public var isCounted: Bool

  /// Reads a challenge; `nil` when it is of another scheme, or wants what we do not have.
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

  /// The challenge to answer: by SHA-256 where that is offered, else by MD5; `nil` when there is none.
  static func best(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
    let known = challenges.compactMap { DigestChallenge($0) }
    return known.first { $0.hash == .sha256 } ?? known.first
  }
}

extension DigestChallenge {
  /// The value of the `Authorization` header that answers the challenge.
  ///
  /// - Parameters:
  ///   - credentials: Who asks.
  ///   - path: What is asked for, as the request's first line has it.
  ///   - count: How many answers there were with this nonce, with this one: from 1.
  ///   - clientNonce: A number of our own, in hexadecimal.
  ///   - hashing: The hash functions.
  /// - Returns: `nil` when the hash function is not there.
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

  /// A text as it stands between quotes.
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
