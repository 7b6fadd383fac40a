public import AppServer
internal import CSodium
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's cryptography, implemented by libsodium.
///
/// Two threads of its own hash and verify passwords. Sixteen more passwords may wait; further calls fail as
/// busy. All other functions run at once.
///
/// ```swift
/// let secrets = try SodiumSecrets(key: key)
/// let hash = try await secrets.hash(Array("correct horse".utf8))  // $argon2id$v=19$m=19456,t=2,p=1$…
/// ```
public final class SodiumSecrets: Secrets {
  private let key: [UInt8]
  private let cost: HashingCost
  private let queue: HashingQueue
  private let threads: [BackgroundThread]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - key: The key of authentication codes: at least 32 bytes that nobody can guess.
  ///   - cost: The cost of new passwords' hashes; an existing hash names its own cost.
  /// - Throws: ``SecretsError`` if the library finds no randomness or the system has no thread.
  public init(key: [UInt8], cost: HashingCost = .service) throws(SecretsError) {
    guard sodium_init() >= 0 else { throw .libraryFailed }
    guard let (queue, threads) = HashingQueue.start() else { throw .noThread }
    self.key = key
    self.cost = cost
    self.queue = queue
    self.threads = threads
  }

  deinit {
    queue.stop()
    for thread in threads { thread.join() }
  }

  /// Returns 32 random bytes as a new key.
  ///
  /// - Throws: ``SecretsError`` if the library finds no randomness.
  public static func newKey() throws(SecretsError) -> [UInt8] {
    guard sodium_init() >= 0 else { throw .libraryFailed }
    return unpredictable(32)
  }

  // MARK: Passwords

  /// Hashes a password by Argon2id with a random salt of its own.
  public func hash(_ password: [UInt8]) async throws(HashingError) -> String {
    let cost = cost
    guard let hash = try await queue.run({ Self.argon2id(password, cost) }) else {
      throw .outOfMemory
    }
    return hash
  }

  /// Returns whether a hash belongs to a password.
  ///
  /// The result is `false` for an unreadable hash, and for one that costs two hundred times the service's
  /// cost.
  public func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool {
    guard HashingCost(of: hash)?.isAffordable == true else { return false }
    guard let isSame = try await queue.run({ Self.isHash(hash, of: password) }) else {
      throw .outOfMemory
    }
    return isSame
  }

  private static func argon2id(_ password: [UInt8], _ cost: HashingCost) -> String? {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    // Sound: the text has the size that the library writes, and the password the count passed with it.
    let result = unsafe withText(of: password) { password, count in
      unsafe crypto_pwhash_str_alg(
        &text, password, count, UInt64(cost.passes), cost.memory, crypto_pwhash_ALG_ARGON2ID13)
    }
    guard result == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns whether a hash belongs to a password; `nil` if the memory is not sufficient.
  private static func isHash(_ hash: String, of password: [UInt8]) -> Bool? {
    errno = 0
    let result = unsafe withText(of: password) { password, count in
      // Sound: the hash ends with a NUL, and the password has the count passed with it.
      unsafe crypto_pwhash_str_verify(hash, password, count)
    }
    if result == 0 { return true }
    return errno == ENOMEM ? nil : false
  }

  /// Calls a closure with a copy of a password, which may be empty, and wipes the copy.
  private static func withText(
    of password: [UInt8], _ body: (UnsafePointer<CChar>, UInt64) -> Int32
  ) -> Int32 {
    var text = password.map { CChar(bitPattern: $0) }
    // Sound: the copy outlives the call, and only its own bytes are wiped.
    defer { unsafe sodium_memzero(&text, text.count) }
    return unsafe body(text, UInt64(password.count))
  }

  // MARK: Codes

  /// Returns the HMAC-SHA256 of a message under the key; 32 bytes.
  public func authenticationCode(of message: [UInt8]) -> [UInt8] {
    var state = crypto_auth_hmacsha256_state()
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    // Sound: key and message have the counts passed with them, and the code has the size that is written.
    unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
    unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
    unsafe crypto_auth_hmacsha256_final(&state, &code)
    return code
  }

  /// Whether two codes are equal; the time depends only on their length.
  public func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    // Sound: both arrays have the number of bytes that are compared.
    return unsafe sodium_memcmp(a, b, a.count) == 0
  }

  /// Returns random bytes that nobody can guess.
  public func randomBytes(_ count: Int) -> [UInt8] { Self.unpredictable(count) }

  private static func unpredictable(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // Sound: the array has the number of bytes that are filled.
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }
}

/// An error of libsodium or of its threads.
public enum SecretsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library found no source of randomness.
  case libraryFailed
  /// The system cannot create a thread.
  case noThread

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .libraryFailed: "libsodium finds no source of random bytes; is /dev/urandom there?"
    case .noThread: "there is no thread left for passwords; raise the system's limit of threads"
    }
  }
}
