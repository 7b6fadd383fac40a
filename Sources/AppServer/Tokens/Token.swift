internal import Bytes
internal import GNSSBasics
internal import TextOutput

/// The content of a token: its account, its id and its lifetime.
///
/// A token is sent as a JSON Web Token (RFC 7519) with HMAC-SHA256, which is opaque to the apps.
struct Token: Hashable, Sendable {
  /// The account's number.
  var account: Int64
  /// The account's e-mail address at the time the token was issued.
  var email: String
  /// The token's own id.
  var id: String
  /// The account's number of password changes at the time the token was issued.
  var generation: Int64
  /// The time of issue, seconds since 1970.
  var issuedAt: Int64
  /// The time of expiry, seconds since 1970.
  var expiresAt: Int64

  /// The lifetime of a token, seconds.
  static let lifetime: Int64 = 48 * 3600

  init(for account: Account, id: String, at now: UnixTime) {
    (self.account, email, self.id) = (account.id, account.profile.email, id)
    generation = account.generation
    issuedAt = now.nanoseconds / 1_000_000_000
    expiresAt = issuedAt + Self.lifetime
  }

  /// The time of expiry.
  var end: UnixTime { UnixTime(seconds: expiresAt) }

  /// Returns whether the token's time of issue is later than `now` by more than the greatest clock skew.
  func isEarly(at now: UnixTime) -> Bool {
    issuedAt > now.nanoseconds / 1_000_000_000 + Self.greatestSkew
  }

  /// The greatest clock skew between servers that share a store, seconds.
  private static let greatestSkew: Int64 = 60

  /// Returns whether the account's password is unchanged since the token was issued, or was changed with
  /// the token.
  func isLive(for account: Account) -> Bool {
    generation == account.generation || id == account.keptToken
  }
}

extension Token {
  /// Returns the signed form of the token.
  ///
  /// - Parameters:
  ///   - data: The profile that the original's tokens carried in addition; `nil` for none.
  ///   - secrets: The cryptography that signs the token.
  /// - Returns: Three parts joined by points.
  func encoded(data: String?, signedBy secrets: some Secrets) -> String {
    var json = JSONWriter()
    json.object { json in
      if let data { json.member("data", data) }
      json.member("sub", "\(account)")
      json.member("email", email)
      json.member("jti", id)
      json.member("gen", generation)
      json.member("iat", issuedAt)
      json.member("exp", expiresAt)
    }
    let signed = Self.header + Base64.encodeForURL(json.bytes)
    let code = Base64.encodeForURL(secrets.authenticationCode(of: signed))
    return (signed + [UInt8(ascii: ".")] + code)[...].text
  }

  /// Reads a signed token, and verifies its signature.
  ///
  /// - Throws: ``TokenFault`` for a malformed token or a wrong signature.
  init(
    _ text: String, signedBy secrets: some Secrets, reader: BodyReader
  ) throws(TokenFault) {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= 4096 else { throw .malformed }
    guard let code = Base64.decode(parts[2]) else { throw .malformed }
    let signed = Array(parts[0]) + [UInt8(ascii: ".")] + parts[1]
    guard secrets.areSame(code, secrets.authenticationCode(of: signed)) else { throw .badSignature }
    // The signature is valid, but another holder of the key may have signed a different content.
    guard let head = Base64.decode(parts[0]).flatMap(reader), head["alg"] == .text("HS256"),
      let members = Base64.decode(parts[1]).flatMap(reader), let token = Token(members)
    else { throw .malformed }
    self = token
  }

  private init?(_ members: [String: BodyValue]) {
    guard case .text(let account) = members["sub"], let number = Int64(account),
      case .text(let email) = members["email"], case .text(let id) = members["jti"],
      case .number(let generation) = members["gen"], let times = Int64(exactly: generation),
      case .number(let issued) = members["iat"], let issuedAt = Int64(exactly: issued),
      case .number(let expires) = members["exp"], let expiresAt = Int64(exactly: expires)
    else { return nil }
    (self.account, self.email, self.id) = (number, email, id)
    (self.generation, self.issuedAt, self.expiresAt) = (times, issuedAt, expiresAt)
  }

  /// The encoded header `{"alg":"HS256","typ":"JWT"}` with the point after it.
  private static let header =
    Base64.encodeForURL(#"{"alg":"HS256","typ":"JWT"}"#.utf8) + [UInt8(ascii: ".")]
}
