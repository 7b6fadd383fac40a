package import HTTPMessages

/// A handler's reply to a request.
package indirect enum HTTPReply: Sendable {
  /// A response that is ready.
  case now(PreparedResponse)
  /// A reply made elsewhere while other requests are served.
  ///
  /// The function starts the work, and `whenDone` delivers the reply from any thread; only the first call
  /// counts.
  case later(@Sendable (_ whenDone: @escaping @Sendable (HTTPReply) -> Void) -> Void)
  /// Another reply after a delay of real time.
  case delayed(HTTPReply, by: Duration)
  /// A response whose body is sent in pieces until its sender ends it: its head, and a function that
  /// receives the stream.
  ///
  /// The body of the head's response is sent first.
  case stream(HTTPResponse, @Sendable (ResponseStream) -> Void)
  /// The head of a response and the first `after` bytes of its body; then the connection ends.
  case cut(HTTPResponse, after: Int)
  /// Raw bytes that include the head; the connection ends after a delay of real time.
  case raw([UInt8], endingAfter: Duration)
  /// No response: the connection ends.
  case end
  /// No response: the connection is reset.
  case reset

  /// Returns a reply with a response that is sent once.
  package static func now(_ response: HTTPResponse) -> HTTPReply {
    .now(PreparedResponse(response))
  }
}
