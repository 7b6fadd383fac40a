internal import Bytes
internal import TextOutput

/// A refusal of an operation.
enum Refusal: Error, Hashable {
  /// No token, or an `Authorization` that has none.
  case unauthorized
  /// A token that is none of ours, or not any more.
  case badToken(TokenFault)
  /// The password is another one.
  case wrongPassword
  /// There is no account of this address.
  case unknownUser
  /// There is one already.
  case taken
  /// A parameter or a member of the body is not as it should be.
  case invalid(_ parameter: String, _ text: String)
  /// A request that only the original's database would have refused.
  case database(DatabaseFault)
  /// Too often; again in so many seconds.
  case tooOften(seconds: Int)
  /// Too many passwords are being looked at.
  case busy
  /// The store did not do it.
  case store(StoreError)
  /// The account went away meanwhile.
  case gone

  /// An error of the original's database.
  enum DatabaseFault: Hashable {
    case notANumber
    case noSuchColumn(String)
  }

  /// As much of what a client sent as an error should repeat, and nothing that a terminal obeys.
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
  /// Made at a later time than now.
  case early
  /// Ended by a logout, by a new password or with its account.
  case ended
  /// The store could not say.
  case unknown(StoreError)
}

extension Refusal {
  init(_ error: StoreError) { self = .store(error) }

  init(_ error: HashingError) { self = .busy }
}

/// Does something with a store, and turns its error into a refusal.
func asking<Value>(
  _ body: () async throws(StoreError) -> Value
) async throws(Refusal) -> Value {
  do { return try await body() } catch { throw Refusal(error) }
}

/// Does something with passwords, and turns the error into a refusal.
func hashing<Value>(
  _ body: () async throws(HashingError) -> Value
) async throws(Refusal) -> Value {
  do { return try await body() } catch { throw Refusal(error) }
}
