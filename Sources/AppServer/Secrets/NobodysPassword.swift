import Locks

/// The hash of a random password, against which passwords for unknown addresses are verified.
final class NobodysPassword: Sendable {
  private let known = Lock<String?>(nil)

  /// Returns the hash, which is created on first use.
  func hash(by secrets: some Secrets) async throws(HashingError) -> String {
    if let known = known.withLock({ $0 }) { return known }
    let hash = try await secrets.hash(secrets.randomBytes(32))
    known.withLock { $0 = hash }
    return hash
  }
}
