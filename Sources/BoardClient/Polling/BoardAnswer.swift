/// A board's answer: the parts of the HTTP response that matter.
public struct BoardAnswer: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The response's body.
  public var body: [UInt8]
  /// The header `X-Value-Age` with the ages of old values; `nil` when the board reports none.
  public var valueAge: String?

  /// Creates an answer; by default with status 200.
  public init(status: Int = 200, body: [UInt8], valueAge: String? = nil) {
    self.status = status
    self.body = body
    self.valueAge = valueAge
  }
}

/// A function that sends one request to a board and returns its answer.
///
/// The function needs no timeout of its own: the poller cancels it after its patience. It throws when there
/// is no answer, preferably a ``BoardTransportError``, whose words can be shown.
public typealias BoardTransport = @Sendable () async throws -> BoardAnswer

/// A failed request of a transport, described in words.
public struct BoardTransportError: Error, Hashable, Sendable {
  /// The failure and its remedy, as part of a sentence.
  ///
  /// For example `it refused the connection; is it on?`
  public var words: String

  /// Creates an error with a description.
  public init(_ words: String) { self.words = words }
}
