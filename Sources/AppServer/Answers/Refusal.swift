internal import Bytes
internal import TextOutput

/// A refusal of an operation.
enum Refusal: Error, Hashable {
  /// The request has no `Authorization` field, or one without a bearer token.
  case unauthorized
  /// The token is invalid, or no longer valid.
  case badToken(TokenFault)
  /// The password does not match the account's.
  case wrongPassword
  /// No account has the e-mail address.
  case unknownUser
  /// The e-mail address is already registered.
  case taken
  /// A parameter or a member of the body is invalid.
  case invalid(_ parameter: String, _ text: String)
  /// A request that only the original's database would have refused.
  case database(DatabaseFault)
  /// The rate limit is exceeded; the client may retry after `seconds`.
  case tooOften(seconds: Int)
  /// The queue of passwords to hash is full, or memory for hashing is short.
  case busy
  /// The store failed; its error.
  case store(StoreError)
  /// The account was deleted during the request.
  case gone

  /// An error of the original's database.
  enum DatabaseFault: Hashable {
    case notANumber
    case noSuchColumn(String)
  }

  /// Returns a client's text for an error message: at most about 60 characters, control characters escaped.
  static func shortened(_ text: String) -> String {
    let part = text.utf8.count <= 60 ? text : String(text.prefix(60)) + "…"
    return part.withControlsEscaped
  }
}

/// A fault of a token.
enum TokenFault: Error, Hashable {
  case malformed
  case badSignature
  case expired
  /// The token's issue time lies in the future.
  case early
  /// The token was ended by a logout, a new password or the deletion of its account.
  case ended
  /// The store failed, so the token's state is unknown.
  case unknown(StoreError)
}

extension Refusal {
  init(_ error: StoreError) { self = .store(error) }

  init(_ error: HashingError) { self = .busy }
}

/// Runs a closure that uses a store, and turns its error into a refusal.
func asking<Value>(
  _ body: () async throws(StoreError) -> Value
) async throws(Refusal) -> Value {
  do { return try await body() } catch { throw Refusal(error) }
}

/// Runs a closure that hashes passwords, and turns its error into a refusal.
func hashing<Value>(
  _ body: () async throws(HashingError) -> Value
) async throws(Refusal) -> Value {
  do { return try await body() } catch { throw Refusal(error) }
}
