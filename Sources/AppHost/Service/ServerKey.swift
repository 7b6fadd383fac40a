public import AppSecrets
public import AppServer

/// The key with which a server signs its tokens.
public enum ServerKey {
  /// Returns the secrets for a store, with a given key or the store's own key.
  ///
  /// The store's own key is created on first use. Servers that share a store share its key, so that a token
  /// of one server is valid at all of them.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - given: The key as text of at least 32 bytes; `nil` uses the store's key.
  ///   - cost: The cost of hashing a password.
  /// - Returns: The secrets.
  /// - Throws: `StoreError`, ``ServerKeyError`` or `SecretsError`.
  public static func secrets(
    in store: any Store, given: String? = nil, cost: HashingCost = .service
  ) async throws -> SodiumSecrets {
    if let given {
      let bytes = Array(given.utf8)
      guard bytes.count >= 32 else { throw ServerKeyError.tooShort(bytes.count) }
      return try SodiumSecrets(key: Digest.sha256(bytes), cost: cost)
    }
    let key = try await store.key(named: "token", orKeep: try SodiumSecrets.newKey())
    return try SodiumSecrets(key: key, cost: cost)
  }
}

/// An invalid server key.
public enum ServerKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key has too few bytes; their number.
  case tooShort(Int)

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .tooShort(let count):
      "BOARDSIM_SERVER_SECRET must have 32 bytes at least, not \(count): "
        + "'openssl rand -hex 32' makes one"
    }
  }
}
