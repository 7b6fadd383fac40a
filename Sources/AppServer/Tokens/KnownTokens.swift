import Locks

/// Tokens whose code was found right, by their text, so that it is worked out once for each.
///
/// Whether a token has ended is asked every time.
final class KnownTokens: Sendable {
  private let tokens = Lock<[String: Token]>([:])

  /// The greatest number of known tokens; with one more, all are forgotten.
  private static let capacity = 4096

  /// Returns the content of a token, when it is known.
  func token(_ text: String) -> Token? { tokens.withLock { $0[text] } }

  /// Remembers what a token says.
  func remember(_ token: Token, as text: String) {
    tokens.withLock { tokens in
      if tokens.count >= Self.capacity { tokens = [:] }
      tokens[text] = token
    }
  }
}
