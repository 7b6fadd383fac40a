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
