internal import CSodium

/// The hash that rows are sealed with.
package enum Digest {
  /// SHA-256 of some bytes; 32 bytes.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // Sound: both arrays have the elements that are counted here.
    _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }
}

/// SHA-256 of bytes that come in pieces.
package struct RunningDigest {
  private var state = crypto_hash_sha256_state()

  /// Begins with no bytes.
  package init() {
    // Sound: the state is filled by the call.
    _ = unsafe crypto_hash_sha256_init(&state)
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    // Sound: the array has the bytes that are counted here.
    _ = unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  /// The hash of all bytes so far; 32 bytes.
  package func value() -> [UInt8] {
    var last = state
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    // Sound: the array has as many elements as a hash has bytes.
    _ = unsafe crypto_hash_sha256_final(&last, &hash)
    return hash
  }
}
