internal import CSodium

/// The hash function that seals rows.
package enum Digest {
  /// Returns the SHA-256 hash of bytes; 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // Sound: the counts passed to the call are those of both arrays.
    _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }
}

/// A SHA-256 hash of bytes that come in pieces.
package struct RunningDigest {
  private var state = crypto_hash_sha256_state()

  /// Creates the hash state before the first byte.
  package init() {
    // Sound: the call fills the state.
    _ = unsafe crypto_hash_sha256_init(&state)
  }

  /// Adds the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    // Sound: the count passed to the call is the array's.
    _ = unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  /// Returns the hash of all bytes so far; 32 bytes.
  package func value() -> [UInt8] {
    var last = state
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // Sound: the array has the hash's number of bytes.
    _ = unsafe crypto_hash_sha256_final(&last, &hash)
    return hash
  }
}
