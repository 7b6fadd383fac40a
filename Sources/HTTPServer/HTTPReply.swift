package import HTTPMessages

/// A handler's reply to a request.
package indirect enum HTTPReply: Sendable {
  /// This response.
  case now(PreparedResponse)
  /// A response that is made elsewhere while others are served: the function begins that, and hands
  /// it over when it is there, from any thread; only the first one counts.
  case later(@Sendable (_ whenDone: @escaping @Sendable (HTTPReply) -> Void) -> Void)
  /// Another one so much later, in real time.
  case delayed(HTTPReply, by: Duration)
  /// A response whose body comes in pieces for as long as somebody sends them: its head, and a function
  /// that is given the other end. The response's own body is what is sent first.
  case stream(HTTPResponse, @Sendable (ResponseStream) -> Void)
  /// The head of a response and so many bytes of its body; then the connection ends.
  case cut(HTTPResponse, after: Int)
  /// These bytes, head and all, and the connection's end so much later, in real time.
  case raw([UInt8], endingAfter: Duration)
  /// None: the connection ends.
  case end
  /// None: the connection is reset.
  case reset

  /// A response that is sent once.
  package static func now(_ response: HTTPResponse) -> HTTPReply {
    .now(PreparedResponse(response))
  }
}
