import Locks

/// A cache of tokens whose signature was verified, so that each signature is computed once.
///
/// The cache does not hold whether a token has ended; that is checked for every request.
final class KnownTokens: Sendable {
  private let tokens = Lock<[String: Token]>([:])

  /// The greatest number of cached tokens; at this number the cache is emptied.
  private static let capacity = 4096

  /// Returns the cached content of a token; `nil` when it is not cached.
  func token(_ text: String) -> Token? { tokens.withLock { $0[text] } }

  /// All cached tokens, in any order.
  var all: [Token] { tokens.withLock { Array($0.values) } }

  /// Adds a token to the cache.
  func remember(_ token: Token, as text: String) {
    tokens.withLock { tokens in
      if tokens.count >= Self.capacity { tokens = [:] }
      tokens[text] = token
    }
  }
}
