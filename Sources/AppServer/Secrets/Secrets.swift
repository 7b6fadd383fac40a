/// The server's cryptography, provided by a library.
public protocol Secrets: Sendable {
  /// Hashes a password with a fresh salt and a deliberately slow function.
  ///
  /// - Returns: The hash with its parameters, `$argon2id$…`.
  /// - Throws: ``HashingError`` when the queue is full or memory is short.
  func hash(_ password: [UInt8]) async throws(HashingError) -> String

  /// Returns whether a hash, `$argon2id$…` or `$argon2i$…`, belongs to the password.
  func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool

  /// Returns the HMAC-SHA256 of a message under the server's key; 32 bytes.
  func authenticationCode(of message: [UInt8]) -> [UInt8]

  /// Returns whether two codes are equal, in a time independent of the place of their first difference.
  func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool

  /// Returns `count` random bytes from a cryptographically secure generator.
  func randomBytes(_ count: Int) -> [UInt8]
}

/// A failure to hash or verify a password.
public enum HashingError: Error, Hashable, Sendable {
  /// The queue of passwords is too long, so that this password would wait too long.
  case busy
  /// The memory for the hash function is not available.
  case outOfMemory
}
