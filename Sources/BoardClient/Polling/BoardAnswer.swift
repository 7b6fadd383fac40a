/// What came back from a board, with everything of HTTP that does not matter taken off.
public struct BoardAnswer: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The body.
  public var body: [UInt8]
  /// The header `X-Value-Age`: which values are old, and how old; `nil` where the board names none.
  public var valueAge: String?

  /// Creates an answer.
  public init(status: Int = 200, body: [UInt8], valueAge: String? = nil) {
    self.status = status
    self.body = body
    self.valueAge = valueAge
  }
}

/// Asks a board once and returns what came back.
///
/// It may take as long as it likes: whoever asked does not wait beyond their patience, and cancels it. It
/// throws when there is no answer, best a ``BoardTransportError``, which has words to show.
public typealias BoardTransport = @Sendable () async throws -> BoardAnswer

/// Why a transport has no answer, in words.
public struct BoardTransportError: Error, Hashable, Sendable {
  /// What happened and what to do, as part of a sentence.
  ///
  /// For example `it refused the connection; is it on?`
  public var words: String

  /// Creates an error.
  public init(_ words: String) { self.words = words }
}
