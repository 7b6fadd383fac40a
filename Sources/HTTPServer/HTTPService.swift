/// The handler of a socket's requests, with the socket's settings.
final class HTTPService: Sendable {
  /// The descriptor of the listening socket.
  let socket: Int32
  /// Makes the replies to requests.
  let handler: HTTPListener.Handler
  /// The parts of a request that the handler reads.
  let reading: RequestParts
  /// Makes the responses for refusals by the listener itself.
  let refusal: HTTPListener.Refusal
  /// Whether a head without `Host`, or with several, is accepted, as old clients send it.
  let isLenientWithHosts: Bool
  /// The response to a body that exceeds the limit.
  let tooLong: PreparedResponse
  /// The response while the listener stops.
  let stopping: PreparedResponse

  init(
    at socket: Int32, reading: RequestParts, isLenientWithHosts: Bool = false,
    refusal: @escaping HTTPListener.Refusal, handler: @escaping HTTPListener.Handler
  ) {
    self.socket = socket
    self.handler = handler
    self.reading = reading
    self.refusal = refusal
    self.isLenientWithHosts = isLenientWithHosts
    tooLong = PreparedResponse(refusal(BodyFraming.tooLong))
    stopping = PreparedResponse(
      refusal(ListenerRefusal(status: 503, error: "the program is stopping; start it again")))
  }
}

extension HTTPService {
  /// Returns the refusal for the framing of a head; `nil` for an acceptable head.
  ///
  /// HTTP/1.0 does not define `Host`, so it may be missing there.
  func refusal(of framing: BodyFraming, isOld: Bool) -> ListenerRefusal? {
    if let refusal = framing.refusal { return refusal }
    if isOld, framing.isChunked { return BodyFraming.oldChunks }
    let hosts = isOld ? 0...1 : 1...1
    return isLenientWithHosts || hosts.contains(framing.hostCount) ? nil : BodyFraming.oneHost
  }
}

/// The optional parts of a request, which take time to extract and which only some handlers read.
package struct RequestParts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The header fields.
  package static let fields = RequestParts(rawValue: 1)
  /// The client's address as text.
  package static let client = RequestParts(rawValue: 2)
}

/// A request that the listener refuses before the handler is called.
package struct ListenerRefusal: Hashable, Sendable {
  /// The status: 400, 413, 414, 431, 501 or 503.
  package let status: Int
  /// A sentence that says what is wrong and what to do.
  package let error: String
}
