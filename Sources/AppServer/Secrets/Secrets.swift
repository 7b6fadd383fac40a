/// The server's cryptography; a library does all of it.
public protocol Secrets: Sendable {
  /// Hashes a password with a salt of its own, slowly.
  ///
  /// - Returns: The hash with its parameters, `$argon2id$…`.
  /// - Throws: ``HashingError`` when too many wait.
  func hash(_ password: [UInt8]) async throws(HashingError) -> String

  /// Whether a hash, `$argon2id$…` or `$argon2i$…`, is this password's.
  func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool

  /// HMAC-SHA256 of a message under the server's key; 32 bytes.
  func authenticationCode(of message: [UInt8]) -> [UInt8]

  /// Whether two codes are the same, in a time that does not depend on where they differ.
  func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool

  /// Bytes that nobody can guess.
  func randomBytes(_ count: Int) -> [UInt8]
}

/// A refusal to verify a password.
public enum HashingError: Error, Hashable, Sendable {
  /// The queue of passwords is so long that this one would wait too long.
  case busy
  /// There is no memory for it.
  case outOfMemory
}
