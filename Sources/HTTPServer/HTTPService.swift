/// The handler of a socket's requests.
final class HTTPService: Sendable {
  /// The socket.
  let socket: Int32
  /// Makes the replies.
  let handler: HTTPListener.Handler
  /// The parts of a request that the handler reads.
  let reading: RequestParts
  /// Words what the listener itself refuses.
  let refusal: HTTPListener.Refusal
  /// Whether a head without `Host` is taken, as old clients send it.
  let isLenientWithHosts: Bool
  /// The response to a body that is too long.
  let tooLong: PreparedResponse
  /// The response when there is no time left for another one.
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
  /// The refusal of a head by what it declares; `nil` where it is taken.
  ///
  /// HTTP/1.0 knows no `Host`, and may leave it out.
  func refusal(of framing: BodyFraming, isOld: Bool) -> ListenerRefusal? {
    if let refusal = framing.refusal { return refusal }
    if isOld, framing.isChunked { return BodyFraming.oldChunks }
    let hosts = isOld ? 0...1 : 1...1
    return isLenientWithHosts || hosts.contains(framing.hostCount) ? nil : BodyFraming.oneHost
  }
}

/// The parts of a request that only some handlers read, and that take time to make.
package struct RequestParts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The fields of the head.
  package static let fields = RequestParts(rawValue: 1)
  /// The client's address.
  package static let client = RequestParts(rawValue: 2)
}

/// A request that the listener refuses before anybody is asked.
package struct ListenerRefusal: Hashable, Sendable {
  /// The status: 400, 413, 414, 431, 501 or 503.
  package let status: Int
  /// A sentence that says what was wrong and what to do.
  package let error: String
}
