/// A board's answer, without the parts of HTTP that do not matter.
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

/// A transport's failure to get an answer, in words.
public struct BoardTransportError: Error, Hashable, Sendable {
  /// The failure and its remedy, as part of a sentence.
  ///
  /// For example `it refused the connection; is it on?`
  public var words: String

  /// Creates an error.
  public init(_ words: String) { self.words = words }
}
