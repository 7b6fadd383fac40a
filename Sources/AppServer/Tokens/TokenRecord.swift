public import GNSSBasics

/// A token that a server has seen, without its signature: it opens nothing.
public struct TokenRecord: Hashable, Sendable {
  let token: Token

  /// The token's own id.
  public var id: String { token.id }
  /// The account's number.
  public var account: Int64 { token.account }
  /// The account's e-mail address at the time the token was issued.
  public var email: String { token.email }
  /// The time of issue.
  public var issuedAt: UnixTime { UnixTime(seconds: token.issuedAt) }
  /// The time of expiry.
  public var expiresAt: UnixTime { token.end }

  /// The validity of a token.
  public enum State: String, Hashable, Sendable {
    /// The token opens the account.
    case live
    /// The token is past its expiry.
    case expired
    /// The token was ended: by a logout, a new password, or the deletion of its account.
    case ended
  }
}

extension ApplicationServer {
  /// The tokens that were seen since the start, the latest first; at most 4,096, and none of a forged signature.
  public var tokensSeen: [TokenRecord] {
    knownTokens.all.map { TokenRecord(token: $0) }
      .sorted { ($1.issuedAt, $1.id) < ($0.issuedAt, $0.id) }
  }

  /// Returns the validity of a token.
  ///
  /// - Throws: ``StoreError`` when the store cannot tell.
  public func state(
    of record: TokenRecord, at now: UnixTime
  ) async throws(StoreError) -> TokenRecord.State {
    if now >= record.expiresAt { return .expired }
    let account = try await store.account(record.account, unlessRevoked: record.id)
    return account.map(record.token.isLive) == true ? .live : .ended
  }
}
