import Locks

/// The hash of a password that nobody has, against which passwords of unknown users are looked at.
final class NobodysPassword: Sendable {
  private let known = Lock<String?>(nil)

  /// Returns the hash, which is made when it is asked for first.
  func hash(by secrets: some Secrets) async throws(HashingError) -> String {
    if let known = known.withLock({ $0 }) { return known }
    let hash = try await secrets.hash(secrets.randomBytes(32))
    known.withLock { $0 = hash }
    return hash
  }
}
